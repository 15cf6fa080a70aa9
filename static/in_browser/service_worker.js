// Answers what the pages ask for: files from this device, everything else from the engine in one of the tabs.
// make_folder adds VERSION, FILES (names and sizes in bytes) and HEADERS (of each page) above this.

const BASE = new URL("./", location.href).pathname, APP = `${BASE}app/`, LIST = `list ${BASE}`;
const PATIENCE = 300, LONGEST = 60000, DRAWING = 5000; // ms until a stored page is shown, an answer and a picture is given up
const TYPES = { html: "text/html; charset=utf-8", js: "text/javascript", mjs: "text/javascript", css: "text/css", wasm: "application/wasm", svg: "image/svg+xml", png: "image/png", webmanifest: "application/manifest+json" };
const POLICY = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; connect-src 'self'"; // of the engine: a worker has its own
const bus = new BroadcastChannel(`scorepad ${BASE}`), waiting = new Map(), streams = new Set();
const ending = (name) => name.split(".").at(-1);
const framed = (policy) => policy?.replace("frame-ancestors 'none'", "frame-ancestors 'self'");

// --- the files of one version, loaded whole -----------------------------------------------------------------------------

addEventListener("install", (event) => event.waitUntil(load()));
addEventListener("activate", (event) => event.waitUntil(removeOlder()));

async function load() {
  const cache = await caches.open(`files ${BASE} ${VERSION}`), of = FILES.reduce((sum, [, size]) => sum + size, 0);
  let loaded = 0;
  for (const [name, size] of FILES) {
    const answer = await fetch(`${name}.gz?${VERSION}`, { cache: "no-store" });
    if (!answer.ok) throw new Error(`${name}: ${answer.status}`);
    const data = new Uint8Array(await answer.arrayBuffer()), isPacked = data[0] === 31 && data[1] === 139; // some hosts unpack files
    const body = isPacked ? new Response(data).body.pipeThrough(new DecompressionStream("gzip")) : data;
    const headers = { "Content-Type": TYPES[ending(name)] ?? "application/octet-stream", ...(/js$/.test(name) && { "Content-Security-Policy": POLICY }) };
    await cache.put(name === "index.html" ? BASE : BASE + name, new Response(body, { headers }));
    bus.postMessage({ loaded: (loaded += size), of });
  }
}

async function removeOlder() {
  for (const name of await caches.keys()) {
    const isOlder = name.startsWith(`files ${BASE} `) || name.startsWith(`snapshot ${BASE} `);
    if (isOlder && !name.endsWith(` ${VERSION}`)) await caches.delete(name);
  }
  await clients.claim();
}

// --- requests -----------------------------------------------------------------------------------------------------------

addEventListener("fetch", (event) => {
  const { request } = event, url = new URL(request.url);
  if (url.origin !== location.origin || !url.pathname.startsWith(BASE)) return;
  if (url.pathname.startsWith(APP)) event.respondWith(page(event, url));
  else if (request.method === "GET") event.respondWith(file(request));
});

async function file(request) {
  const cache = await caches.open(`files ${BASE} ${VERSION}`);
  return (await cache.match(request, { ignoreSearch: true })) ?? fetch(request);
}

async function page(event, url) {
  const { request } = event, path = url.pathname.slice(APP.length - 1) + url.search;
  const isPage = request.mode === "navigate";
  if (request.destination === "document") { // outside the frame: from other sites, typed addresses, new tabs
    if (request.method !== "GET") return new Response("", { status: 403 });
    if (!/\.\w+$/.test(url.pathname)) return Response.redirect(`${BASE}#${path}`);
  }
  if (request.method === "GET" && path.includes("/static/")) return (await caches.match(request)) ?? ask(request, path);
  if (path.includes("/stream/")) return stream(path);
  if (path.includes("/standings.png")) return picture(await ask(request, path));
  const stored = isPage && request.method === "GET" && (await caches.match(url.pathname)); // by page_store.js, and the list
  const answer = ask(request, path);
  if (isPage && path === "/") event.waitUntil(answer.then(storeList, () => {}));
  if (!stored) return answer;
  event.waitUntil(answer);
  const early = () => new Response(stored.body, { headers: { ...HEADERS, "Content-Security-Policy": framed(HEADERS["Content-Security-Policy"]), "Content-Type": TYPES.html } });
  const late = new Promise((done) => setTimeout(done, PATIENCE)).then(() => (path === "/" && bus.postMessage({ early: path }), early()));
  return Promise.race([answer, late]);
}

async function storeList(answer) {
  if (answer.ok) await (await caches.open(LIST)).put(APP, answer.clone());
}

// --- the engine ---------------------------------------------------------------------------------------------------------

bus.onmessage = ({ data }) => {
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

// The engine draws a picture as SVG. The page around the frame makes a PNG of it, since a worker cannot.
async function picture(answer) {
  if (!answer.ok) return answer;
  const svg = await answer.clone().text(), [shell] = (await clients.matchAll()).filter((client) => client.frameType === "top-level"), { port1, port2 } = new MessageChannel();
  const png = shell && (await new Promise((done) => {
    port1.onmessage = ({ data }) => done(data);
    shell.postMessage({ svg }, [port2]);
    setTimeout(done, DRAWING);
  }));
  return png ? new Response(png, { headers: { "Content-Type": TYPES.png } }) : answer;
}
