// Ahead of the server: what a tap leads to is drawn in its frame, from the plan, and sent behind it. When the answers
// are there, what the server says stands.

import * as next from "./next.js";
import * as pages from "./pages.js";
import { becomes } from "./plan.js";
import * as queue from "./queue.js";
import * as waiting from "./waiting.js";

export let known; // the plan of the page, as far as it is played
let base; // the server's page, on which everything is drawn that it has not got yet
let tellDrawn; // told when another page stands there: whether nothing of it was tapped, and what was
let foreseen = true; // whether all that waits is drawn: else only the server can say how it goes on

export function begin(whenDrawn) {
  tellDrawn = whenDrawn;
  const game = document.querySelector(".game");
  if (game?.dataset.plan) pages.begin(next.policy);
  takeOver();
  if (known) queue.start(location.pathname.split("/")[2], game.dataset.owner ?? "", told);
}

function drawn(...how) {
  tellDrawn(...how);
  queue.afterPaint(() => (window.requestIdleCallback ?? setTimeout)(() => next.prepare(known)));
}

// What stands there is the server's page.
function takeOver(fresh) {
  result = undefined;
  base = takenFrom(document);
  known = base.known;
  foreseen = !queue.entries().length;
  queue.settled(base.version);
  waiting.tell();
  drawn(fresh, queue.taps(known?.hands[0]?.number)); // the page may be older than a tap
}

function takenFrom(page) {
  const known = JSON.parse(page.querySelector("[data-plan]")?.dataset.plan ?? "null");
  const parts = ["header", "main"].map((part) => page.querySelector(part).cloneNode(true));
  return { known, parts, version: page.querySelector("[name=seen]")?.value ?? "" };
}

// --- the next stage ---------------------------------------------------------------------------------------------------

// When the stage changed last, ms: what a finger touches just then was meant for what stood there before.
export let changed = -Infinity;

// Goes on with what is tapped; false where only the server can say how it goes on.
export function goOn(form) {
  if (!known) return false;
  tellSheet();
  const entry = { pairs: typed(form), hand: known.hands[0]?.number, stage: form.dataset.stage === "bids" ? "bids" : "taken" };
  const { pathname } = new URL(form.action); // before it becomes the next one
  if (!form.dataset.draft || !foreseen || !step(entry, (draw) => { result = draw; })) return false;
  queue.add(pathname, entry.pairs, entry);
  if (entry.stage === "taken" && document.querySelector("[data-buzz]")) navigator.vibrate?.(40); // ms
  waiting.tell();
  drawn();
  changed = performance.now();
  scrollTo(0, 0);
  queue.afterPaint(() => {
    tellSheet();
    document.querySelector("main").focus({ preventScroll: true });
    document.getElementById("live").textContent = [...document.querySelectorAll("header h1, #entry .who")].map((one) => one.textContent).join(" ");
  });
  return true;
}

// The sheet beside or below has the hand in the frame after the tap's.
let result;

function tellSheet() {
  if (!result) return;
  const before = next.measureTotals(false); // the places go
  result();
  result = undefined;
  next.toNewest();
  next.animate(before);
}

const typed = (form) => [...new FormData(form)].filter(([name]) => !["csrf_token", "event_id", "seen"].includes(name));

// A comment waits on this phone like a hand; false where it may be wrong: then the server says so.
export function comment(form) {
  const text = form.elements.text;
  if (!known || !form.matches("[action$='/comments']") || !text.value.trim()) return false;
  queue.add(new URL(form.action).pathname, typed(form), { stage: "comment" });
  text.value = "";
  form.closest("details").open = false;
  document.querySelector(".tabs a")?.click(); // back to the hand
  waiting.tell();
  return true;
}

// Draws what an entry of the queue leads to.
function step({ pairs, hand, stage }, ofSheet = (draw) => draw()) {
  if (!next.fits(known, { hand, stage })) return false;
  if (stage === "bids") {
    const said = next.bidden(known, pairs);
    if (said) next.drawOpen(known = said);
    return Boolean(said);
  }
  const done = next.playedOut(known, pairs);
  if (!done) return false;
  ofSheet(next.drawResult.bind(null, known, done.played, done.then));
  next.drawOpen(known = done.then);
  return true;
}

// Draws everything anew: the server's page, and on it what it has not got yet; taps of `pairs` are given back.
function redraw(pairs = []) {
  const led = next.led();
  waiting.close();
  for (const part of base.parts) document.querySelector(part.localName).replaceWith(part.cloneNode(true));
  if (led) next.lead();
  known = base.known;
  result = undefined;
  foreseen = queue.standing().every((one) => step(one));
  queue.settled(base.version);
  waiting.tell();
  drawn(true, [...pairs, ...queue.taps(known?.hands[0]?.number)]);
  changed = performance.now();
  queue.repeat();
}

// What the queue tells: what it found here, what was answered, and what goes wrong.
function told(what, text, answer, entry) {
  if (what === "found") return queue.entries().length ? redraw() : look();
  if (what === "waits") return waiting.tell("silent");
  if (what === "shut") return shutOut();
  if (what === "failed") return waiting.tell(next.parsePage(text ?? "").querySelector(".refusal, main section > p")?.textContent ?? "silent");
  waiting.answered();
  if (what === "kept") return answer.ok && pages.tapped(...entry.pairs.map(([, word]) => word));
  const page = next.parsePage(text);
  if (what === "answered") pages.keep(text);
  if (what === "refused") return refused(page, answer.status, entry);
  if (queue.entries().length) return goneOn(page);
  const shown = next.isShown(page), foretold = document.querySelector(".sheet .pencil") && totals();
  if (shown) next.settle(page);
  else {
    next.replacePage(page);
    changed = performance.now(); // a finger that is down was meant for what stood there before
  }
  takeOver(!shown);
  if (foretold && (!shown || foretold !== totals())) waiting.tell("other");
}

// As they stand in the sheet.
const totals = () => [...document.querySelectorAll(".sheet [data-total]")].map((one) => one.textContent).join();

// A link that was taken back: what is here stays and can be saved, and what was kept of the page goes.
export function shutOut() {
  waiting.tell("shut");
  pages.forget();
}

// The server has one more of what waits, and it is drawn already: unless only the server could say what comes of it.
function goneOn(page) {
  base = takenFrom(page);
  queue.settled(base.version);
  if (!foreseen) redraw();
}

// The page as the server has it now, where nothing waits but single taps: another tab or somebody else has gone on.
export async function look() {
  waiting.close(".asks"); // what somebody reads stays
  waiting.tell();
  drawn(false, queue.taps(known?.hands[0]?.number));
  const since = queue.last(), answer = await fetch(location.pathname).catch(() => null);
  if (since !== queue.last()) return look(); // tapped meanwhile: the page may be older than that
  if (answer?.ok && !queue.entries().length) told("answered", await answer.text());
}

// Somebody else was quicker, or it cannot be: both are shown, and one tap decides. What is wrong in a field is mended
// there, as long as nothing was played on.
function refused(page, status, entry) {
  if (status === 422 && queue.entries().length === 1 && page.querySelector(`[action="${entry.address}"]`)) {
    queue.decide("theirs");
    next.replacePage(page);
    return takeOver(true);
  }
  const mine = page.querySelector("[form=resend]")?.textContent, said = [...page.querySelectorAll(".refusal")].map((one) => one.textContent);
  for (const one of page.querySelectorAll(".refused, .refused + .acts, #resend")) one.remove();
  base = takenFrom(page);
  changed = performance.now(); // a finger that is down was meant for what lies beneath
  waiting.ask(said, status === 409, mine, entry, (what) => {
    queue.decide(what, base.version, base.known?.hands[0]?.number !== entry.hand);
    rebuild();
    queue.flush();
    redraw();
  });
}

// What follows is worked out anew on the page as it is now, if it fits there; if not, the server says what is in its way.
function rebuild() {
  const all = queue.standing(), following = all.find((one) => !one.instead);
  if (!following) return;
  if (!next.fits(base.known, following)) queue.loosen(following);
  else if (following === all[0]) queue.build(base.version);
}

// --- sent without leaving the page ------------------------------------------------------------------------------------

// What is being sent, which the queue knows nothing of: one after the other.
export let onItsWay = Promise.resolve();

export const send = (sent, by) => (onItsWay = onItsWay.then(() => sending(sent, by)));

async function sending(sent, by) {
  const waits = setTimeout(() => waiting.tell("silent"), queue.SLOW);
  try {
    await queue.through(queue.GONE);
    const body = new URLSearchParams(new FormData(sent));
    if (by?.name) body.append(by.name, by.value);
    const answer = await fetch(sent.action, { method: "POST", body, signal: AbortSignal.timeout(queue.GONE) });
    const text = await answer.text(), page = next.parsePage(text);
    if (answer.ok) pages.keep(text);
    if (answer.ok || answer.status === 409 || answer.status === 422) {
      const was = document.getElementById("entry")?.dataset.stage;
      next.replacePage(page, answer.redirected ? answer.url : location.href);
      waiting.tell("");
      takeOver();
      if (queue.entries().length) redraw(); // tapped while this was on its way
      if (document.getElementById("entry")?.dataset.stage !== was) changed = performance.now();
    } else waiting.tell(page.querySelector(".refusal, main section > p").textContent);
  } catch {
    waiting.tell("lost");
  } finally {
    clearTimeout(waits);
  }
}

// Takes back what was recorded last and is not on the server yet, or not known to be.
export function unsend() {
  const last = queue.takeBack(document.getElementById("undo").getAttribute("action"));
  if (!last) return false;
  redraw(last.pairs);
  const { draft } = document.getElementById("entry")?.dataset ?? {};
  if (draft) for (const [field, value] of last.pairs) queue.add(draft, [["field", field], ["value", value]], { stage: "draft", hand: last.hand, field });
  return true;
}

// --- what the totals become ---------------------------------------------------------------------------------------------

const chosen = (seat) => seat.querySelector("[type=radio]:checked")?.value;

// Totals by tricks of a player, for the bid that is chosen or stands; whose bid sleeps has two: contract made, and set.
function totalsOf(seat, all) {
  const [kind, player] = seat.dataset.field.split("."), now = chosen(seat), said = kind === "bid" ? now : seat.dataset.bid;
  const bid = said ? Number(said) : null, wanted = all ? undefined : [bid - 1, bid, bid + 1, Number(now)];
  return [known && (kind !== "bid" || said) ? becomes(known, player, bid, wanted) : null, bid, now, kind];
}

function inWords(seat) {
  const [totals, bid, now, kind] = totalsOf(seat);
  if (!totals) return "";
  if ("asleep" in seat.dataset) return `✓ ${totals[1]} · ✗ ${totals[0]}`;
  if (kind === "taken" && now !== String(bid)) return now ? `→ ${totals[now]}` : "";
  const missed = [...new Set([totals[bid - 1], totals[bid + 1]].filter((total) => total !== undefined))].join(" / ");
  if (kind === "made" && now) return `→ ${now === "yes" ? totals[bid] : missed}`;
  return `✓ ${totals[bid]} · ✗ ${missed}`;
}

let worked = {}; // out, with which plan, as words by what they hang on

export function showBecomes(form) {
  if (worked.known !== known) worked = { known };
  for (const seat of form.querySelectorAll("[data-field]")) {
    const said = worked[[seat.dataset.field, seat.dataset.bid, chosen(seat)]] ??= inWords(seat);
    next.write(seat.querySelector(".becomes"), said);
    const { bid, asleep } = seat.dataset;
    if (form.className === "few") seat.classList.toggle("told", Boolean(said));
    seat.classList.toggle("off", Boolean(bid) && asleep === undefined && (chosen(seat) ?? bid) !== bid);
  }
}

// A touch on a total shows what it becomes for every number of tricks; another one puts it away.
export function showRow(seat) {
  const shown = seat.querySelector(".all");
  if (shown) return shown.remove();
  const [totals] = totalsOf(seat, true), list = Object.assign(document.createElement("p"), { className: "all" });
  if (!totals || totals.length < 3) return;
  list.append(...totals.map((total, tricks) => {
    const one = document.createElement("span");
    one.append(Object.assign(document.createElement("small"), { textContent: tricks }), ` ${total} `);
    return one;
  }));
  seat.querySelector(".who").after(list);
}
