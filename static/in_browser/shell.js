// The page around the frame: loads the program, starts the engine, and does for the pages what a worker cannot do.

const BASE = new URL("./", location.href).pathname, APP = `${BASE}app/`;
const bus = new BroadcastChannel(`scorepad ${BASE}`), id = (name) => document.getElementById(name), frame = id("page");
const words = JSON.parse(id("words").textContent);
const remember = (name, ...value) => { try { return value.length ? localStorage.setItem(name, ...value) : localStorage.getItem(name); } catch { return null; } }; // full, or not allowed
const spoken = () => [remember("language"), ...navigator.languages.map((tag) => tag.slice(0, 2)), "en"].find((tag) => words[tag]);
const say = (key, values = {}) => words[spoken()][key].replace(/\{(\w+)\}/g, (_all, name) => values[name]);
const state = (text) => { if (id("state").textContent !== text) id("state").textContent = text; };
const megabytes = (bytes) => Math.round(bytes / 1e6);
const marks = (window.marks = {}); // ms from the start of the page, for measurements
const mark = (name) => { marks[name] ??= Math.round(performance.now()); };
let engine, isOwner, isListOld, isBroken;

bus.onmessage = ({ data }) => {
  if (data.loaded && !workers.controller) progress(data); // otherwise it is a later version
  if (data.failed && !workers.controller) failed(data.failed, data.isFull);
  if (data.who && isOwner) bus.postMessage({ alive: true }); // the engine itself may be busy
  if (data.up) begun(data);
  if (data.listed) isListOld = true;
  if (data.listed) renewList();
};

function progress({ loaded, of }) {
  state(say("loading", { loaded: megabytes(loaded), of: megabytes(of) }));
  Object.assign(id("loaded"), { hidden: loaded === of, max: of, value: loaded });
}

function begun({ laps, memory, snapshot }) {
  mark("up");
  Object.assign(marks, { laps, memory, snapshot });
  state("");
  if (isBroken) open();
}

const failed = (reason, isFull) => state(say(isFull ? "full" : "failed", { reason }));
const open = () => { frame.src = APP + location.hash.slice(2); };

// Returns the path in the frame, or "" if it has an error page of the browser.
function shown() {
  try {
    const { pathname } = frame.contentWindow.location;
    return pathname.startsWith(APP) ? pathname : "";
  } catch {
    return "";
  }
}

function renewList() {
  if (!isListOld || shown() !== APP) return;
  isListOld = false;
  frame.contentWindow.location.reload();
}

// --- start

const workers = navigator.serviceWorker;
const policy = window.trustedTypes?.createPolicy("shell", { createScriptURL: (url) => url }) ?? { createScriptURL: (url) => url };

async function start() {
  document.documentElement.lang = spoken();
  state(say("begin"));
  const registration = await workers.register(policy.createScriptURL("service_worker.js"));
  if (!workers.controller && registration.active) return location.reload(); // a forced reload went past the service worker
  if (!workers.controller) await new Promise((done) => workers.addEventListener("controllerchange", done, { once: true })); // or `failed` says why not
  mark("loaded");
  state(say("starting"));
  startEngine();
  addEventListener("pagehide", () => engine.terminate()); // the browser may store the page for Back, with a lock and a transaction
  addEventListener("pageshow", ({ persisted }) => persisted && location.reload());
  addEventListener("hashchange", open); // a bookmark
  bus.postMessage({ who: true }); // perhaps another tab has the engine
  open(); // a stored page at once, or the engine's as soon as it is up
  askToKeep();
}

function startEngine() {
  engine?.terminate();
  isOwner = false;
  engine = new Worker(policy.createScriptURL("engine.js"), { type: "module" });
  engine.onmessage = ({ data }) => {
    if (data.log) (window.log ??= []).push(data.log);
    isOwner ||= data.owner;
    if (data.replaced) startEngine();
    if (data.error) failed(data.error, data.isFull);
  };
  engine.onerror = ({ message }) => failed(message ?? "");
}

// --- the pages in the frame

frame.onload = () => {
  frame.hidden = isBroken = !shown(); // no engine answered in time
  if (isBroken) return;
  mark("page");
  const page = frame.contentDocument, { pathname, search } = frame.contentWindow.location;
  document.title = page.title;
  remember("language", page.documentElement.lang);
  document.documentElement.lang = page.documentElement.lang;
  history.replaceState(null, "", `#${pathname.slice(APP.length - 1)}${search}`);
  renewList();
};

// The service worker passes each file that a link, form or script leads to, since the frame has no button that goes back.
// It is shared where the device can do so, and saved elsewhere.
async function receive({ making, file, name }) {
  state(making ? say("making") : "");
  if (!file) return;
  const given = new File([file], name, { type: file.type });
  if (matchMedia("(pointer: coarse)").matches && navigator.canShare?.({ files: [given] })) {
    const error = await navigator.share({ files: [given] }).then(() => null, (refused) => refused);
    if (!error || error.name === "AbortError") return;
  }
  const link = Object.assign(document.createElement("a"), { href: URL.createObjectURL(given), download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60000);
}

// Draws an SVG for the service worker, which has no canvas for it.
async function draw(svg, port) {
  const image = new Image();
  image.src = URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" }));
  await image.decode();
  const canvas = new OffscreenCanvas(image.naturalWidth, image.naturalHeight);
  canvas.getContext("2d").drawImage(image, 0, 0);
  port.postMessage(await canvas.convertToBlob());
  URL.revokeObjectURL(image.src);
}

workers?.addEventListener("message", ({ data, ports: [port] }) => (data.svg ? draw(data.svg, port) : receive(data)));

// --- asked once: that the browser keeps the games

let installing;
addEventListener("beforeinstallprompt", (event) => { event.preventDefault(); installing = event; });

function askToKeep() {
  if (remember("asked") || matchMedia("(display-mode: standalone)").matches) return;
  const isApple = /iP(hone|ad|od)/.test(navigator.userAgent);
  id("keep").querySelector("p").textContent = say(isApple ? "keep_apple" : "keep");
  id("install").textContent = say("install");
  id("later").textContent = say("later");
  id("keep").hidden = false;
  id("later").onclick = () => { remember("asked", "yes"); id("keep").hidden = true; };
  id("install").onclick = async () => {
    id("install").hidden = true; // if the browser does neither, the sentence stays and says what to do
    const isKept = await navigator.storage?.persist?.(), choice = await installing?.prompt();
    if (isKept || choice?.outcome === "accepted") id("later").click();
  };
}

if (workers && window.indexedDB && navigator.locks && window.DecompressionStream) start().catch((error) => failed(error.message));
else state(say("impossible"));
