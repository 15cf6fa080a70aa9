// The form of the current hand: stores every tap at once, adds up, shows the next player, and continues without
// waiting for the server. The next stage is rendered from the plan in the frame of the tap and sent afterwards. The
// form works without this script. All points and rules come from the plan.

import * as ahead from "./optimistic_updates.js";
import { stayAwake } from "./wake_lock.js";
import { leadToPlayers } from "./links.js";
import { listen } from "./listen.js";
import * as next from "./hand_renderer.js";
import { make } from "./nodes.js";
import * as pages from "./page_store.js";
import * as plan from "./plan.js";
import * as queue from "./queue.js";
import * as guard from "./tap_guard.js";
import * as undo from "./undo.js";
import * as waiting from "./sync_status.js";

let form, words, stage, far, prefix, cards, button, fields, choices; // `far`: it says how far off the bids were

const { format } = waiting;
const radios = (name) => choices.get(name) ?? [];
const player = (name) => form.querySelector(`[data-field="${CSS.escape(name)}"]`);
const called = (name) => player(name).querySelector(".name").textContent.replace(/^(.{19}).{2,}/, "$1…");

function takeUp(fresh = true, taps = []) {
  form = document.getElementById("entry");
  words = JSON.parse(form?.dataset.words ?? "{}");
  stage = form?.dataset.stage;
  far = form?.dataset.writes === "off";
  prefix = far ? "off" : { bids: "bid", tricks: "taken", made: "made" }[stage];
  cards = Number(form?.dataset.cards);
  button = form?.querySelector(".foot .do");
  choices = new Map();
  for (const input of form?.querySelectorAll("input[type=radio]") ?? []) choices.set(input.name, [...radios(input.name), input]);
  fields = [...choices.keys()].filter((name) => name.startsWith(`${prefix}.`));
  if (fresh) {
    touched.clear();
    warned = mending = undefined;
  }
  for (const [name, value] of taps) fill(name, value);
  stood = form && new FormData(form);
  if (form) show(fresh ? undefined : opened());
  missing = form ? unanswered().length : 0;
  for (const pad of document.querySelectorAll(".pad")) showKeys(pad);
}

function fill(name, value) {
  for (const input of form.querySelectorAll(`[name="${CSS.escape(name)}"]`)) {
    if (/radio|checkbox/.test(input.type)) input.checked = input.value === value;
    else if (input.type !== "hidden") input.value = value;
  }
}

const chip = (name) => radios(name).find((item) => item.checked);
const chosen = (name) => (chip(name) ? Number(chip(name).value) : null);

const unanswered = () => fields.filter((name) => !chip(name));

const sumOf = (names) => names.reduce((sum, name) => sum + (chosen(name) ?? 0), 0) +
  Number(form.elements.cancelled?.value || 0);

// --- keeping taps

const TAPPED = /^(bid|change|taken|made|off|mark|contract)\.|^(trump|turned|chosen_by|cancelled)$/;
let stood; // what stood in the form before the tap

// One tap and all that it fills in: one action, which one Undo takes back.
function saveDraft() {
  const now = new FormData(form), names = [...new Set([...stood.keys(), ...now.keys()])].filter((name) => TAPPED.test(name));
  const changes = names.map((name) => [name, [stood.get(name) ?? "", now.get(name) ?? ""]]).filter(([, [before, after]]) => before !== after);
  stood = now;
  if (!changes.length) return;
  for (const item of form.querySelectorAll(".refusal")) item.style.visibility = "hidden"; // it was said of the numbers before; nothing moves
  ahead.tap(Object.fromEntries(changes), {});
}

function choose(name, value) {
  const input = radios(name).find((item) => Number(item.value) === value);
  if (input) input.checked = true;
}

// --- what is shown

function showSum(missing) {
  if (stage === "made" || !words.even) return; // nothing to add up
  const sum = sumOf(fields), off = Math.abs(sum - cards);
  const how = missing.length ? "so_far" : sum > cards ? "over" : sum < cards ? "under" : "even";
  next.write(form.querySelector("#sum"), format(words[how], { sum, cards, off }));
}

// Whether a player has tapped tricks on this device: until then the page says that a name opens all numbers.
function told(now) {
  try {
    return now ? localStorage.setItem("names", 1) : localStorage.getItem("names");
  } catch {
    return true; // not allowed
  }
}

// Whose bid the hook limits, as the field is called; undefined without one.
function hooked() {
  const last = stage === "bids" && !("covered" in form.dataset) ? plan.hooked(ahead.known.hands[0], bidOrder()) : undefined;
  return last && `bid.${last}`;
}

// The numbers chosen, by player.
const chosenBy = () => Object.fromEntries(fields.map((name) => [name.split(".")[1], chosen(name)]).filter(([, item]) => item !== null));

const forbidden = () => plan.forbidden(ahead.known.hands[0], chosenBy(), bidOrder());

// Folds the call once it is complete, and shows it in a line.
function showCall() {
  const fold = form.querySelector(".call");
  if (!fold) return;
  const words = awaitsCall() ? "" : CALL.map((name) => chip(name).nextElementSibling.textContent.trim()).join(" "), line = fold.querySelector("summary b");
  if (line.textContent === words) return;
  line.textContent = words;
  fold.open = !words;
}

// Returns the players in the order in which they bid, for the tapped contract and marks.
function bidOrder() {
  const [hand] = ahead.known.hands, marks = {};
  for (const player of hand.calls ? hand.bidders : []) marks[player] = { [hand.calls.mark]: isEarly(hand, player) };
  return plan.bidOrder(hand, chip("contract.declarer")?.value, marks);
}

const isEarly = ({ calls }, player) => Boolean(form.elements[`mark.${calls.mark}.${player}`]?.checked);

// Whether the call comes first and is not complete.
const CALL = ["contract.declarer", "contract.level", "trump"];
const awaitsCall = () => stage === "bids" && Boolean(ahead.known.hands[0].calls) && CALL.some((name) => !chip(name));

function strikeHook() {
  const name = hooked();
  if (!name) return;
  const left = forbidden(), bid = chosen(name), against = left.includes(bid), asked = guard.byFinger && left.includes(Number(warned ?? NaN)) && bid === null;
  const insisted = against && ("turns" in form.dataset || warned === String(bid));
  const inWords = (text) => format(text, { name: called(name), off: insisted ? bid : asked ? warned : spans(left) });
  for (const input of radios(name)) {
    const struck = left.includes(Number(input.value));
    input.closest(".chip").classList.toggle("struck", struck);
    if (struck) input.ariaLabel = format(words.hook, { name: called(name), off: input.value });
    else input.removeAttribute("aria-label");
  }
  next.write(form.querySelector("#hook"), left.length === 0 ? "" : inWords(insisted ? words.waived : asked ? words.insist : words.hook));
  sendWaiver(insisted);
}

// Writes sorted numbers with their spans: 0, 2–5.
function spans(numbers) {
  const runs = [];
  for (const n of numbers) {
    if (runs.at(-1)?.at(-1) === n - 1) runs.at(-1)[1] = n;
    else runs.push([n]);
  }
  return runs.map((run) => run.join("–")).join(", ");
}

// The table's decision to waive the hook: a check box after a refusal, otherwise a hidden field.
function sendWaiver(insisted) {
  const box = form.querySelector("[name=hook_waived]:not(.own)"), own = form.querySelector(".own");
  if (box) box.checked = insisted;
  else if (!insisted) own?.remove();
  else if (!own) form.append(make("input", { type: "hidden", name: "hook_waived", value: "yes", className: "own" }));
}

// Whose turn it is, or what to do. The button is quiet while something is missing.
function showTurn(missing) {
  const uneven = stage === "tricks" && !missing.length && Boolean(far ? !form.elements.cancelled && !plan.tricksOff(ahead.known, chosenBy()) : cards - sumOf(fields));
  const on = opened(), sum = form.querySelector("#sum"), begun = stage !== "tricks" || on || isTapped();
  if (begun && stage === "tricks") told(true);
  button.classList.toggle("quiet", missing.length > 0 || uneven);
  const idle = stage === "bids" && awaitsCall() ? words.call : words.all;
  const whole = stage === "tricks" && words.even && sum.textContent;
  next.write(form.querySelector("#turn"), !begun ? words.play : on ? format(words.next, { name: called(on) }) : uneven && words.uneven || whole || idle);
  if (words.names) next.write(form.querySelector(".heads span"), !begun && cards > 2 && !told() ? words.names : words.player);
  sum.hidden = Boolean(!on && whole); // #turn shows it, and nothing is said of tricks before the first card
  const bidding = stage === "bids" && !("covered" in form.dataset);
  next.drawTapped(ahead.known, bidding ? chosenBy() : ahead.known.recorded?.bids, (chip("trump") ?? chip("turned"))?.value, bidding ? on?.split(".")[1] : "");
}

const isTapped = () => touched.size > 0 || fields.some((name) => String(chosen(name) ?? "") !== (far ? "0" : player(name).dataset.bid ?? ""));

// Fills in the last number; once all tricks are taken, the others took 0.
const touched = new Set();

function fillRest(changed) {
  touched.add(changed);
  const rest = fields.filter((name) => !touched.has(name));
  if (stage !== "tricks") return;
  if (rest.length === 1) choose(rest[0], cards - sumOf(fields.filter((name) => name !== rest[0])));
  if (sumOf(fields) === cards) for (const name of unanswered()) choose(name, 0);
}

// A contract sets the declarer's bid, and limits the others'; who bid before the call bid 0.
function fillHeld() {
  const [hand] = ahead.known.hands, level = chosen("contract.level"), caller = chip("contract.declarer")?.value;
  for (const player of hand.calls ? hand.bidders : []) {
    const name = `bid.${player}`, was = stood.get(`mark.${hand.calls.mark}.${player}`) || stood.get("contract.declarer") === player && player !== caller;
    for (const input of radios(name)) {
      input.disabled = level !== null && Number(input.value) > level;
      if (input.checked && (input.disabled || was && !isEarly(hand, player))) input.checked = false;
    }
    if (isEarly(hand, player)) choose(name, 0);
  }
  const outcome = (part) => chip(`contract.${part}`)?.value;
  for (const [who, what] of Object.entries(ahead.known.hands[0].held ?? {})) {
    if (outcome(who) && outcome(what)) choose(`bid.${outcome(who)}`, Number(outcome(what)));
  }
}

// Moves the keys of a player to the dock.
function turn(row, on) {
  row?.classList.toggle("now", on);
  if (stage === "bids") row?.classList.toggle("shut", !on);
}

function turnTo(name) {
  const was = form.querySelector(".now"), row = name && player(name);
  if (row === was) return;
  turn(was, false);
  if (!row) return;
  turn(row, true);
  requestAnimationFrame(() => row.scrollIntoView({ block: "nearest" })); // with the layout of this frame, not one more
}

// Who chooses by the keyboard keeps the keys until the focus goes.
const focused = () => {
  const rows = { bids: "#entry .seat:not(:has(> [inert]))", tricks: "#entry .seat.now" }[stage];
  return guard.byFinger || !rows ? undefined : document.activeElement.closest(rows)?.dataset.field;
};

// In turn, a bid is final once the next player has bid; a tap on it opens its numbers to change it.
let mending;

function lock() {
  if (stage !== "bids") return;
  const bid = fields.filter((name) => chosen(name) !== null);
  for (const name of fields) {
    if ("turns" in form.dataset) player(name).querySelector(".chips").inert = bid.includes(name) && name !== bid.at(-1) && name !== mending;
    const mark = player(name).querySelector(".mark");
    mark.dataset.was ??= mark.textContent;
    next.write(mark, name === mending && bid.includes(name) ? format(undo.words().change, { what: format(undo.words().players.bid, { name: called(name) }) }) : mark.dataset.was);
  }
}

function mend(name) {
  mending = name;
  show();
}

const opened = () => form.querySelector(".now")?.dataset.field;

// A tap on a line of tricks opens all its numbers, and another one closes them.
function open(name) {
  if (stage === "bids") return mend(name);
  if (stage !== "tricks") return;
  turnTo(name === opened() ? undefined : name);
  const missing = unanswered();
  showSum(missing);
  showTurn(missing);
}

// Undoes or redoes the last action on this device; returns whether that is possible here.
function turnBack(turn) {
  const step = undo.next(turn), fields = Object.entries(step?.fields ?? {});
  if (fields.length) {
    for (const [name, [before, after]] of fields) fill(name, turn === "undo" ? before : after);
    const values = ([name, [before, after]]) => [name, turn === "undo" ? [after, before] : [before, after]];
    unask();
    ahead.tap(Object.fromEntries(fields.map(values)), { turn });
    stood = new FormData(form);
    mending = warned = undefined;
    for (const [name] of fields) touched.delete(name);
    show();
    missing = unanswered().length;
    return true;
  }
  if (step?.stage === "comment" && !step.sent) return ahead.leaveComment(turn, step);
  if (turn === "undo") return step?.id !== undefined && step.stage !== "comment" && ahead.unsend() && unask();
  if (!step?.pairs) return false;
  for (const [name, value] of step.pairs) fill(name, value);
  return goOn();
}

function showTurns() {
  for (const turn of ["undo", "redo"]) {
    const step = undo.next(turn), button = form.querySelector(`.foot [form=${turn}]`), label = step && undo.label(turn, step, ahead.known);
    button.disabled = !step;
    button.value = step?.key ?? "";
    if (label && label !== button.title) button.title = button.ariaLabel = label;
  }
}

// Shows the bid in its line. A line of tricks has three numbers: the bid and its neighbours, or the one tapped.
function showPicked() {
  for (const name of fields) {
    const row = player(name);
    if (stage === "bids") next.write(row.querySelector(".picked"), chip(name) ? "covered" in form.dataset ? "✓" : chip(name).parentElement.textContent.trim() : "");
    if (row.querySelector("[name^='change.']")) showChange(row);
    if (stage !== "tricks") continue;
    const near = nearest(far ? 0 : Number(row.dataset.bid || 0), chosen(name));
    for (const item of radios(name)) item.parentElement.classList.toggle("far", !("free" in row.dataset || near.includes(Number(item.value))));
  }
}

// A bid that a card changed is written in the line, and ringed.
function showChange(row) {
  const bid = Number(row.dataset.bid), by = ahead.changeOf(row), text = row.querySelector(".mark").firstChild;
  next.write(text, text.textContent.replace(/\d+(→\d+)?/, plan.bidSign(bid, by)));
  if (prefix === "taken") for (const item of radios(row.dataset.field)) item.parentElement.classList.toggle("as-bid", Number(item.value) === bid + by);
}

function nearest(bid, now) {
  const centre = Math.max(1, Math.min(bid, cards - 1)), near = [centre - 1, centre, centre + 1];
  if (now === null || near.includes(now)) return near;
  const [first, last] = now > centre ? [0, 2] : [2, 0];
  near[near[first] === bid ? last : first] = now;
  return near;
}

// `open` is the field of the row of tricks that is open and stays so.
function show(open) {
  if (!prefix) return;
  if (stage === "bids" && ahead.known?.hands[0]?.calls) fields = bidOrder().map((player) => `bid.${player}`);
  const missing = unanswered();
  showSum(missing);
  showPicked();
  showCall();
  ahead.showBecomes(form, (what, totals) => (Object.values(totals).every(Boolean) ? format(words[what], totals).replace("\n", " · ") : ""));
  strikeHook();
  showTurns();
  lock();
  turnTo(mending ?? focused() ?? (stage === "tricks" ? open : awaitsCall() ? undefined : missing[0]));
  showTurn(missing);
}

// The pad's suits are those of the level chosen; none without one.
function showKeys(pad) {
  const may = pad.querySelector("[name=level]:checked")?.dataset.may ?? "";
  for (const key of pad.querySelectorAll("[data-key]")) key.disabled = !may.includes(key.dataset.key);
}

// --- the last bid ends the bidding

let missing = 0, sending; // `sending`: where the form goes whose answer is waited for, and whether it is the entry's

// Whether the tricks are visible.
function endBidding(before) {
  const last = hooked();
  if (!("ends" in form.dataset) || !guard.byFinger || !before || missing || button.disabled) return false;
  if (last && forbidden().includes(chosen(last))) return false;
  return goOn() || form.requestSubmit(button); // which looks first how the page lies
}

// Requests from this form that still wait are cancelled.
function unask() {
  if (sending?.ours) sending = undefined;
  return true;
}

const goOn = () => ahead.goOn(form) && unask();

// --- taps

document.addEventListener("change", ({ target }) => {
  const pad = target.closest(".pad");
  if (pad) showKeys(pad);
  if (target.form !== form || !target.name || target.type === "hidden") return;
  const { name } = target;
  if (name.startsWith("contract.") || ahead.known?.hands[0]?.calls && name.startsWith("mark.")) fillHeld();
  const mended = stage === "bids" && mending === name;
  if (mended) mending = undefined;
  const before = mended ? 1 : missing;
  missing = unanswered().length;
  saveDraft();
  if (!endBidding(before)) show();
});

document.addEventListener("click", (event) => {
  const { target } = event;
  document.querySelector("main > .said")?.classList.add("old");
  const turn = target.closest("[form=undo], [form=redo]")?.getAttribute("form");
  if (turn && turnBack(turn)) return event.preventDefault();
  if (target.closest("[data-field] .total")) return ahead.showRow(target.closest("[data-field]"));
  const seat = target.closest(".seat");
  if (stage === "tricks" && seat?.dataset.bid && target.closest(".mark")) return mendBid(seat.dataset.field.split(".")[1]);
  if (target.closest(".open")) return open(seat.dataset.field);
  if (!form || target.form !== form) return;
  insist(event);
  // A tap on the present number changes nothing, but confirms it.
  if (event.defaultPrevented || !target.name?.startsWith("taken.")) return;
  queue.note(ahead.known?.hands[0]?.number, [[target.name, target.value]], true);
  fillRest(target.name);
  saveDraft();
  show();
});

// A tap on a bid next to the tricks opens its numbers. Bids saved by another scorer are edited.
async function mendBid(player) {
  while (stage === "tricks" && undo.next("undo")?.fields) turnBack("undo");
  const { stage: of, kind = of } = undo.next("undo") ?? {};
  if (kind !== "bids") return location.assign(form.action.replace(/taken$/, "correction"));
  unask();
  if (!turnBack("undo")) await ahead.send(document.getElementById("undo"));
  if (stage === "bids") mend(`bid.${player}`);
}

// The hook's number takes a second tap: the first one says why.
let warned;

function insist(event) {
  const { target } = event;
  if (target.name !== hooked() || !target.closest(".struck")) return;
  if (warned !== target.value && guard.byFinger) {
    event.preventDefault();
    form.querySelector("#hook").textContent = format(words.insist, { name: called(target.name), off: target.value });
  }
  warned = target.value;
}

// With the keyboard, the dock shows the keys of a line whose bid is missing or the last one.
document.addEventListener("focusin", ({ target }) => {
  const row = target.closest("#entry[data-stage=bids] .seat");
  if (row && !guard.byFinger && !row.querySelector(".chips").inert && !target.matches(".chip input")) show();
});

document.addEventListener("submit", (event) => {
  const { target } = event, ours = target === form, soft = "soft" in target.dataset || ours;
  if (ours ? goOn() : ahead.comment(target)) return event.preventDefault();
  if (target.action === sending?.action || sending && !ours) { // sent already, or another form is being sent; *Save* alone waits for its turn
    guard.flash(event.submitter);
    return event.preventDefault();
  }
  const item = sending = { action: target.action, ours };
  if (!soft || new URL(target.action).pathname === location.pathname) return;
  event.preventDefault();
  ahead.send(target, event.submitter, () => sending === item).finally(() => { if (sending === item) sending = undefined; });
});
addEventListener("pageshow", ({ persisted }) => {
  sending = undefined;
  if (persisted && !queue.held()) ahead.look(); // back by the browser's own button: another language may have been chosen
});

stayAwake();
ahead.begin(takeUp, { ahead, next, pages, queue, undo, waiting }).finally(waiting.cameFrom);
listen(takeUp, ahead, queue, waiting);
leadToPlayers();
if (!location.hash && !scrollY) next.toStart();
