// What stands there next: draws the tricks of a hand once it is bid, and the next hand once it is played, from the
// plan and from the page's own templates. What the answer of the server says takes its place later.

import { after, firstBidder, written } from "./plan.js";

// Whether the page has the blank forms for what is open now: those of a table that writes only who made it differ.
export const canDraw = (plan) => Boolean(plan.hands[0].made) === (document.getElementById("blank-taken")?.content.firstElementChild.dataset.stage === "made");

const main = () => document.getElementById("main");
const SAFE = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
const safe = (word) => String(word).replace(/[&<>"]/g, (sign) => SAFE[sign]);

// %name% in a text of the page stands for one of `values`.
const format = (html, values) => html.replace(/%(\w+)%/g, (token, name) => (name in values ? safe(values[name]) : token));

function drawn(html) {
  const holder = document.createElement("template");
  holder.innerHTML = policy?.createHTML(html) ?? html;
  return holder.content;
}

// Puts copies of a node in its place, one for each of `values`.
function repeat(node, values) {
  const html = node.outerHTML;
  node.replaceWith(drawn(values.map((own) => format(html, own)).join("")));
}

// --- the form of a stage ------------------------------------------------------------------------------------------

// The form of the open hand's bids, or of its tricks, as the server would draw it with nothing tapped.
function formOf(plan) {
  const [hand] = plan.hands, stage = plan.said || !hand.bidders.length ? "taken" : "bids";
  const blank = document.getElementById(`blank-${stage}`).innerHTML;
  const form = drawn(format(blank, { hand: hand.number, cards: hand.cards, dealer: plan.names[hand.dealer] })).firstElementChild;
  const words = JSON.parse(form.dataset.words), bids = plan.said?.bids ?? {};
  const players = stage === "bids" ? hand.bidders : hand.order;
  const named = (player) => ({ p: player, name: plan.names[player], total: written(plan.totals[player]), ...was(plan, player) });
  for (const chip of form.querySelectorAll("[value='%n%']")) {
    repeat(chip.closest("label"), Array.from({ length: hand.cards + 1 }, (_one, n) => ({ n })));
  }
  for (const one of form.querySelectorAll(".names [value='%p%'], .names [name$='%p%']")) repeat(one.closest("label"), hand.order.map(named));
  for (const seat of form.querySelectorAll(".seat, .quiet-seat")) {
    const among = seat.matches(".seat") ? players : hand.order.filter((player) => !players.includes(player));
    repeat(seat, among.map((player) => ({ ...named(player), mark: markOf(hand, plan, player, words, stage) })));
  }
  form.className = hand.cards < 3 ? "few" : hand.tight ? "tight" : "";
  if (stage === "taken") for (const player of players) heldTo(form, plan, player, hand.fixed ?? bids[player]);
  if (hand.tight) for (const name of form.querySelectorAll(".seat .name")) folded(name);
  const asked = stage === "bids" ? hand.asks === "bids" : hand.asks && !plan.said?.trump && !plan.said?.contract;
  if (!asked) form.querySelector(".suits")?.remove();
  for (const card of form.querySelectorAll(`[name=turned][value="${plan.said?.turned}"]`)) card.checked = true;
  if (hand.sum === undefined) form.querySelector("#hook")?.remove();
  const note = form.querySelector(".note");
  if (hand.note) note.textContent = hand.note;
  else note.remove();
  return form;
}

// Where all rows do not fit on a phone, those not on turn are one line each: a tap on the name opens one.
function folded(name) {
  name.replaceWith(Object.assign(document.createElement("button"), { type: "button", className: "open name", textContent: name.textContent }));
}

function markOf(hand, plan, player, words, stage) {
  if (stage === "bids") {
    return [player === firstBidder(hand) && words.first, player === hand.dealer && words.deals].filter(Boolean).join(" · ");
  }
  const bid = hand.fixed ?? plan.said?.bids[player];
  return bid === undefined ? words.none : words.bid.replace("{n}", bid) + (asleep(plan, player) ? ` (${words.asleep})` : "");
}

// What the hand before gave a player, and whether they made it, until the bids of this one stand.
function was({ said, gave }, player) {
  if (said || !(player in (gave?.points ?? {}))) return { made: "", was: "" };
  const made = gave.made[player], [style, sign] = made === undefined ? ["", ""] : made ? ["m", "✓ "] : ["x", "✗ "];
  return { made: style, was: sign + (gave.points[player][0] > 0 ? "+" : "") + written(gave.points[player]) };
}

const asleep = ({ points, said }, player) => points.sleeps && said?.contract?.doublers.includes(player);

// Tricks start as the bids.
function heldTo(form, plan, player, bid) {
  const seat = form.querySelector(`[data-field$=".${player}"]`);
  if (asleep(plan, player)) seat.dataset.asleep = "";
  if (bid === undefined) return;
  seat.dataset.bid = bid;
  for (const input of seat.querySelectorAll("[type=radio]")) {
    if (input.value === String(bid)) input.checked = input.defaultChecked = true;
    input.parentElement.classList.toggle("near", Math.abs(input.value - bid) < 2);
  }
}

// --- the page ---------------------------------------------------------------------------------------------------------

// Puts the form of what is open now in the place of the one that was, and says in the head which hand it is.
export function drawOpen(plan) {
  const [hand] = plan.hands, [about, end] = document.querySelectorAll("header .faint");
  const entry = document.getElementById("entry"), pad = document.querySelector(".pad");
  (entry.closest("details") ? pad : entry).replaceWith(formOf(plan));
  document.querySelector("details:has(.pad, #entry)")?.remove();
  const trump = plan.said?.trump ?? hand.trump, suit = document.createElement("span");
  document.querySelector("header h1").textContent = hand.title;
  about.textContent = hand.about;
  if (trump) about.append(" · ", Object.assign(suit, { className: "DH".includes(trump) ? "suit red" : "suit", textContent: plan.suits[trump] }));
  end.lastElementChild.textContent = hand.end ?? "";
  main().querySelector(".result .said")?.replaceChildren(); // the answer has its words, and those of the evening: their room is kept
  main().querySelector("p.passing")?.classList.add("old");
}

// The result of a hand, as a row of the sheet.
export function drawResult({ hands: [hand] }, played, then) {
  const row = main().querySelector(".sheet .next"), next = row.cloneNode(true);
  const cells = [...row.querySelectorAll("td")], columns = [...main().querySelectorAll(".sheet [data-total]")];
  columns.forEach((column, at) => {
    const player = column.dataset.total, bid = hand.fixed ?? played.bids[player], { made, was: gave } = was(then, player);
    if (!gave) return;
    cells[at].className = { m: "made", x: "missed" }[made] ?? "";
    cells[at].replaceChildren();
    if (bid !== undefined) cells[at].append(Object.assign(document.createElement("sup"), { textContent: bid }));
    column.textContent = written(then.totals[player]);
    cells[at].append(column.textContent, " ", Object.assign(document.createElement("a"), { textContent: gave }));
  });
  row.className = "pencil";
  row.id = `hand-${hand.number}`;
  row.after(next);
  for (const one of main().querySelectorAll(".standing")) one.hidden = true;
  main().querySelector("form.passing")?.remove(); // it was said of the hand before
  drawNextRow(next, then);
}

function drawNextRow(row, plan) {
  const [hand] = plan.hands, [number, cards, dealer, first] = row.querySelectorAll("th");
  const said = { cards: hand.cards, dealer: plan.names[hand.dealer], first: plan.names[firstBidder(hand)] ?? "" };
  number.replaceChildren(hand.number, drawn(format(document.getElementById("blank-compact").innerHTML, said)));
  [cards.textContent, dealer.textContent] = [said.cards, said.dealer];
  if (first?.dataset.first !== undefined) first.textContent = said.first;
  for (const cell of row.querySelectorAll("td")) cell.replaceChildren("…");
}

// --- what was tapped, as the plan reads it ----------------------------------------------------------------------------

// The fields of a form: bids, taken or made by player, trump, contract and marks.
export function read(pairs) {
  const found = { bids: {}, taken: {}, made: {}, marks: {}, contract: {}, doublers: [] };
  for (const [name, value] of pairs) {
    const [kind, one, player] = name.split(".");
    if (value === "") continue;
    if (kind === "bid") found.bids[one] = Number(value);
    else if (kind === "taken") found.taken[one] = Number(value);
    else if (kind === "made") found.made[one] = value === "yes";
    else if (kind === "trump" || kind === "turned") found[kind] = value;
    else if (kind === "mark") (found.marks[player] ??= {})[one] = value === "yes" ? 1 : Number(value);
    else if (kind === "contract" && player) found.doublers.push(player);
    else if (kind === "contract") found.contract[one] = one === "level" ? Number(value) : value;
  }
  return found;
}

// Whether it is this hand, and this stage of it, that the plan goes on with.
export const fits = (plan, { hand, stage }) => plan?.hands[0]?.number === hand && stage === (!plan.said && plan.hands[0].bidders.length ? "bids" : "taken");

// The trump that the card turned up brings, else the one that is named; null where only the server knows the card.
const trumpBy = (plan, { trump, turned }) => (turned === undefined ? trump : plan.turned?.[turned] === "" ? trump : plan.turned?.[turned] ?? null);

// The plan once these bids stand; null where only the server can say how it goes on.
export function bidden(plan, pairs) {
  const [hand] = plan.hands, found = read(pairs), { bids, turned, marks, contract, doublers } = found, trump = trumpBy(plan, found);
  if (trump === null || !canDraw(plan)) return null;
  if (hand.passed && contract.declarer === undefined) return null;
  if (hand.bidders.some((player) => !(player in bids))) return null;
  const said = { bids, trump, turned, marks, contract: null };
  if (hand.passed) {
    const all = contract.doubler ? [contract.doubler] : doublers;
    said.contract = { ...contract, redoubled: contract.redoubled === "yes", doublers: all };
  }
  return { ...plan, said };
}

// The plan once the tricks are written down; null where only the server can say how it goes on.
export function playedOut(plan, pairs) {
  const [hand] = plan.hands, found = read(pairs), { taken, made, marks } = found, trump = trumpBy(plan, found), said = plan.said ?? { bids: {}, marks: {} };
  const sum = Object.values(taken).reduce((all, one) => all + one, 0), counts = hand.made ? made : taken;
  if (trump === null || hand.order.some((player) => !(player in counts)) || (!hand.made && sum !== hand.cards)) return null;
  const played = { ...said, ...(hand.made ? { made } : { taken }), trump: trump ?? said.trump };
  played.marks = Object.fromEntries(hand.order.map((player) => [player, { ...said.marks?.[player], ...marks[player] }]));
  try {
    const then = after(plan, played);
    return then.hands.length && canDraw(then) && !(then.hands[0].passed && !plan.quick) ? { played, then } : null;
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

// --- the server's page ------------------------------------------------------------------------------------------------

// Nothing else makes a page of a text here: the policy of these pages forbids it.
export const policy = window.trustedTypes?.createPolicy("scorepad", { createHTML: (text) => text, createScriptURL: (address) => address });
export const parsePage = (text) => new DOMParser().parseFromString(policy?.createHTML(text) ?? text, "text/html");

const standsFor = (page) => [page.getElementById("entry")?.getAttribute("action"), page.getElementById("entry")?.dataset.stage].join();

// Whether a page of the server has the hand and the stage that are shown.
export const isShown = (page) => standsFor(page) === standsFor(document);

// Takes over what a page says about what is shown; nothing that is the same is touched, and no tap is lost.
export function settle(page) {
  const before = measureTotals(), top = () => document.getElementById("entry")?.getBoundingClientRect().top ?? 0, was = top();
  document.title = page.title;
  for (const part of ["header", "main"]) become(document.querySelector(part), page.querySelector(part));
  for (const one of [document.querySelector(".entry"), document.scrollingElement]) one.scrollTop += top() - was; // nothing moves under a thumb
  animate(before);
}

const key = (node) => `${node.nodeName} ${node.id || node.dataset?.field || node.dataset?.total || node.classList?.[0] || ""}`;

function become(old, now) {
  if (old.nodeName === "TEMPLATE") return old.replaceWith(now); // what is in it is compared by nobody
  if (old.isEqualNode(now)) return;
  if (old.nodeType !== 1) return void (old.data = now.data);
  for (const { name } of [...old.attributes]) if (!now.hasAttribute(name) && name !== "open") old.removeAttribute(name);
  for (const { name, value } of now.attributes) if (old.getAttribute(name) !== value) old.setAttribute(name, value);
  let at = old.firstChild;
  for (const child of [...now.childNodes]) {
    let match = at;
    while (match && key(match) !== key(child)) match = child.nodeType === 1 ? match.nextSibling : null;
    if (match && match === at) at = at.nextSibling;
    else old.insertBefore(match ?? child, at);
    if (match) become(match, child);
  }
  while (at) {
    const more = at.nextSibling;
    at.remove();
    at = more;
  }
}

export function replacePage(page, url = location.href) {
  const before = measureTotals(), was = standsFor(document), path = location.pathname;
  const focused = document.activeElement?.name && `${document.activeElement.localName}[name="${CSS.escape(document.activeElement.name)}"]`;
  document.title = page.title;
  for (const part of ["header", "main"]) document.querySelector(part).replaceWith(page.querySelector(part));
  if (url !== location.href) history.replaceState(null, "", url);
  if (standsFor(document) !== was || location.pathname !== path) scrollTo(0, 0);
  (focused && document.querySelector(`main ${focused}`) || main()).focus({ preventScroll: true });
  document.getElementById("live").textContent = document.querySelector(".refusal, .said, .contract")?.textContent ?? "";
  animate(before);
}

export const measureTotals = () => new Map([...document.querySelectorAll("[data-total]")].map((one) => [one.dataset.total, [one.textContent, one.closest(".standing") && one.getBoundingClientRect()]]));

// Totals and places move to where they are now; for those who ask for no motion they are simply there.
export function animate(before) {
  if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  for (const one of document.querySelectorAll("[data-total]")) {
    const [text, box] = before.get(one.dataset.total) ?? [], now = box?.width && one.closest(".standing") && one.getBoundingClientRect();
    const moved = now && box.x !== now.x;
    if (text === undefined || box?.width === 0 || !moved && text === one.textContent) continue;
    const from = moved ? `translate(${box.x - now.x}px, ${box.y - now.y}px)` : "translateY(-.6em)";
    one.animate([{ transform: from }, { transform: "none" }], { duration: 400, easing: "ease-out" });
  }
}
