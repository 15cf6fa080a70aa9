// Renders what comes next: the tricks of a hand once it is bid, and the next hand once it is played, from the plan
// and the page's own templates. The server's answer replaces it later.

import { make } from "./nodes.js";
import * as parser from "./page_parser.js";
import { bidOf, bidRange, bidSign, change, firstBidder, leader, opened, written } from "./plan.js";

// Returns the plan of a page, or null.
export const planOf = (page) => JSON.parse(page.querySelector("[data-plan]")?.dataset.plan ?? "null");

// Whether the page has blank forms for the current hand.
export const canDraw = (plan) => (plan.hands[0].writes ?? "tricks") === document.getElementById("blank-taken")?.content.firstElementChild.dataset.writes;

// Whether the plan continues with this hand and stage.
export const fits = (plan, { hand, stage }) => plan?.hands[0]?.number === hand && stage === (!plan.recorded && plan.hands[0].bidders.length ? "bids" : "taken");

// Unchanged text is not written again, because that would cost style and layout.
export const write = (place, words) => { if (place.textContent !== words) place.textContent = words; };

// Isolates a right-to-left text, as `isolated` in scorepad/words.py does.
export const isolated = (text) => (/[\u0590-\u065f\u066a-\u06ef\u06fa-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/.test(text) && !/\u2068/.test(text) ? `\u2068${text}\u2069` : text);

const main = () => document.getElementById("main");
const SAFE = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
const safe = (word) => String(word).replace(/[&<>"]/g, (sign) => SAFE[sign]);

// Replaces each %name% in a text of the page by one of `values`.
const format = (html, values) => html.replace(/%(\w+)%/g, (token, name) => (name in values ? safe(values[name]) : token));

function drawn(html) {
  const holder = document.createElement("template");
  holder.innerHTML = parser.trust(html);
  return holder.content;
}

// Puts copies of a node in its place, one for each of `values`.
function repeat(node, values) {
  const html = node.outerHTML;
  node.replaceWith(drawn(values.map((own) => format(html, own)).join("")));
}

// --- the form of a stage

const stageOf = ({ recorded, hands: [hand] }) => (recorded || !hand.bidders.length ? "taken" : "bids");

let ready = {}; // the form that comes next, drawn beforehand, without what hangs on taps

// Prepares it while the browser is idle. If the tap comes earlier, it is rendered at once.
export function prepare(plan) {
  if (!plan?.hands.length || !document.getElementById("blank-bids")) return;
  if (stageOf(plan) === "bids") blankOf({ ...plan, recorded: {} });
  else if (plan.hands[1]) blankOf({ ...plan, recorded: null, hands: [opened(plan, plan.hands[1], 0)] });
}

function blankOf(plan) {
  const [hand] = plan.hands, stage = stageOf(plan), from = document.getElementById(`blank-${stage}`);
  const key = JSON.stringify([stage, hand, plan.names]);
  if (ready.key !== key || ready.from !== from) ready = { key, from, form: blank(from, hand, stage, plan.names) };
  return ready.form;
}

function blank({ innerHTML }, hand, stage, names) {
  const form = drawn(format(innerHTML, { hand: hand.number, cards: hand.cards, dealer: isolated(names[hand.dealer]) })).firstElementChild;
  const players = stage === "bids" ? hand.bidders : hand.order, named = (p) => ({ p, name: names[p] });
  for (const chip of form.querySelectorAll("[value='%n%']")) {
    const level = chip.name === "contract.level" && hand.calls ? { ...hand, least: hand.calls.least } : undefined;
    repeat(chip.closest("label"), (level || stage === "bids" && chip.name !== "contract.level" ? bidRange(level ?? hand) : Array.from({ length: hand.cards + 1 }, (_one, n) => n)).map((n) => ({ n })));
  }
  for (const item of form.querySelectorAll(".names [value='%p%'], .names [name$='%p%']")) repeat(item.closest("label"), hand.order.map(named));
  for (const seat of form.querySelectorAll(".seat, .quiet-seat")) {
    repeat(seat, (seat.matches(".seat") ? players : hand.order.filter((player) => !players.includes(player))).map(named));
  }
  if (!hand.held) form.querySelector(".call, .auction")?.remove();
  for (const item of form.querySelectorAll("[value='%ally%']")) {
    const others = hand.order.filter((ally) => !item.name.endsWith(`.${ally}`));
    repeat(item.closest("label"), others.map((ally) => ({ ally, ally_name: names[ally] })));
  }
  if (hand.sum === undefined) form.querySelector("#hook")?.remove();
  const note = form.querySelector(".note");
  if (hand.note) note.textContent = hand.note;
  else note.remove();
  const texts = document.createNodeIterator(form, NodeFilter.SHOW_TEXT);
  for (let text; (text = texts.nextNode()); ) if (!text.data.trim()) text.remove();
  return form;
}

// The empty form of the current hand's bids or tricks, as the server would render it.
function formOf(plan) {
  const form = blankOf(plan), [hand] = plan.hands, stage = stageOf(plan), words = JSON.parse(form.dataset.words);
  ready = {};
  const rows = form.querySelectorAll(".seat, .quiet-seat"), players = stage === "bids" ? [...new Set([...hand.bidders, ...hand.order])] : hand.order;
  players.forEach((player, at) => {
    const seat = rows[at], { made, was: gave } = was(plan, player);
    const total = seat.querySelector(".total");
    total.textContent = written(plan.totals[player]);
    if (plan.leaders?.includes(player)) total.classList.add("ahead");
    Object.assign(seat.querySelector(".was"), { className: `was ${made}`, textContent: gave });
    if (!seat.matches(".seat")) return;
    seat.querySelector(".mark").textContent = markOf(hand, plan, player, words, stage);
    if (stage === "taken") heldTo(form.dataset, seat, plan, player);
    if (stage === "taken" && player === leader(plan)) {
      seat.querySelector(".mark").append(" ", make("span", { className: "leads", textContent: words.leads }));
    }
  });
  const asked = stage === "bids" ? hand.asks === "bids" : hand.asks && !plan.recorded?.trump && !plan.recorded?.contract;
  if (!asked) form.querySelector(".suits")?.remove();
  for (const card of form.querySelectorAll(`[name=turned][value="${plan.recorded?.turned}"]`)) card.checked = card.defaultChecked = true;
  for (const [player, marks] of Object.entries(plan.recorded?.marks ?? {})) for (const mark in marks) marked(form, `mark.${mark}.${player}`, marks[mark]);
  return form;
}

// Marks that were entered with the bids are shown with the tricks.
function marked(form, name, value) {
  for (const input of form.querySelectorAll(`[name="${name}"]`)) {
    if (input.type === "text") input.defaultValue = value;
    else input.checked = input.defaultChecked = input.type === "radio" ? input.value === String(value) : Boolean(value);
  }
}

function markOf(hand, plan, player, words, stage) {
  if (stage === "bids") {
    return [player === hand.dealer && words.deals, player === firstBidder(hand) && words.first].filter(Boolean).join(" · ");
  }
  const bid = bidOf(plan, player);
  return bid === undefined ? words.none : words.bid.replace("{n}", bid) + (asleep(plan, player) ? ` (${words.asleep})` : "");
}

// The result of the hand before, until the bids of this one are saved.
function was({ recorded, gave }, player) {
  if (recorded || !(player in (gave?.points ?? {}))) return { made: "", was: "" };
  const made = gave.made[player], [style, sign] = made === undefined ? ["", ""] : made ? ["m", "✓ "] : ["x", "✗ "];
  return { made: style, was: sign + change(gave.points[player]) };
}

const asleep = ({ points, recorded }, player) => points.sleeps && recorded?.contract?.doublers.includes(player);

// Tricks start as the bids, or as 0 off them. Some forms label them by the distance from the bid.
function heldTo({ writes, sides }, seat, plan, player) {
  const bid = bidOf(plan, player), { cards } = plan.hands[0], far = writes === "off", start = String(far ? 0 : bid);
  if (asleep(plan, player)) seat.dataset.asleep = "";
  for (const input of seat.querySelectorAll("[name^='change.']")) {
    if (bid === undefined) input.closest("details")?.remove();
    else if (bid + Number(input.value) < 0 || bid + Number(input.value) > cards) input.parentElement.remove();
  }
  if (bid === undefined && !far && !plan.hands[0].bidders.includes(seat.dataset.field.split(".")[1])) seat.dataset.free = "";
  if (bid === undefined) return far && seat.querySelector(".chips").remove();
  seat.dataset.bid = bid;
  for (const input of seat.querySelectorAll(`[name="${seat.dataset.field}"]`)) {
    const chip = input.parentElement, from = input.value - bid;
    if (far && input.value > Math.max(bid, cards - bid)) chip.remove();
    if (sides !== undefined) chip.querySelector("span").textContent = change(from);
    if (input.value === start) input.checked = input.defaultChecked = true;
    chip.classList.toggle("as-bid", input.value === start);
  }
}

// --- the page

// Replaces the form by that of the current hand, and names the hand in the heading.
export function drawOpen(plan) {
  const [hand] = plan.hands, about = document.querySelector("header .faint");
  const entry = document.getElementById("entry"), pad = document.querySelector(".pad");
  if (entry.closest("details")) pad.replaceWith(formOf(plan));
  else {
    const form = formOf(plan), written = entry.querySelectorAll(".becomes");
    form.querySelectorAll(".becomes").forEach((item, at) => { item.textContent = written[at]?.textContent; }); // written again if it differs
    become(entry, form, inPlace); // far less is styled and laid out than for another form
    entry.reset();
  }
  (entry.closest("details") ?? pad?.closest("details"))?.remove();
  const trump = plan.recorded?.trump ?? hand.trump;
  document.querySelector("header h1").textContent = hand.title;
  about.textContent = [hand.about, hand.end].filter(Boolean).join(" · ");
  document.querySelectorAll(".strip li").forEach((bar, at) => bar.classList.toggle("on", at === hand.number - 1));
  drawTrump(plan, trump);
  if (plan.recorded) markTrump(main().querySelector(".sheet .next"), plan, trump);
  drawSaved(plan);
  main().querySelector("p.passing")?.classList.add("old");
  if (!plan.recorded) main().querySelector("form.passing")?.remove(); // it was said of the hand before
}

const suitOf = ({ suits, colours }, trump, style = "suit") => make("span", { className: `${style} ${colours[trump]}`, textContent: suits[trump] });

// The trump as a card in the head.
function drawTrump(plan, trump) {
  const place = document.getElementById("trump");
  place.replaceChildren(...(plan.suits[trump] ? [make("span", { className: "sr", textContent: `${place.dataset.words} ` }), suitOf(plan, trump, "card")] : []));
}

// The line of the hand just saved. Its words come with the answer; their space is reserved.
function drawSaved(plan) {
  const place = main().querySelector(".saved-hand");
  if (!place) return;
  place.hidden = Boolean(plan.recorded) || !plan.gave;
  place.querySelector("p").replaceChildren();
  place.querySelector(".cells").replaceChildren(...(place.hidden ? [] : plan.hands[0].order).map((player) => {
    const { made, was: gave } = was(plan, player);
    return make("li", { className: { m: "made", x: "missed" }[made] ?? "" }, make("span", { textContent: plan.names[player] }),
      make("b", { textContent: written(plan.totals[player]) }), make("i", { className: made, textContent: gave }));
  }));
}

// Shows the current hand's trump in its row of the sheet. A contract has its own place, which waits for the answer.
function markTrump(row, plan, trump) {
  row.querySelector("th .suit")?.remove();
  if (plan.suits[trump] && !row.querySelector(".named")) row.querySelector("th").append(suitOf(plan, trump));
}

// Shows each bid as it is tapped, the trump and the player on turn in the current hand's row of the sheet.
export function drawTapped(plan, bids, trump, turn) {
  const row = main().querySelector(".sheet .next"), cells = row?.querySelectorAll("td:not(.named)") ?? [];
  [...main().querySelectorAll(".sheet [data-total]")].forEach(({ dataset: { total: player } }, at) => {
    cells[at].classList.toggle("on", player === turn);
    if (!bids) return;
    if (!plan.recorded) cells[at].querySelector("sup")?.remove();
    if (player in bids && !cells[at].querySelector("sup")) cells[at].append(make("sup", { textContent: bids[player] }));
  });
  if (bids && trump) markTrump(row, plan, trump);
}

// Adds a hand to the sheet; the server marks the leader.
export function drawResult({ hands: [hand] }, played, then) {
  const row = main().querySelector(".sheet .next"), next = row.cloneNode(true);
  const cells = [...row.querySelectorAll("td:not(.named)")], columns = [...main().querySelectorAll(".sheet [data-total]")];
  columns.forEach((column, at) => {
    const player = column.dataset.total, by = played.changes?.[player], bid = hand.fixed ?? played.bids[player] - (by ?? 0), { made, was: gave } = was(then, player);
    column.className = "";
    if (!gave) return;
    cells[at].className = { m: "made", x: "missed" }[made] ?? "";
    cells[at].replaceChildren(...cells[at].querySelectorAll("i"));
    if (player in played.bids || hand.fixed !== undefined) cells[at].append(make("sup", { textContent: bidSign(bid, by) }));
    column.textContent = written(then.totals[player]);
    cells[at].append(column.textContent, " ", make("a", { textContent: gave }));
  });
  row.className = "pencil";
  row.id = `hand-${hand.number}`;
  row.after(next);
  for (const item of main().querySelectorAll(".standing")) item.hidden = true;
  drawNextRow(next, then, columns.map((column) => column.dataset.total));
}

function drawNextRow(row, plan, players) {
  const [hand] = plan.hands, number = row.querySelector("th"), cells = row.querySelectorAll("td");
  const signs = [["deals", hand.dealer], ["opens", firstBidder(hand)]].map(([style, player]) => [row.querySelector(`i.${style}`), player]);
  for (const cell of cells) cell.replaceChildren();
  for (const [sign, player] of signs) if (sign && player) cells[cells.length - players.length + players.indexOf(player)].append(sign);
  [number.querySelector("small").textContent, number.querySelector("b").textContent] = [hand.number, hand.cards];
  markTrump(row, plan, hand.trump);
}

const isWide = () => matchMedia("(min-width: 60rem)").matches; // the sheet is next to the hand and scrolls alone

// A sheet next to the hand shows its newest row.
export function toNewest() {
  const beside = isWide() && document.getElementById("newest");
  if (beside) beside.scrollIntoView();
  return beside;
}

// Begins a stage: at the head of the hand.
export function toHead() {
  if (isWide()) document.querySelector(".entry").scrollTo(0, 0);
  document.querySelector(".rows")?.scrollTo(0, 0);
  scrollTo(0, 0);
}

// Starts the page at its top, except for a sheet next to the hand.
export function toStart() {
  if (!toNewest()) scrollTo(0, 0);
}

// --- one node made of another

export const policy = parser.policy; // for answers.js, also that of a newer version

const inPlace = (node) => node.nodeName + (node.id ?? "");

// Turns one node into another with few changes. Nodes with the same `key` are the same.
export function become(old, now, key) {
  if (old.nodeName === "TEMPLATE") return old.replaceWith(now); // its content is not compared
  if (old.isEqualNode(now)) return;
  if (old.nodeType !== 1) {
    old.data = now.data;
    return;
  }
  for (const { name, value } of now.attributes) if (old.getAttribute(name) !== value) old.setAttribute(name, value);
  if (old.attributes.length > now.attributes.length) {
    for (const { name } of [...old.attributes]) if (!now.hasAttribute(name) && name !== "open") old.removeAttribute(name);
  }
  let at = old.firstChild;
  for (let child = now.firstChild, next; child; child = next) {
    next = child.nextSibling;
    while (at?.nodeType === 3 && child.nodeType === 1) at = passed(at); // moving a node costs layout
    let match = at;
    while (match && key(match) !== key(child)) match = child.nodeType === 1 ? match.nextSibling : null;
    if (match && match === at) at = at.nextSibling;
    else old.insertBefore(match ?? child, at);
    if (match) become(match, child, key);
  }
  while (at) at = passed(at);
}

// Removes the nodes after one that is gone; white space is invisible and stays.
function passed(node) {
  const next = node.nextSibling;
  if (node.nodeType !== 3 || node.data.trim()) node.remove();
  return next;
}

// Whether another tab than the hand is visible.
export const led = () => Boolean(location.hash) && (document.querySelector("#menu:target") || document.querySelector(".entry")?.offsetHeight === 0);

// Moves to the replacement of that tab, which has no links yet.
export function lead(stays = true) {
  const top = scrollY;
  location.replace(location.hash);
  if (stays) scrollTo(0, top);
}
