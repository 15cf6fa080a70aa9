// The outbox: taps that the server has not saved yet. They are stored on this phone (a reload finds them), sent in
// order, and repeated until there is an answer. Two tabs share it. An entry is { id, game, who, at, address, pairs,
// after, seen, hand, stage }: `game` is as in `named`; `stage` is "draft" for a single tap, "bids", "taken",
// "comment" or "undo"; each follows the entry `after`, or the version `seen`.

import { idOf, named, root } from "./root.js";
import { kept, unsentFile, whenCleared } from "./store.js";
import { post } from "./token.js";

export const SLOW = 2000; // ms until the page says that it waits for an answer
export const GONE = 8000; // ms until a request is given up
const BEHIND = 50; // ms for the paint after a tap; a request in this time would delay it
const PAUSES = [1, 2, 4, 8].map((seconds) => seconds * 1000);

const STEP = 0.001; // ms between two entries that are added together, to keep their order

export const ECHO = 1500; // ms after an answer in which a field's update may be older than it

const mine = new Map(), HANDS = 2; // numbers that were tapped or saved here, by field, of the last two hands
const unsaved = new Map(); // those that were tapped only: hand by field
const own = new Map(); // fields that were tapped here, and when that was answered or undone, in ms
let newest = "";
const queue = []; // entries to send
export const aside = []; // entries that cannot be sent: set aside, or by an earlier user of this phone
let listener, ready, game, who, seen = "", latest = "", failed = 0, retry, running = false, changes = 0;
let refused; // the refused entry: the user must decide before anything else is sent
let resting = false; // the page reloads
let shut = false; // this device may not write here: try again when the page becomes visible
const idle = new Set(); // callers that wait until everything is sent

const inOrder = (item, other) => item.at - other.at;
const newId = () => [...crypto.getRandomValues(new Uint8Array(16))].map((item) => item.toString(16).padStart(2, "0")).join("");

// --- kept on the phone

// Stores entries by id, or deletes them: all changes of a tap are stored at once, before its frame.
const changed = new Map();
const unkept = new Map(); // what this phone refused to store or delete, by id: tried again, while the page is open

function keep(id, item) {
  if (!changed.size) queueMicrotask(write);
  changed.set(id, item);
  changes += 1;
}

async function write() {
  const all = new Map([...unkept, ...changed]), before = isKept();
  changed.clear();
  const done = await kept("readwrite", (store) => {
    for (const [id, item] of all) item ? store.put(item) : store.delete(id);
    return {};
  }).catch(() => null);
  for (const [id, item] of all) done === null ? unkept.set(id, item) : unkept.delete(id);
  if (isKept() !== before) listener("stored");
  tabs?.postMessage(game);
}

// Whether all entries are stored.
export const isKept = () => ![...unkept.values()].some(Boolean);

export const held = () => refused !== undefined && queue[0] === refused;
const save = (item) => keep(item.id, item);

// Loads this phone's entries of a game. `told` receives every change, and the answer once it is `readable`.
export function start(id, owner, receive, readable) {
  [game, who, listener, ready] = [named(id), owner, receive, readable];
  whenCleared(() => [...queue, ...aside].forEach(save));
  return takeOver();
}

const ids = () => [queue, aside].map((all) => all.map(({ id }) => id)).join(" / ");

// Loads the stored entries, also of another tab; returns whether they have changed.
async function read() {
  const since = changes, all = await kept("readonly", (store) => store.getAll());
  if (!all) return false;
  if (since !== changes) return read();
  const was = ids();
  const before = new Map(queue.map((item) => [item.id, item]));
  const here = [...all.filter(({ id }) => !unkept.has(id)), ...unkept.values()].filter((item) => item?.game === game).sort(inOrder);
  const may = (item) => !item.aside && (item.who ?? who) === who;
  queue.splice(0, Infinity, ...here.filter(may).map((item) => Object.assign(before.get(item.id) ?? {}, item)));
  aside.splice(0, Infinity, ...here.filter((item) => !may(item)));
  latest = chain().at(-1)?.id ?? "";
  return was !== ids();
}

const tabs = window.BroadcastChannel && new BroadcastChannel(`scorepad ${root}`);
tabs?.addEventListener("message", async ({ data }) => {
  if (data === "forgotten") return location.reload(); // by outbox_panel.js
  if (data !== game || !(await read())) return;
  listener("found");
  clearTimeout(retry);
  retry = setTimeout(takeOver, PAUSES.at(-1)); // the tab that was tapped sends it, unless it is closed
});

// Finds the entries of this phone, also of a tab that closed before it reported its last ones.
async function takeOver() {
  if (await read()) listener("found");
  flush();
}

// --- added and taken back

// Finds an entry by its id; another tab may have sent it.
function leave(all, { id }) {
  const at = all.findIndex((item) => item.id === id);
  if (at >= 0) all.splice(at, 1);
}

// The fields of a single tap, each with its value.
export const tapped = ({ pairs }) => {
  const [fields, values] = ["field", "value"].map((name) => pairs.filter(([item]) => item === name));
  return fields.map(([, field], at) => [field, values[at][1]]);
};

const valuesOf = (item) => (item.stage === "draft" ? tapped(item) : item.pairs);

// What else was entered for the hand of an entry; a question about the hand shows it.
export const after = (entry) => [...standing(), ...queue.filter(({ stage }) => stage === "draft")]
  .filter((item) => item !== entry && entry.hand && item.hand === entry.hand && item.stage !== "undo");

// Appends an entry. The end of a stage includes the unsent taps just before it.
export function add(address, given, about) {
  const along = /bids|taken/.test(about.stage) ? queue.slice(queue.findLastIndex((item) => !isPlainTap(item, about.hand)) + 1) : [];
  along.forEach(drop);
  const pairs = [...given, ...along.map((item) => ["tap", new URLSearchParams(tapped(item)).toString()])];
  if (along.length) about.taps = along.map(({ fields }) => fields);
  const at = Math.max(Date.now(), (queue.at(-1)?.at ?? 0) + STEP); // a clock may be set back
  const item = { id: newId(), game, who, at, address, after: latest, seen, ...about, pairs };
  newest = item.id;
  const tap = about.stage === "draft";
  note(about.hand, tap ? tapped(item) : given, tap);
  queue.push(item);
  queue.sort(inOrder);
  latest = chain().at(-1)?.id ?? latest;
  save(item);
  setTimeout(flush, BEHIND);
  return item;
}

const isPlainTap = ({ stage, sent, turn, hand }, of) => stage === "draft" && !sent && !turn && hand === of;

// Returns the waiting entries in order, for Undo.
export const all = () => queue;

// What this phone shows of a hand: another scorer who saves other numbers replaces these.
export function note(hand, pairs, tap) {
  for (const [name, number] of pairs) {
    if (!/^(bid|taken|made|off)\.|^trump$/.test(name)) continue;
    if (!mine.has(hand)) mine.set(hand, new Map());
    if (tap && number !== "") unsaved.set(name, hand);
    else unsaved.delete(name);
    if (number === "") mine.get(hand).delete(name);
    else mine.get(hand).set(name, number);
  }
  if (mine.size > HANDS) mine.delete(mine.keys().next().value);
}

// Another scorer's number is shown in this field; without a hand, no number of any hand is shown.
export const cede = (hand, field) => (hand ? mine.get(hand)?.delete(field) : mine.clear());
// Whether a tapped number is neither shown nor saved.
export const lost = (hand, form) => [...unsaved].some(([name, of]) => of !== hand || !form?.elements.namedItem(name));
export const looked = () => unsaved.clear();
export const numbers = () => [...mine].flatMap(([hand, fields]) => [...fields].map(([name, number]) => [`mine.${hand}.${name}`, number]));

export function drop(item) {
  leave(queue, item);
  if (item.stage === "draft") for (const [field] of tapped(item)) own.set(`${item.hand} ${field}`, performance.now());
  keep(item.id);
}

// Undoes this device's last action. An unsent entry is deleted; after a sent one an entry is added that undoes it. Returns the
// undone entry, or undefined. Comments stay, and undo entries come before them.
export function takeBack(address) {
  const last = standing().at(-1);
  if (!last || last === refused) return undefined;
  for (const item of queue.slice(queue.indexOf(last) + 1)) if (item.stage === "draft" && !item.sent) drop(item); // taken back one by one
  if (last.sent) add(address, [], { stage: "undo", hand: last.hand, of: last.id, after: last.id, at: last.at + STEP });
  else for (const item of queue.slice(queue.indexOf(last))) if (item.stage !== "comment") drop(item);
  latest = chain().at(-1)?.id ?? "";
  return last;
}

// The unanswered entries without single taps and without undone ones.
export const entries = () => queue.filter((item) => item.stage !== "draft");

// Those that build on each other: a comment conflicts with nothing, and may hide no conflict.
const chain = () => entries().filter((item) => item.stage !== "comment");

export function standing() {
  const all = [];
  for (const item of chain()) {
    const of = all.findIndex(({ id }) => id === item.of);
    if (of < 0) all.push(item);
    else all.splice(of, 1);
  }
  return all;
}

// Whether a field's update may be older than a tap in it here.
export const isNew = (hand, field) => taps(hand).some(([tapped]) => tapped === field) ||
  performance.now() - (own.get(`${hand} ${field}`) ?? -Infinity) < ECHO;

// Returns the id of the last tap.
export const last = () => newest;

// Whether anything waits at all; and the single taps for a hand as [field, value].
export const any = () => queue.length > 0;
export const taps = (hand) => queue.filter((item) => item.stage === "draft" && item.hand === hand).flatMap(tapped);

// The page is the server's again: later entries are based on its version.
export const rebase = (version) => {
  seen = version;
  latest = chain().at(-1)?.id ?? "";
};

// Sends nothing while the page reloads: the new page would lack the answer, and it sends the entry.
export function rest(is) {
  resting = is;
  flush();
}

// Waits until everything is sent; throws after this time in ms.
export const drain = (most) => new Promise((done, failed) => {
  if (!queue.length) return done();
  idle.add(done);
  setTimeout(failed, most);
});

// --- refused

// Decides about the first entry, which was refused on a page of this version, and about all entries of its hand if
// that hand is `over`. "mine" is sent again and replaces the server's version, "theirs" is deleted, and "aside" is
// kept unsent with all later hands. For a refused undo, "mine" is the hand that was saved again. `bids` are those of
// refused tricks, if they must be saved before.
export function decide(what, version, over, bids) {
  const first = refused, whole = over && first.hand, back = what === "mine" && first.stage === "undo";
  const all = queue.filter((item) => item === first || item.of === first.id || (first.hand && (what === "aside" ? item.hand : item.hand === whole)));
  refused = undefined;
  if (what !== "mine") mine.delete(first.hand);
  if (what === "mine") Object.assign(back ? all.find(({ stage }) => stage !== "undo") : first, { seen: version, after: "" });
  for (const item of all) {
    if (what === "theirs" || (back && item.stage === "undo")) drop(item);
    else save(Object.assign(item, what === "mine" ? { instead: true } : { aside: true }));
  }
  if (what === "mine" && bids) {
    const before = { ...first, id: newId(), at: first.at - STEP, address: first.address.replace(/\w+$/, "bids"), stage: "bids", pairs: [...new URLSearchParams(bids)], taps: undefined };
    save(Object.assign(first, { after: before.id }));
    queue.unshift(before);
    save(before);
  }
  if (what === "aside") aside.push(...all.map((item) => queue.splice(queue.indexOf(item), 1)[0]));
}

// Bases the first entry on this version: the one before it was dropped.
export function build(version) {
  const [first] = chain();
  if (first) save(Object.assign(first, { seen: version }));
}

// An entry for a hand that another scorer has saved is based on its own page.
export const loosen = (item) => save(Object.assign(item, { after: "" }));

// Sends a refused entry again: the user has not decided, and the question is gone.
export function repeat() {
  if (!held()) return;
  refused = undefined;
  flush();
}

export function forget(item) {
  leave(aside, item);
  keep(item.id);
}

// Returns the address of a file with all unsent entries, which an owner's page imports.
export const file = () => unsentFile(idOf(game), [...entries(), ...aside]);

// --- sent

const PREFER = { Prefer: "return=representation" }; // the page to which it leads comes with the answer
let waited = new AbortController();
let busy;

// Later taps wait while another form is sent: the order of taps counts.
export function hold(is) {
  busy = is;
  if (!is) flush();
}

async function send(item) {
  waited = new AbortController();
  const gone = setTimeout(() => waited.abort(), GONE);
  const seal = document.querySelector("[name=csrf_token]").value, instead = item.instead && { instead: "yes" };
  // It builds on the one before it, or on the version of the page; its own id makes it count once.
  const signs = { csrf_token: seal, event_id: item.id, queued: "yes", after: item.after, seen: item.seen ?? "", ...instead };
  const rest = item.stage === "draft" ? [] : after(item).map((next) => ["rest", new URLSearchParams(valuesOf(next)).toString()]);
  const body = new URLSearchParams([...item.pairs, ...rest, ...Object.entries(signs)]);
  try {
    ready().catch(() => {}); // meanwhile
    const answer = await post(item.address, body, { headers: PREFER, signal: waited.signal });
    await ready();
    return [answer, await answer.text()]; // which may never come to its end
  } finally {
    clearTimeout(gone);
  }
}

// The server may answer again: retry the waiting entries.
function again() {
  failed = 0;
  waited.abort();
  flush();
}

export async function flush() {
  if (running || resting || busy || held()) return;
  running = true;
  clearTimeout(retry);
  const waits = setTimeout(() => listener("waits"), SLOW);
  try {
    while (queue.length && !busy && (await sendFirst(queue[0])));
  } finally { // after any rendering error, the next entry is still sent
    clearTimeout(waits);
    running = false;
    if (queue.length && !busy && !held() && !shut) retry = setTimeout(flush, PAUSES[Math.min(failed, PAUSES.length) - 1] ?? 0);
    if (!queue.length) for (const done of idle) done(idle.delete(done));
  }
}

// Whether an entry is done: saved, or a single tap that came too late.
async function sendFirst(first) {
  let answer, text;
  if (!first.sent && first.stage !== "draft") save(Object.assign(first, { sent: true })); // another tab must know
  first.sent = true;
  try {
    [answer, text] = await send(first);
  } catch {
    answer = null;
  }
  if (resting || !queue.includes(first)) return !resting; // another tab has seen it through
  const tap = first.stage === "draft", wrong = [409, 422, tap && 400].includes(answer?.status);
  if (!answer?.ok && !wrong) {
    failed += 1;
    if (unkept.size) write();
    shut = answer?.headers.get("Scorepad-Access") === "none";
    listener(shut ? "shut" : "failed", text, answer);
    return false;
  }
  failed = 0;
  if (wrong && !tap) {
    refused = first;
    listener("refused", text, answer, first);
    return false;
  }
  const made = answer.headers.get("Scorepad-Version"); // by another scorer, who has recorded the same
  if (made) for (const next of queue) if (next.after === first.id) save(Object.assign(next, { after: "", seen: made }));
  drop(first);
  listener(tap ? "kept" : "answered", text, answer, first);
  return !resting;
}

addEventListener("online", again);
document.addEventListener("visibilitychange", () => document.hidden || again());
