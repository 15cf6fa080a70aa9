// Ahead of the server: what a tap leads to is drawn in its frame, from the plan, and sent behind it. When the answers
// are there, what the server says stands.

import * as next from "./next.js";
import * as queue from "./queue.js";

export let known; // the plan of the page, as far as it is played
let base; // the server's page, on which everything is drawn that it has not got yet
let drawn; // told when another page stands there: whether nothing of it was tapped, and what was

export function begin(whenDrawn) {
  drawn = whenDrawn;
  takeOver();
  if (known) queue.start(location.pathname.split("/")[2], told);
}

function takeOver(fresh) {
  known = JSON.parse(document.querySelector("[data-plan]")?.dataset.plan ?? "null");
  base = known && { known, parts: ["header", "main"].map((part) => document.querySelector(part).cloneNode(true)) };
  queue.settled();
  drawn(fresh);
}

// --- the next stage ---------------------------------------------------------------------------------------------------

// When the stage changed last, ms: what a finger touches just then was meant for what stood there before.
export let changed = -Infinity;

// Goes on with what is tapped; false where only the server can say how it goes on.
export function goOn(form) {
  const pairs = [...new FormData(form)].filter(([name]) => name !== "csrf_token" && name !== "event_id");
  const entry = { pairs, hand: known?.hands[0]?.number, stage: form.dataset.stage === "bids" ? "bids" : "taken" };
  const path = new URL(form.action).pathname;
  if (!known || !form.dataset.draft || !step(entry)) return false;
  queue.add(path, pairs, entry);
  drawn();
  changed = performance.now();
  scrollTo(0, 0);
  document.querySelector("main").focus({ preventScroll: true });
  document.getElementById("live").textContent = [...document.querySelectorAll("header h1, #entry .who")].map((one) => one.textContent).join(" ");
  return true;
}

// Draws what an entry of the queue leads to.
function step({ pairs, hand, stage }) {
  if (known.hands[0]?.number !== hand || (stage === "bids") !== (!known.said && known.hands[0].bidders.length > 0)) return false;
  if (stage === "bids") {
    const said = next.bidden(known, pairs);
    if (said) next.drawOpen(known = said);
    return Boolean(said);
  }
  const done = next.playedOut(known, pairs);
  if (!done) return false;
  next.drawResult(known, done.played, done.then);
  next.drawOpen(known = done.then);
  return true;
}

// Draws everything anew: the server's page, and on it what it has not got yet; taps of `pairs` are given back.
function redraw(pairs = []) {
  for (const part of base.parts) document.querySelector(part.localName).replaceWith(part.cloneNode(true));
  known = base.known;
  for (const one of queue.entries()) step(one);
  drawn(true, [...pairs, ...queue.taps(known.hands[0]?.number)]);
  changed = performance.now();
}

// What the queue tells: what it found here, what was answered, and what goes wrong.
function told(what, text, answer) {
  if (what === "found") return queue.entries().length ? redraw() : drawn(false, queue.taps(known.hands[0]?.number));
  if (what === "waits") return showNotice(document.body.dataset.waits);
  const page = text ? next.parsePage(text) : null;
  if (what === "failed") return showNotice(page?.querySelector(".refusal")?.textContent ?? document.body.dataset.lost);
  if (what === "refused" && !page.getElementById("entry")) return showNotice(page.querySelector(".refusal, main section > p").textContent);
  if (what === "answered" && queue.entries().length) return hideNotice();
  const shown = what === "answered" && next.isShown(page);
  if (shown) next.settle(page);
  else next.replacePage(page);
  takeOver(!shown);
}

// --- sent without leaving the page --------------------------------------------------------------------

const SLOW = 2000, GONE = 8000; // ms after which it is said that an answer is waited for, and nobody waits any more

export async function send(sent, by) {
  const waits = setTimeout(() => showNotice(document.body.dataset.waits), SLOW);
  try {
    await queue.through(GONE);
    const body = new URLSearchParams(new FormData(sent));
    if (by?.name) body.append(by.name, by.value);
    const answer = await fetch(sent.action, { method: "POST", body, signal: AbortSignal.timeout(GONE) });
    const page = next.parsePage(await answer.text());
    if (answer.ok || answer.status === 409 || answer.status === 422) {
      const was = document.getElementById("entry")?.dataset.stage;
      next.replacePage(page, answer.redirected ? answer.url : location.href);
      takeOver();
      if (document.getElementById("entry")?.dataset.stage !== was) changed = performance.now();
    } else showNotice(page.querySelector(".refusal, main section > p").textContent);
  } catch {
    showNotice(document.body.dataset.lost);
  } finally {
    clearTimeout(waits);
  }
}

// Takes back what was recorded last and has not been sent yet.
export function unsend() {
  const last = queue.takeBack();
  if (last) redraw(last.pairs);
  return Boolean(last);
}


// What did not come through is said at the thumb; everything tapped is still there to be sent again.
function showNotice(said) {
  const foot = document.querySelector(".foot") ?? document.querySelector("main");
  let alert = foot.querySelector(".lost");
  if (!alert) foot.prepend(alert = Object.assign(document.createElement("p"), { className: "refusal lost" }));
  alert.setAttribute("role", "alert");
  alert.textContent = said;
}

function hideNotice() {
  document.querySelector(".lost")?.remove();
}
