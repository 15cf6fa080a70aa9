// The worker in which the program runs. Of all tabs one has the engine; the others wait until it is free, or take it
// over. make_folder adds VERSION and PYODIDE (what its loader has to know) above this.

import { loadPyodide } from "./pyodide/pyodide.mjs";
import createModule from "./pyodide/pyodide.asm.mjs";

const BASE = new URL("./", location.href).pathname, NAME = `scorepad ${BASE}`;
const CHUNK = 65536; // bytes
const SILENCE = 3000, SNAPSHOT_DELAY = 3000, READING = 20000; // ms
const isReader = location.hash === "#reader";
const bus = new BroadcastChannel(NAME), laps = {};
let started = performance.now(), isUp = false;
const lap = (name) => { laps[name] = Math.round(performance.now() - started); started = performance.now(); };

// --- the files of the games, in IndexedDB by chunks

const result = (request) => new Promise((done, fail) => { request.onsuccess = () => done(request.result); request.onerror = () => fail(request.error); });
const committed = (work) => new Promise((done, fail) => { work.oncomplete = done; work.onerror = work.onabort = () => fail(work.error ?? new Error("aborted")); });
const chunks = (size) => Array.from({ length: Math.ceil(size / CHUNK) }, (_, number) => number);

class Replaced extends Error {} // another tab has the engine now

class Files {
  written = new WeakMap(); // node of a file → numbers of chunks since the last commit
  stored = new Map(); // name → node, with all its chunks in the database but those in `written`
  turn = 0; // of this engine; one with a lower turn neither writes nor answers

  constructor(FS) {
    this.FS = FS;
    const stream = FS.filesystems.MEMFS.ops_table.file.stream, { write } = stream;
    stream.write = (to, buffer, offset, length, position, ...more) => {
      const numbers = this.written.get(to.node) ?? new Set();
      for (let number = Math.floor(position / CHUNK); number * CHUNK < position + length; number++) numbers.add(number);
      this.written.set(to.node, numbers);
      return write(to, buffer, offset, length, position, ...more);
    };
  }

  async open() {
    const opening = indexedDB.open(NAME, 1);
    opening.onupgradeneeded = () => opening.result.createObjectStore("files");
    this.database = await result(opening);
  }

  begin(mode) {
    const work = this.database.transaction("files", mode, { durability: "strict" });
    return [work.objectStore("files"), committed(work), work];
  }

  async restore() {
    const [store, finished] = this.begin("readwrite"), before = (await result(store.get("all"))) ?? { turn: 0, files: [] };
    this.turn = before.turn + 1;
    store.put({ ...before, turn: this.turn }, "all");
    for (const [name, size] of before.files) {
      const data = new Uint8Array(size), parts = await Promise.all(chunks(size).map((number) => result(store.get([name, number]))));
      parts.forEach((part, number) => data.set(part.subarray(0, size - number * CHUNK), number * CHUNK));
      this.FS.writeFile(`/data/${name}`, data);
      const { node } = this.FS.lookupPath(`/data/${name}`);
      this.stored.set(name, node);
      this.written.delete(node);
    }
    await finished;
  }

  // Commits what was written; returns the number of chunks. Throws Replaced after a take-over, also if nothing was written.
  async commit() {
    const files = [], changed = [], names = this.FS.readdir("/data").filter((name) => !/^\.|-journal$/.test(name));
    for (const name of names) {
      const { node } = this.FS.lookupPath(`/data/${name}`), size = node.usedBytes;
      if (this.FS.isDir(node.mode)) continue;
      files.push([name, size]);
      for (const number of this.stored.get(name) === node ? this.written.get(node) ?? [] : chunks(size)) changed.push([[name, number], node]);
    }
    const gone = [...this.stored.keys()].filter((name) => !names.includes(name));
    const isChange = changed.length || gone.length, [store, finished, work] = this.begin(isChange ? "readwrite" : "readonly");
    finished.catch(() => {});
    if ((await result(store.get("all")))?.turn !== this.turn) { // or the user has cleared the data
      work.abort();
      throw new Replaced("Another tab has taken over.");
    }
    if (!isChange) return 0;
    for (const [[name, number], node] of changed) store.put(node.contents.slice(number * CHUNK, Math.min(node.usedBytes, (number + 1) * CHUNK)), [name, number]);
    for (const name of gone) store.delete(IDBKeyRange.bound([name], [name, []]));
    store.put({ turn: this.turn, files }, "all");
    await finished; // until here the changed chunks stay noted
    for (const name of gone) this.stored.delete(name);
    for (const [[name], node] of changed) {
      this.stored.set(name, node);
      this.written.get(node)?.clear();
    }
    return changed.length;
  }
}

// --- Python

const SNAPSHOT = `snapshot ${BASE} ${VERSION}`;

async function startPython() {
  const stored = await caches.match("memory", { cacheName: SNAPSHOT }), memory = stored && new Uint8Array(await stored.arrayBuffer());
  const packed = fetch("program.zip").then((answer) => answer.arrayBuffer());
  lap("files");
  const python = await loadPyodide({
    ...PYODIDE, indexURL: `${BASE}pyodide/`, stdLibURL: `${BASE}stdlib.zip`, packageBaseUrl: "./",
    ...(memory ? { _loadSnapshot: memory } : { _makeSnapshot: true }),
    createPyodideModule: async (settings) => {
      const module = await createModule(settings);
      while (memory && module.HEAP8.length < memory.length) module._malloc(memory.length - module.HEAP8.length);
      return module;
    },
  });
  lap("python");
  python.unpackArchive(await packed, "zip", { extractDir: "/program" });
  python.FS.mkdirTree("/data");
  lap("unpack");
  if (memory) return [python];
  python.runPython("import sys; sys.path.insert(0, '/program'); from scorepad.in_browser import bridge; bridge.warm_up()");
  lap("warm");
  const image = python.makeMemorySnapshot();
  lap("snapshot");
  return [python, image];
}

// --- the engine

async function run() {
  postMessage({ owner: true });
  const [python, image] = await startPython(), files = new Files(python.FS), bridge = python.pyimport("scorepad.in_browser.bridge");
  await files.open();
  await files.restore();
  lap("games");
  bridge.start(location.origin, `${BASE}app`);
  await files.commit();
  lap("start");
  const known = new Set(); // of requests: the service worker repeats those without an answer when it hears of an engine
  let isOver = false, queue = Promise.resolve();

  function asked({ method, path, headers, body }, hasRoom = true) {
    const got = bridge.answer(method, path, headers, new Uint8Array(body), hasRoom), answer = got.toJs({ create_pyproxies: false });
    got.destroy();
    return answer;
  }

  // Perhaps there is room without the snapshot, or the browser had closed the database, as some do to a sleeping tab.
  async function commitAgain(error) {
    if (error instanceof Replaced) throw error;
    await caches.delete(SNAPSHOT);
    await files.open();
    return files.commit();
  }

  async function answer(request) {
    const begun = performance.now();
    let [status, headers, body] = asked(request), parts = -1;
    const ran = performance.now();
    if (!status) return readAndAskAgain(body, request);
    try {
      parts = await files.commit().catch(commitAgain);
    } catch (error) {
      if ((isOver = error instanceof Replaced)) throw error; // the tab that has taken over is asked again
      [status, headers, body] = asked(request, false);
    }
    bus.postMessage({ answer: request.ask, status, headers, body });
    if (parts > 0) bus.postMessage({ changed: true });
    postMessage({ log: [request.method, request.path, status, Math.round(ran - begun), Math.round(performance.now() - ran), parts, body.length] });
  }

  // A foreign file is read in a worker that can be ended, while other requests are answered.
  async function readAndAskAgain(job, request) {
    read(job).then((result) => {
      bridge.note_answer(job, result);
      queue = queue.then(() => isOver || answer(request)).catch(report);
    });
  }

  const up = { up: true, laps, memory: python._module.HEAP8.length, snapshot: !image };
  bus.onmessage = ({ data }) => {
    if (isOver) return;
    if (data.who) bus.postMessage(up);
    if (!data.ask || known.has(data.ask)) return;
    known.add(data.ask);
    queue = queue.then(() => isOver || answer(data)).catch(report);
  };
  bus.postMessage(up);
  postMessage(up);
  isUp = true;
  if (image) setTimeout(async () => (await caches.open(SNAPSHOT)).put("memory", new Response(image)).catch(() => {}), SNAPSHOT_DELAY); // no room: the start takes longer
  await new Promise(() => {}); // until this tab goes
}

// --- the worker that reads a foreign file

function read(job) {
  const reader = new Worker("engine.js#reader", { type: "module" });
  return new Promise((done) => {
    reader.onmessage = ({ data }) => {
      if (!data.ready) return done(data.result);
      reader.postMessage(job);
      setTimeout(done, READING);
    };
    reader.onerror = () => done();
  }).finally(() => reader.terminate());
}

async function beReader() {
  const [python] = await startPython(), bridge = python.pyimport("scorepad.in_browser.bridge");
  onmessage = ({ data }) => postMessage({ result: bridge.read_file(data).toJs() });
  postMessage({ ready: true });
}

// A tab whose engine was replaced starts another one, which waits for its turn. One that did not start is tried again
// without its snapshot, which may be damaged or take the room.
async function report(error) {
  const isAgain = error instanceof Replaced || error.name === "AbortError" || (!isUp && (await caches.delete(SNAPSHOT)));
  postMessage(isAgain ? { replaced: true } : { error: String(error.message ?? error).trim().split("\n").at(-1), isFull: error.name === "QuotaExceededError" });
}

// The engine of a tab that was put to sleep is replaced: not even its page answers. An engine may be busy for long.
async function takeTurn() {
  const has = await navigator.locks.request(NAME, { ifAvailable: true }, (lock) => lock && run().then(() => true));
  if (has) return;
  const channel = new BroadcastChannel(NAME), lock = new AbortController(); // `bus` does not hear its own messages
  let heard;
  channel.onmessage = ({ data }) => { heard ||= data.up || data.answer || data.alive; };
  const waiting = navigator.locks.request(NAME, { signal: lock.signal }, () => { lock.taken = true; return run(); });
  waiting.catch((error) => lock.signal.aborted || report(error));
  while (!lock.taken) {
    heard = false;
    channel.postMessage({ who: true });
    await new Promise((done) => setTimeout(done, SILENCE));
    if (lock.taken || heard) continue;
    lock.abort();
    await navigator.locks.request(NAME, { steal: true }, run);
  }
}

(isReader ? beReader() : takeTurn()).catch(report);
