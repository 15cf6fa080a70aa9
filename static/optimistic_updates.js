// Optimistic updates: the result of a tap is rendered in its frame, from the plan, and sent afterwards. The server's
// answer replaces it.

import { later } from "./lazy_load.js";
import * as next from "./hand_renderer.js";
import { make } from "./nodes.js";
import * as pages from "./page_store.js";
import { becomes, change, changed } from "./plan.js";
import * as queue from "./queue.js";
import { gameOf } from "./root.js";
import * as guard from "./tap_guard.js";
import { bidden, changesIn, marksIn, playedOut, tricksIn } from "./drafts.js";
import * as undo from "./undo.js";
import * as waiting from "./sync_status.js";

export let known; // the plan of the page, as far as it is played
export let base; // the server's page, on which everything is drawn that it has not got yet
let tellDrawn; // called after another page was rendered, with whether it is new and with the taps it lacks
let foreseen = true; // whether all that waits is drawn: else only the server can say how it goes on

let modules; // which answers.js works with
let answers; // that, once it is there
export const ready = async () => {
  answers ??= await later("answers");
  answers.begin(modules);
  return answers;
};

export async function begin(whenDrawn, given) {
  [tellDrawn, modules] = [whenDrawn, given];
  const game = document.querySelector(".game");
  if (game?.dataset.plan) pages.begin(next.policy);
  takeOver();
  if (known) await queue.start(gameOf(location.pathname), game.dataset.owner ?? "", receive, ready);
}

// Work that is not visible waits until the next paint is done.
const afterPaint = (act) => (document.hidden ? act() : requestAnimationFrame(() => setTimeout(act)));

function drawn(...how) {
  tellDrawn(...how);
  guard.showSlow();
  afterPaint(() => (window.requestIdleCallback ?? setTimeout)(() => next.prepare(known)));
}

// The visible page is the server's.
export function takeOver(fresh) {
  result = undefined;
  standOn(document);
  known = base.known;
  foreseen = !queue.entries().length;
  queue.rebase(base.version);
  waiting.tell();
  drawn(fresh, queue.taps(known?.hands[0]?.number)); // the page may be older than a tap
}

export function standOn(page) {
  const known = next.planOf(page);
  const parts = ["header", "main"].map((part) => page.querySelector(part).cloneNode(true));
  base = { known, parts, version: page.querySelector("[name=seen]")?.value ?? "" };
  undo.standOn(page);
}

// --- the next stage

export const deaf = guard.stageChanged;

addEventListener("keydown", (event) => {
  if (!/^([\d+-]|Enter|Backspace)$/.test(event.key) || !document.querySelector(".game:not([data-keyless])")) return;
  later("keys").then(({ hear }) => hear(event), () => {}); // keys that are pressed while it loads are handled afterwards, in order
}, true);

// Continues with the taps; false if only the server can.
export function goOn(form) {
  if (!known) return false;
  tellSheet();
  const entry = { pairs: typed(form), hand: known.hands[0]?.number, stage: form.dataset.stage === "bids" ? "bids" : "taken" };
  const { pathname } = new URL(form.action), was = known; // before it becomes the next one
  try {
    if (!form.dataset.draft || !foreseen || !step(entry, (draw) => { result = draw; })) return false;
  } catch (error) {
    if (known === was) throw error;
    reportError(error); // the result is known: save it even if part of it could not be rendered
  }
  queue.add(pathname, entry.pairs, entry);
  if (entry.stage === "taken" && document.querySelector("[data-buzz]")) navigator.vibrate?.(40); // ms
  waiting.tell();
  drawn();
  deaf();
  next.toHead();
  afterPaint(() => {
    tellSheet();
    document.querySelector("main").focus({ preventScroll: true });
    document.getElementById("live").textContent = [...document.querySelectorAll("header h1, #entry .who")].map((item) => item.textContent).join(" ");
  });
  return true;
}

// The sheet next to the hand or below it shows the hand in the frame after the tap's.
let result;

function tellSheet() {
  if (!result) return;
  const before = answers?.measureTotals(false), draw = result; // the places go
  result = undefined; // what cannot be drawn is not tried with every tap
  draw();
  next.toNewest();
  if (before) answers.animate(before); // before the first answer there is no animation
}

const typed = (form) => [...new FormData(form)].filter(([name]) => !["csrf_token", "event_id", "seen"].includes(name));

// Queues a comment; false if it may be invalid, which the server checks.
export function comment(form) {
  const text = form.elements.text;
  if (!known || !form.matches("[action$='/comments']") || !text.value.trim()) return false;
  queue.add(new URL(form.action).pathname, typed(form), { stage: "comment" });
  text.value = "";
  form.closest("details").open = false;
  const back = document.querySelector(".tabs a"); // to the hand, where that is another tab
  if (back?.offsetHeight) back.click();
  waiting.tell();
  return true;
}

// A comment that was not sent is taken out of the queue, or comes back into it.
export function leaveComment(turn, item) {
  if (turn === "redo") queue.add(item.address, item.pairs, { stage: "comment" });
  else {
    queue.drop(item);
    undo.lose(item);
  }
  waiting.tell();
  drawn(false);
  return true;
}

// Draws what an entry of the queue leads to.
function step({ pairs, hand, stage }, ofSheet = (draw) => draw()) {
  if (!next.fits(known, { hand, stage })) return false;
  if (stage === "bids") {
    const bidPlan = bidden(known, pairs);
    if (bidPlan) next.drawOpen(known = bidPlan);
    return Boolean(bidPlan);
  }
  const done = playedOut(known, pairs);
  if (!done) return false;
  ofSheet(next.drawResult.bind(null, known, done.played, done.then));
  next.drawOpen(known = done.then);
  return true;
}

// Renders the server's page again, and on it all unsent entries; restores the taps of `pairs`.
export function redraw(pairs = []) {
  const led = next.led();
  waiting.close("#panel:not(.replaced)");
  for (const part of base.parts) document.querySelector(part.localName).replaceWith(part.cloneNode(true));
  if (led) next.lead();
  known = base.known;
  result = undefined;
  foreseen = queue.standing().every((item) => step(item));
  queue.rebase(base.version);
  waiting.tell();
  drawn(true, [...pairs, ...queue.taps(known?.hands[0]?.number)]);
  deaf();
  queue.repeat();
}

// Handles the queue's messages: entries found here, answers, and errors.
function receive(what, text, answer, entry) {
  if (what === "found") return queue.entries().length ? redraw() : look();
  if (what === "stored") return waiting.tell();
  if (what === "waits") return waiting.tell("silent");
  if (what === "shut") return shutOut();
  if (what === "failed") return waiting.tell((text && answers.why(text)) ?? "silent");
  waiting.answered();
  answers[what](text, answer, entry); // "kept", "answered" or "refused"
}

// The link was revoked. Unsent hands stay and can be saved; stored pages are deleted.
export function shutOut() {
  waiting.tell("shut");
  pages.forget();
}

// The server has saved one more entry, which is rendered already, unless only the server could compute its result.
export function goneOn(page) {
  standOn(page);
  queue.rebase(base.version);
  if (!foreseen) redraw();
}

// Another tab or scorer has continued while only single taps wait. Returns whether the new page has come.
export async function look() {
  waiting.close(".asks"); // keep what the user is reading
  waiting.tell();
  drawn(false, queue.taps(known?.hands[0]?.number));
  return ready().then(({ look }) => look(), () => false);
}

// --- sent without leaving the page

// Requests outside the queue, one after the other.
export let onItsWay = Promise.resolve();

// `meant` returns whether it is still wanted: a request that was undone before its turn is not sent.
export const send = (sent, by, meant = () => true) => (onItsWay = onItsWay.then(() => sending(sent, by, meant)));

async function sending(sent, by, meant) {
  const waits = setTimeout(() => waiting.tell("silent"), queue.SLOW);
  try {
    await (await ready()).send(sent, by, meant);
  } catch {
    if (meant()) waiting.tell("lost");
  } finally {
    clearTimeout(waits);
  }
}

// Stores a tap: the values before and after, by field. `turn` is "undo" or "redo" for a step of the history.
export function tap(fields, about, address = document.getElementById("entry").dataset.draft) {
  const pairs = Object.entries(fields).flatMap(([field, [, now]]) => [["field", field], ["value", now]]);
  if (address) queue.add(address, about.turn ? [...pairs, ["turn", about.turn]] : pairs, { stage: "draft", hand: known.hands[0].number, fields, ...about });
}

// Undoes the last recorded entry that the server may lack; its taps stay.
export function unsend() {
  const waits = undo.next("undo"), last = queue.takeBack(document.getElementById("undo").getAttribute("action"));
  if (!last) return false;
  if (!last.sent) undo.lose(waits);
  if (!last.sent) for (const fields of last.taps ?? []) tap(fields, { again: true, hand: last.hand }, last.address.replace(/\w+$/, "draft"));
  redraw(last.pairs);
  return true;
}

// --- what the totals become

const chosen = (seat) => seat.querySelector("[type=radio]:checked")?.value;

// By how much a card changes the bid of a player, as tapped.
export const changeOf = (seat) => Number(seat.querySelector("[name^='change.']:checked")?.value ?? 0);

// Whether the form has marks, or changes of bids, on which the points depend.
const hasMarks = (form) => known?.points.marks || form.querySelector("[name^='change.']");

// The plan with the marks and the changes of bids that are tapped in the form.
const withMarks = (form) => (known.recorded && hasMarks(form) ? changed({ ...known, recorded: { ...known.recorded, marks: marksIn(form) } }, changesIn(form)) : known);

// The tricks that are tapped, if the points of a player depend on them.
const tricksOfOthers = (form) => (known?.points.others ? tricksIn(form) : undefined);

// A player's totals by tricks for the chosen bid; a suspended bid has two: contract made, and set.
function totalsOf(seat, all) {
  const [kind, player] = seat.dataset.field.split("."), now = chosen(seat), bidText = kind === "bid" ? now : seat.dataset.bid;
  const bid = bidText ? Number(bidText) + changeOf(seat) : null, miss = kind === "off" && Number(now) || 1, wanted = all ? undefined : [bid - miss, bid, bid + miss, Number(now)];
  return [known && (bidText || !/bid|off/.test(kind)) ? becomes(withMarks(seat.closest("form")), player, bid, wanted, tricksOfOthers(seat.closest("form"))) : null, bid, now, kind, miss];
}

function inWords(seat, say) {
  const [totals, bid, now, kind, miss] = totalsOf(seat);
  if (!totals) return "";
  if ("asleep" in seat.dataset) return say("sleeps", { failed: totals[1], made: totals[0] });
  if (kind === "taken") return now ? `→ ${totals[now]}` : "";
  const made = totals[bid], missed = [...new Set([totals[bid - miss], totals[bid + miss]].filter((total) => total !== undefined))], [off, over] = missed;
  if (kind === "off" && now) return `→ ${now > 0 ? missed.join(" / ") : made}`;
  if (kind === "made" && now) return `→ ${now === "yes" ? made : off}`;
  return over ? say("offs", { made, off, over }) : say("off", { made, off });
}

let worked = {}; // out, with which plan, as words by what they hang on

export function showBecomes(form, say) {
  const marks = hasMarks(form) && [marksIn(form), changesIn(form)], tapped = JSON.stringify([marks, tricksOfOthers(form)]);
  if (worked.known !== known || worked.tapped !== tapped) worked = { known, tapped };
  for (const seat of form.querySelectorAll("[data-field]")) {
    const forecast = worked[[seat.dataset.field, seat.dataset.bid, chosen(seat)]] ??= inWords(seat, say);
    next.write(seat.querySelector(".becomes"), forecast);
    const { bid, asleep, field } = seat.dataset, start = { off: "0", made: "yes" }[field.split(".")[0]] ?? String(Number(bid) + changeOf(seat));
    seat.classList.toggle("off", Boolean(bid) && asleep === undefined && (chosen(seat) ?? start) !== start);
  }
}

// A tap on a total shows it for every number of tricks; another tap hides it.
export function showRow(seat) {
  const shown = seat.querySelector(".all");
  if (shown) return shown.remove();
  const [totals, bid, , kind] = totalsOf(seat, true), chips = seat.querySelectorAll(".chips .num"), list = make("p", { className: "all" });
  if (!totals || totals.length < 3) return;
  list.append(...totals.map((total, tricks) => {
    const number = kind === "off" ? change(tricks - bid) : chips[tricks]?.textContent ?? tricks;
    return make("span", {}, make("small", { textContent: number }), ` ${total} `);
  }));
  seat.querySelector(".who").after(list);
}
