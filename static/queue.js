// What was tapped and is not on the server yet: kept on this phone (a reload finds it again), sent in order, again and
// again until it is answered. An entry: { id, game, address, pairs, hand, stage }; `stage` "draft" is a single tap.

const SLOW = 2000, GONE = 8000; // ms after which it is told that an answer is waited for, and nobody waits any more
const PAUSES = [1, 2, 4, 8].map((seconds) => seconds * 1000);

const queue = [];
let listener, game, latest = "", failed = 0, retry, running = false;
const idle = new Set(); // who waits until everything is through

const newId = () => [...crypto.getRandomValues(new Uint8Array(16))].map((one) => one.toString(16).padStart(2, "0")).join("");

// --- kept on the phone ----------------------------------------------------------------------------------------------

const opened = new Promise((done) => {
  try {
    const asked = indexedDB.open("scorepad", 1);
    asked.onupgradeneeded = () => asked.result.createObjectStore("queue", { keyPath: "id" });
    asked.onsuccess = () => done(asked.result);
    asked.onerror = () => done(null);
  } catch {
    done(null); // a private window: what is tapped lives as long as the page
  }
});

async function kept(mode, ask) {
  const database = await opened;
  if (!database) return [];
  return new Promise((done) => {
    const change = database.transaction("queue", mode, { durability: "strict" });
    const asked = ask(change.objectStore("queue"));
    change.oncomplete = () => done(asked.result);
    change.onerror = change.onabort = () => done([]);
  });
}

// Takes up what this phone still has of a game; `told` hears of every change: what, and the answer.
export async function start(id, told) {
  [game, listener] = [id, told];
  const all = await kept("readonly", (store) => store.getAll());
  const found = all.filter((one) => one.game === game && !queue.some((other) => other.id === one.id));
  queue.unshift(...found.sort((one, other) => one.at - other.at));
  if (found.length) listener("found");
  flush();
}

// --- added and taken back -------------------------------------------------------------------------------------------

// An entry at the end. Of single taps of a field only the last counts; what ends a stage holds all its taps.
export function add(address, pairs, about) {
  for (const old of queue.filter((one) => one.stage === "draft" && !one.sent && one.hand === about.hand)) {
    if (about.stage !== "draft" || old.field === about.field) drop(old);
  }
  const one = { id: newId(), game, at: Date.now() + queue.length / 1000, address, pairs, after: latest, ...about };
  if (one.stage !== "draft") latest = one.id;
  queue.push(one);
  kept("readwrite", (store) => store.put(one));
  flush();
  return one;
}

function drop(one) {
  queue.splice(queue.indexOf(one), 1);
  kept("readwrite", (store) => store.delete(one.id));
}

// Takes back the last entry that has not been sent; null where there is none.
export function takeBack() {
  const last = queue.findLast((one) => one.stage !== "draft");
  if (!last || last.sent) return null;
  for (const one of queue.slice(queue.indexOf(last))) drop(one);
  latest = last.after;
  return last;
}

// Hands and bids that the server has not answered yet, and the single taps for a hand as [field, value].
export const entries = () => queue.filter((one) => one.stage !== "draft");
export const taps = (hand) => queue.filter((one) => one.stage === "draft" && one.hand === hand).map((one) => one.pairs.map(([, word]) => word));

// The page is the server's again: what comes now builds on the version it shows.
export const settled = () => { latest = entries().at(-1)?.id ?? ""; };

// Until everything is through; an error after so many ms.
export const through = (most) => new Promise((done, failed) => {
  if (!queue.length) return done();
  idle.add(done);
  setTimeout(failed, most);
});

// --- sent ---------------------------------------------------------------------------------------------------------------

const send = (one) => fetch(one.address, {
  method: "POST", body: new URLSearchParams([...one.pairs, ...signs(one)]), keepalive: true, signal: AbortSignal.timeout(GONE),
});

// Each builds on the one before it, or on the version of the page; its own id makes it count once.
const signs = (one) => [["csrf_token", document.querySelector("[name=csrf_token]").value], ["event_id", one.id], ["queued", "yes"], ["after", one.after]];

export async function flush() {
  if (running) return;
  running = true;
  clearTimeout(retry);
  const waits = setTimeout(() => listener("waits"), SLOW);
  while (queue.length && (await one(queue[0])));
  clearTimeout(waits);
  running = false;
  if (queue.length) retry = setTimeout(flush, PAUSES[Math.min(failed, PAUSES.length) - 1] ?? 0);
  else for (const done of idle) done(idle.delete(done));
}

// Whether an entry is through with: written down, or refused for good.
async function one(first) {
  let answer, text;
  first.sent = true;
  try {
    answer = await send(first);
    text = await answer.text();
  } catch {
    answer = null;
  }
  if (!answer || answer.status >= 500) {
    failed += 1;
    listener("failed", answer && text);
    return false;
  }
  failed = 0;
  drop(first);
  if (first.stage !== "draft") listener(answer.ok ? "answered" : "refused", text, answer, first);
  return true;
}

addEventListener("online", flush);
document.addEventListener("visibilitychange", () => document.hidden || flush());
