// Takes over the page that the server answers. Loaded with the first request; offline it is not needed.

import { make } from "./nodes.js";
import { post } from "./token.js";

let ahead, next, pages, queue, undo, waiting; // the modules of the page

export function begin(modules) {
  ({ ahead, next, pages, queue, undo, waiting } = modules);
}

const parsePage = (text) => new DOMParser().parseFromString(next.policy?.createHTML(text) ?? text, "text/html");
const standsFor = (page) => [page.getElementById("entry")?.getAttribute("action"), page.getElementById("entry")?.dataset.stage].join();
const bidsOn = (page) => [...page.querySelectorAll("#entry [data-bid]")].map((item) => item.dataset.bid).join();

// --- of another Scorepad, or in another language

// Whether a page comes from another version of Scorepad, with other scripts and styles, or is in another language. It
// cannot be combined with this page. Older pages use this script too, so its exports must not change.
const mark = (text) => text?.match(/\/static\/(\w+)/)?.[1];
const language = (text) => text?.match(/<html lang="([\w-]+)/)?.[1];
const isForeign = (text) => Boolean(mark(text)) && (mark(text) !== mark(document.head.innerHTML) || language(text) !== document.documentElement.lang);

const typedIn = (sent) => [...document.querySelectorAll("main textarea, main input:not([type=hidden], [type=radio], [type=checkbox])")]
  .filter((item) => item.form !== sent && item.value !== item.defaultValue);

let renewing = false;

function rest(is) {
  renewing = is;
  queue.rest?.(is); // which the page of an older one has not
}

// Reloads such a page, unless typed text would be lost; returns whether it does. Taps are stored.
function renew(text, sent, url = location.href) {
  if (!isForeign(text) || typedIn(sent).length) return false;
  if (renewing) return true;
  rest(true);
  setTimeout(rest, queue.GONE, false); // the user may have stopped the reload
  history.replaceState(null, "", url);
  location.reload();
  return true;
}

// --- taken over

const keyed = (node) => `${node.nodeName} ${node.id || node.dataset?.field || node.dataset?.total || node.classList?.[0] || ""}`;

// Takes over a page, without touching equal parts or losing taps.
function settle(page) {
  const before = measureTotals(), top = () => document.querySelector("#entry:not(details *)")?.getBoundingClientRect().top ?? 0, was = top();
  document.title = page.title;
  // An open row stays open; closed for a moment, it would move the page.
  for (const seat of page.querySelectorAll("#entry [data-field]")) {
    const { classList } = document.querySelector(`#entry [data-field="${seat.dataset.field}"]`) ?? seat;
    for (const item of ["now", "shut", "line"]) seat.classList.toggle(item, classList.contains(item));
  }
  for (const part of ["header", "main"]) next.become(document.querySelector(part), page.querySelector(part), keyed);
  for (const item of [document.querySelector(".entry"), document.scrollingElement]) item.scrollTop += top() - was; // nothing moves under a thumb
  animate(before);
}

// Carries over `typed`, the text that was typed on the page before.
function replacePage(page, url = location.href, typed = []) {
  const before = measureTotals(), was = standsFor(document), path = location.pathname, ledOn = next.led() && new URL(url, location).hash && !page.querySelector(".entry .refusal");
  const focused = document.activeElement?.name && `${document.activeElement.localName}[name="${CSS.escape(document.activeElement.name)}"]`;
  document.title = page.title;
  for (const part of ["header", "main"]) document.querySelector(part).replaceWith(page.querySelector(part));
  typed.forEach(retype);
  if (url !== location.href) history.replaceState(null, "", url);
  const other = standsFor(document) !== was || location.pathname !== path;
  if (ledOn) next.lead(!other);
  else if (other) next.toStart();
  const wrong = document.querySelector("main [autofocus]"); // of a refused form
  if (wrong) wrong.focus();
  else (focused && document.querySelector(`main ${focused}`) || document.getElementById("main")).focus({ preventScroll: true });
  document.getElementById("live").textContent = document.querySelector(".refusal, .said, .contract")?.textContent ?? "";
  animate(before);
}

function retype({ id, value }) {
  const field = document.getElementById(id);
  if (!field) return;
  field.value = value;
  field.closest("details")?.setAttribute("open", "");
}

// Returns the texts and positions of the totals before they change.
export const measureTotals = (places = true) => new Map([...document.querySelectorAll("[data-total]")].map((item) => [item.dataset.total, [item.textContent, places && item.closest(".standing") && item.getBoundingClientRect()]]));

// Animates totals and places to their new positions, unless the user prefers reduced motion.
export function animate(before) {
  if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  for (const item of document.querySelectorAll("[data-total]")) {
    const [text, box] = before.get(item.dataset.total) ?? [], now = box?.width && item.closest(".standing") && item.getBoundingClientRect();
    const moved = now && box.x !== now.x;
    if (text === undefined || box?.width === 0 || !moved && text === item.textContent) continue;
    const from = moved ? `translate(${box.x - now.x}px, ${box.y - now.y}px)` : "translateY(-.6em)";
    item.animate([{ transform: from }, { transform: "none" }], { duration: 400, easing: "ease-out" });
  }
}

// In the order of the sheet.
const totals = () => [...document.querySelectorAll(".sheet [data-total]")].map((item) => item.textContent).join();

export function answered(text, others = false) {
  pages.keep(text);
  if (queue.entries().length) return isForeign(text) || ahead.goneOn(parsePage(text)); // the last answer brings the other page
  if (renew(text)) return;
  const page = parsePage(text);
  const shown = standsFor(page) === standsFor(document) && !(others && bidsOn(page) !== bidsOn(document)), foretold = document.querySelector(".sheet .pencil") && totals();
  const unfolded = [...document.querySelectorAll("#entry [data-field]:has(.all)")];
  if (shown) settle(page);
  else {
    replacePage(page, location.href, typedIn(document.getElementById("entry"))); // typed text belongs to its hand
    ahead.deaf();
  }
  ahead.takeOver(!shown);
  if (shown) unfolded.forEach((seat) => ahead.showRow?.(seat)); // with the totals of the answer
  if (foretold && (!shown || foretold !== totals())) waiting.tell("other");
  if (!others && queue.lost?.(ahead.known?.hands[0]?.number, document.getElementById("entry"))) ahead.look(); // another scorer has gone on
}

// Adds saved taps to the stored page, as the server would render it.
export function kept(answer, { ok }, entry) {
  if (!ok && entry.turn) return ahead.look().then(() => waiting.tell(JSON.parse(answer).message)); // another has built on it
  if (!ok || !undo) return; // the page of an older Scorepad has none
  const steps = undo.arrived(entry).replace(/[<>&']/g, (sign) => `\\u00${sign.charCodeAt(0).toString(16)}`);
  let { text } = pages;
  if (!text) return;
  for (const [field, value] of queue.tapped?.(entry) ?? []) {
    const input = `name="${field}" value="`;
    const checked = (rest) => rest.replace(/^([^"]*)"(?: checked(?:="")?)?/, (_, own) => `${own}"${own === value ? " checked" : ""}`);
    text = text.split(input).map((part, at) => (at ? checked(part) : part)).join(input);
  }
  pages.keep(text.replace(/data-turns='[^']*'/, () => `data-turns='${steps}'`));
}

// Fetches the server's present page while only single taps wait, after another tab or scorer has continued.
export async function look() {
  const since = queue.last(), way = ahead.onItsWay;
  await way;
  const mine = queue.numbers?.() ?? [], query = mine.length ? `?${new URLSearchParams([...mine, ["seen", ahead.base.version]])}` : "";
  const asked = fetch(location.pathname + query, { signal: AbortSignal.timeout(queue.GONE) });
  const text = await asked.then((answer) => answer.ok && answer.text()).catch(() => "");
  if (since !== queue.last() || way !== ahead.onItsWay) return ahead.look(); // tapped meanwhile: the page may be older than that
  if (!text || queue.entries().length) return Boolean(text);
  waiting.answered();
  answered(text, true);
  queue.looked?.();
  tellReplaced(text);
  return true;
}

const saidBefore = new Set();

// Says that other numbers than this phone's are saved, with a link to edit them.
function tellReplaced(text) {
  const all = text.includes('id="replaced"') ? [...document.importNode(parsePage(text).getElementById("replaced").content, true).children] : [];
  const news = all.filter(({ textContent }) => !saidBefore.has(textContent));
  if (!news.length) return;
  for (const { textContent } of news) saidBefore.add(textContent);
  const { button, panel, words } = waiting;
  panel(...news, make("p", { className: "acts" }, button(words.close, () => waiting.close()))).className = "replaced";
}

// What a page says is in the way.
export const why = (text) => parsePage(text).querySelector(".refusal, main section > p")?.textContent;

// --- refused

// A conflict or a refusal: both versions are shown, and one tap decides. An error in a field is fixed there, unless
// later hands were played.
export function refused(text, { status }, entry) {
  if (renew(text)) return; // which sends it again, and asks
  const page = parsePage(text);
  if (status === 422 && queue.entries().length === 1 && page.querySelector(`[action="${entry.address}"]`)) {
    queue.decide("theirs");
    replacePage(page);
    return ahead.takeOver(true);
  }
  const versions = page.querySelector("table.versions"), mine = page.querySelector("[form=resend]")?.textContent, reasons = [...page.querySelectorAll(".refusal")].map((item) => item.textContent);
  for (const item of page.querySelectorAll(".refused, .versions, .refused ~ .acts:has([form=resend]), #resend")) item.remove();
  ahead.standOn(page);
  ahead.deaf();
  const decide = (what) => {
    if (what === "mine" && isHalf(entry)) return changeHand(entry);
    queue.decide(what, ahead.base.version, what === "theirs" || ahead.base.known?.hands[0]?.number !== entry.hand, versions?.dataset.bids);
    rebuild(ahead.base);
    queue.flush();
    ahead.redraw();
  };
  if (isAnew(entry)) decide("mine");
  else ask(reasons, versions, [...(mine ? [] : [entry]), ...(queue.after?.(entry) ?? [])], mine, entry, decide);
}

// Whether the hand must be edited: it was undone and saved again, and another scorer has continued.
const isAnew = ({ stage, hand }) => stage === "undo" && queue.standing().some((item) => item.hand === hand && item.stage === "taken") &&
  ahead.base.known?.hands[0]?.number > hand;

// Whether these are bids of a hand whose tricks another scorer has saved.
const isHalf = ({ stage, hand }) => stage === "bids" && ahead.base.parts[1].querySelector(`#hand-${hand}`) &&
  !queue.standing().some((item) => item.hand === hand && item.stage === "taken");

async function changeHand(entry) {
  queue.decide("theirs", ahead.base.version, true);
  const numbers = new URLSearchParams(entry.pairs.filter(([name]) => name.startsWith("bid.")));
  location.assign(`${entry.address.replace(/bids$/, "correction")}?${numbers}`);
}

// Asks about the server's and this phone's version of a hand. `reasons` are the server's messages, `versions` its table,
// otherwise the `own` entries are named. `chosen` receives "mine", "theirs" or "aside".
function ask(reasons, versions, own, mine, entry, chosen) {
  const { button, words } = waiting, choose = (what) => () => { waiting.close(); chosen(what); };
  waiting.panel(make("h2", {}, waiting.format(words.hand, { n: entry.hand })), ...reasons.map((item) => make("p", { className: "refusal" }, item)),
    ...(versions ? [document.importNode(versions, true)] : own.map((item) => make("p", {}, make("b", {}, `${words.mine} `), waiting.describe?.(item) ?? waiting.told(item)))),
    make("p", { className: "acts" }, ...(mine ? [button(mine, choose("mine"), "do")] : []),
      mine ? button(words.theirs, choose("theirs")) : button(words.putAside, choose("aside")), waiting.saveButton())).className = "asks";
}

// Later hands are computed again on the new page if they fit there; otherwise the server names the obstacle.
function rebuild(base) {
  const all = queue.standing(), following = all.find((item) => !item.instead);
  if (!following) return;
  if (!next.fits(base.known, following)) queue.loosen(following);
  else if (following === all[0]) queue.build(base.version);
}

// --- sent without leaving the page

const PREFER = { Prefer: "return=representation" }; // said here too: the queue of an older page does not export it
const SOON = 300, TIMES = 2; // ms until what a worker died of is asked for once more, and how often
const GONE = [502, 504]; // an answer of a proxy, not of Scorepad

// A repeated request counts once, so a lost connection or a dead worker needs no second tap.
async function asked(address, body, meant, times = TIMES) {
  const answer = await post(address, body, { headers: PREFER, signal: AbortSignal.timeout(queue.GONE) }).catch((error) => {
    if (!times || error.name === "TimeoutError") throw error;
  });
  if (answer && (!times || !GONE.includes(answer.status))) return answer;
  await new Promise((done) => setTimeout(done, SOON));
  if (!meant()) throw new Error("not meant any more");
  return asked(address, body, meant, times - 1);
}

const stageNow = () => [document.getElementById("entry")?.dataset.stage, document.querySelector(".pad [name=calls]")?.value].join();

export async function send(sent, by, meant) {
  await (queue.drain?.(queue.GONE) ?? queue.through(queue.GONE));
  if (!meant()) return;
  const body = new URLSearchParams(new FormData(sent));
  if (by?.name) body.append(by.name, by.value);
  let answer, text;
  queue.hold?.(true);
  try {
    answer = await asked(sent.action, body, meant);
    text = await answer.text();
  } finally {
    queue.hold?.(false);
  }
  const led = answer.headers.get("Content-Location") ?? (answer.redirected ? answer.url : "");
  const url = led ? new URL(led, location).href : location.href;
  if (answer.ok) {
    pages.keep(text);
    if (renew(text, sent, url)) return;
  } else if (!meant()) return;
  if (!answer.ok && answer.status !== 409 && answer.status !== 422) return waiting.tell(why(text) ?? "lost");
  const was = stageNow();
  replacePage(parsePage(text), url);
  if (sent.id === "undo") queue.cede?.(); // its numbers are meant to go
  waiting.tell("");
  ahead.takeOver();
  if (queue.entries().length) ahead.redraw(); // tapped while this was on its way
  if (stageNow() !== was) ahead.deaf();
}
