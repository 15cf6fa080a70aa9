// Answers what the pages ask for: files from this device, everything else from the engine in one of the tabs.
// make_folder adds VERSION, FILES (name, packed size in bytes, SHA-256 of the content) and HEADERS (of each page) above this.

const BASE = new URL("./", location.href).pathname, APP = `${BASE}app/`, LIST = `list ${BASE}`;
const PATIENCE = 300, LONGEST = 60000, DRAWING = 5000; // ms until a stored page is shown, an answer and a picture is given up
const TYPES = { html: "text/html; charset=utf-8", js: "text/javascript", mjs: "text/javascript", css: "text/css", wasm: "application/wasm", svg: "image/svg+xml", png: "image/png", webmanifest: "application/manifest+json" };
const POLICY = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; connect-src 'self'"; // of the engine: a worker has its own
const bus = new BroadcastChannel(`scorepad ${BASE}`), waiting = new Map(), streams = new Set();
let isUp = false; // whether an engine answers; then a stored page, which is older, is not shown
const ending = (name) => name.split(".").at(-1);
const framed = (policy) => policy?.replace("frame-ancestors 'none'", "frame-ancestors 'self'");

// --- the files of one version, loaded whole

addEventListener("install", (event) => event.waitUntil(load().catch((error) => {
  bus.postMessage({ failed: error.message, isFull: error.name === "QuotaExceededError" });
  throw error;
})));
addEventListener("activate", (event) => event.waitUntil(removeOlder()));

async function load() {
  const cache = await caches.open(`files ${BASE} ${VERSION}`), of = FILES.reduce((sum, [, size]) => sum + size, 0);
  let before = 0, loaded;
  const count = () => new TransformStream({ transform(piece, next) { bus.postMessage({ loaded: Math.min((loaded += piece.length), of), of }); next.enqueue(piece); } });
  for (const [name, size, hash] of FILES) {
    loaded = before;
    before += size;
    const address = name === "index.html" ? BASE : BASE + name;
    if (await cache.match(address)) continue; // of an attempt that was broken off
    const answer = await fetch(`${name}.gz?${VERSION}`, { cache: "no-store" });
    if (!answer.ok) throw new Error(`${name}: ${answer.status}`);
    const data = new Uint8Array(await new Response(answer.body.pipeThrough(count())).arrayBuffer()), isPacked = data[0] === 31 && data[1] === 139; // some hosts unpack files
    const body = isPacked ? await new Response(new Response(data).body.pipeThrough(new DecompressionStream("gzip"))).arrayBuffer() : data;
    if (await digest(body) !== hash) throw new Error(`${name}: not of this version`); // half copied, or a page of the host
    const headers = { "Content-Type": TYPES[ending(name)] ?? "application/octet-stream", ...(/js$/.test(name) && { "Content-Security-Policy": POLICY }) };
    await cache.put(address, new Response(body, { headers }));
  }
}

async function digest(data) {
  return [...new Uint8Array(await crypto.subtle.digest("SHA-256", data))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

async function removeOlder() {
  for (const name of await caches.keys()) {
    const isOlder = name.startsWith(`files ${BASE} `) || name.startsWith(`snapshot ${BASE} `);
    if (isOlder && !name.endsWith(` ${VERSION}`)) await caches.delete(name);
  }
  await clients.claim();
}

// --- requests

addEventListener("fetch", (event) => {
  const { request } = event, url = new URL(request.url);
  if (url.origin !== location.origin || !url.pathname.startsWith(BASE)) return;
  if (url.pathname.startsWith(APP)) event.respondWith(page(event, url));
  else if (request.method === "GET") event.respondWith(file(request));
});

async function file(request) {
  const cache = await caches.open(`files ${BASE} ${VERSION}`);
  return (await cache.match(request.url.replace(/index\.html$/, ""), { ignoreSearch: true })) ?? fetch(request);
}

async function page(event, { pathname, search }) {
  const { request } = event, name = pathname.slice(APP.length - 1), path = name + search;
  const isPage = request.mode === "navigate", isFile = /\.\w+$/.test(name);
  if (request.destination === "document") { // outside the frame: from other sites, typed addresses, new tabs
    if (request.method !== "GET") return new Response("", { status: 403 });
    if (!isFile) return Response.redirect(`${BASE}#${path}`);
  }
  if (request.method === "GET" && name.startsWith("/static/")) return (await caches.match(request)) ?? ask(request, path);
  if (name.includes("/stream/")) return stream(path);
  const drawn = name.endsWith("/standings.png") ? picture : (given) => given;
  if (isFile && request.destination === "iframe") return pass(async () => drawn(await ask(request, path)), name);
  if (isFile) return drawn(await ask(request, path));
  const stored = isPage && !isUp && !search && request.method === "GET" && (await caches.match(pathname)); // by page_store.js, and the list
  let isAnswered = false;
  const answer = ask(request, path).finally(() => { isAnswered = true; });
  if (isPage && path === "/") event.waitUntil(answer.then(storeList, () => {}));
  if (!stored) return answer;
  event.waitUntil(answer);
  const early = () => new Response(stored.body, { headers: { ...HEADERS, "Content-Security-Policy": framed(HEADERS["Content-Security-Policy"]), "Content-Type": TYPES.html } });
  const late = new Promise((done) => setTimeout(done, PATIENCE)).then(() => {
    if (path === "/" && !isAnswered) answer.then(() => bus.postMessage({ listed: true })); // a game follows its changes, the list does not
    return early();
  });
  return Promise.race([answer, late]);
}

async function storeList(answer) {
  if (answer.ok) await (await caches.open(LIST)).put(APP, answer.clone());
}

// --- the engine

bus.onmessage = ({ data }) => {
  if (data.answer || data.up) isUp = true;
  if (data.who) isUp = false; // until it is heard
  if (data.answer) waiting.get(data.answer)?.done(data);
  if (data.up) for (const { asked } of waiting.values()) bus.postMessage(asked); // of an engine that went, or came too late
  if (data.changed) for (const one of streams) one.send();
};

async function ask(request, path) {
  const id = crypto.randomUUID(), headers = [...request.headers, ["Accept-Language", navigator.languages.join(",")]];
  return answered(await send({ ask: id, method: request.method, path, headers, body: await request.arrayBuffer() }));
}

async function send(asked) {
  const data = await new Promise((done) => {
    waiting.set(asked.ask, { asked, done });
    bus.postMessage(asked);
    setTimeout(done, LONGEST);
  });
  waiting.delete(asked.ask);
  return data;
}

function answered(data) {
  if (!data) return Response.error();
  const headers = new Headers(data.headers), policy = framed(headers.get("Content-Security-Policy"));
  if (policy) headers.set("Content-Security-Policy", policy);
  if (headers.has("Location")) return Response.redirect(new URL(headers.get("Location"), location.origin), data.status);
  return new Response([204, 304].includes(data.status) ? null : data.body, { status: data.status, headers });
}

// A stream of the changes of a page. Without threads the engine answers with the content now, and the tabs tell each
// other when something has changed.
function stream(path) {
  const [address] = path.split("?"), utf8 = new TextDecoder();
  let seen = new URLSearchParams(path.split("?")[1]).get("seen") ?? "", last = Promise.resolve();
  const body = new ReadableStream({
    start(controller) {
      this.one = { send: () => { last = last.then(next, next); } };
      streams.add(this.one);
      const next = async () => {
        const data = await send({ ask: crypto.randomUUID(), method: "GET", path: `${address}?seen=${encodeURIComponent(seen)}`, headers: [], body: new ArrayBuffer(0) });
        if (!streams.has(this.one)) return;
        if (data?.status !== 200) {
          streams.delete(this.one);
          return controller.error(new Error("The stream has ended."));
        }
        seen = /^id: ?(.*)$/m.exec(utf8.decode(data.body))?.[1] ?? seen;
        controller.enqueue(data.body);
      };
      this.one.send();
    },
    cancel() { streams.delete(this.one); },
  });
  return new Response(body, { headers: { "Content-Type": "text/event-stream", "Cache-Control": "no-store" } });
}

// Passes a file to the page around the frame; the frame stays where it is. A refused form is a page, so the frame shows it.
async function pass(make, name) {
  const shell = await findShell();
  if (!shell) return make();
  shell.postMessage({ making: true });
  const answer = await make(), isFile = answer.ok && !/^text\/html/.test(answer.headers.get("Content-Type"));
  const given = /filename="?([^";]+)/.exec(answer.headers.get("Content-Disposition"))?.[1] ?? name.split("/").at(-1);
  shell.postMessage(isFile ? { file: await answer.blob(), name: given } : {});
  return isFile ? new Response(null, { status: 204 }) : answer;
}

async function findShell() {
  const shells = (await clients.matchAll({ type: "window" })).filter((client) => client.frameType === "top-level" && client.visibilityState === "visible");
  return shells.find((client) => client.focused) ?? shells[0];
}

// The engine draws a picture as SVG. The page around the frame makes a PNG of it, since a worker cannot.
async function picture(answer) {
  if (!answer.ok) return answer;
  const svg = await answer.clone().text(), shell = await findShell(), { port1, port2 } = new MessageChannel();
  const png = shell && (await new Promise((done) => {
    port1.onmessage = ({ data }) => done(data);
    shell.postMessage({ svg }, [port2]);
    setTimeout(done, DRAWING);
  }));
  return png ? new Response(png, { headers: { "Content-Type": TYPES.png } }) : answer;
}
