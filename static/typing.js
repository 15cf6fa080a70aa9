// A paper sheet typed like a spreadsheet, one row per hand. The text is stored as rows in the form's own field, which
// is visible without this script.

import { make } from "./nodes.js";
import { parsePage } from "./page_parser.js";
import { begin } from "./photograph.js";
import { post } from "./token.js";

const form = document.getElementById("import"), rows = form.elements.rows, grid = document.getElementById("grid");
const words = JSON.parse(grid.dataset.words), MOST = Number(grid.dataset.most), FEWEST = 2;
const [names, heads] = grid.querySelectorAll("thead tr"), body = grid.querySelector("tbody");
const parts = [...grid.querySelectorAll("[data-part]")], PARTS = parts.map((item) => item.dataset.part);
const empty = document.getElementById("empty");
let thrown = ""; // the text that was cleared last, to be restored
const filled = (pattern, values) => pattern.replace(/\{(\w+)\}/g, (_, key) => values[key]);

// --- rows and columns

const people = () => [...names.querySelectorAll("input")];
const hands = () => [...body.rows];
const cellsOf = (hand) => [...hand.querySelectorAll("input")];
const cellOf = (hand, player, part) => cellsOf(hand)[1 + player * PARTS.length + PARTS.indexOf(part)];
const nameOf = (player) => people()[player].value.trim() || people()[player].placeholder;
const inUse = (hand) => cellsOf(hand).some((item) => item.value.trim());

function put(row, tag, content, data = {}) {
  const cell = make(tag, {}, content);
  Object.assign(cell.dataset, data);
  row.append(cell);
  return cell;
}

function field(data = {}) {
  const item = make("input", { autocomplete: "off", enterKeyHint: "next" });
  if (!["points", "total"].includes(data.of)) item.inputMode = "numeric"; // an iPhone has no minus among its digits
  Object.assign(item.dataset, data);
  return item;
}

function addPlayer(name = "") {
  const player = people().length, item = field();
  Object.assign(item, { value: name, placeholder: filled(words.player, { number: player + 1 }), maxLength: 80, inputMode: "text", autocapitalize: "words" });
  item.setAttribute("list", "known");
  item.setAttribute("aria-label", item.placeholder);
  put(names, "th", item, { player }).scope = "colgroup";
  for (const part of PARTS) put(heads, "th", words[part], { player, of: part }).scope = "col";
  for (const hand of hands()) addCells(hand, player);
}

function addCells(hand, player) {
  for (const part of PARTS) put(hand, "td", field({ of: part }), { player, of: part });
}

function addHand() {
  const hand = body.insertRow();
  put(hand, "th", "").scope = "row";
  put(hand, "td", field({ of: "cards" }));
  people().forEach((_, player) => addCells(hand, player));
  return hand;
}

// --- shown as far as it goes

const isShown = (part) => parts.some((item) => item.dataset.part === part && item.checked);

// Players with a name or a result, and the place for one more; rows with anything, and one more.
function sat() {
  const typed = hands().flatMap((hand) => cellsOf(hand).filter((item) => item.value.trim()).map((item) => Number(item.parentElement.dataset.player ?? -1)));
  return Math.max(FEWEST, people().findLastIndex((item) => item.value.trim()) + 1, ...typed.map((item) => item + 1));
}

function show() {
  while (people().length < Math.min(sat() + 1, MOST)) addPlayer();
  if (!body.rows.length || inUse(body.lastElementChild)) addHand();
  const count = sat(), shown = PARTS.filter(isShown).length;
  for (const cell of names.querySelectorAll("[data-player]")) {
    cell.hidden = Number(cell.dataset.player) > count;
    cell.colSpan = Number(cell.dataset.player) < count ? Math.max(1, shown) : 1;
    cell.rowSpan = shown ? 1 : 2;
  }
  for (const cell of grid.querySelectorAll("[data-of]:is(th, td)")) cell.hidden = Number(cell.dataset.player) >= count || !isShown(cell.dataset.of);
  let number = 0;
  for (const hand of hands()) {
    const label = inUse(hand) || hand === body.lastElementChild ? ++number : "";
    hand.firstElementChild.textContent = label;
    for (const item of cellsOf(hand)) {
      const { player, of } = item.parentElement.dataset, what = of ? filled(words.of, { name: nameOf(player), what: words[of] }) : words.cards;
      item.setAttribute("aria-label", filled(words.cell, { hand: label || "–", what }));
    }
  }
}

// --- as text

const quoted = (text) => (/["\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
const unquoted = (text) => (/^".*"$/.test(text) ? text.slice(1, -1).replaceAll('""', '"') : text);

function write() {
  const shown = PARTS.filter(isShown), of = [...Array(sat()).keys()], typed = hands().filter(inUse);
  const line = (cells) => cells.map((item) => quoted(item.trim().replace(/\s+/g, " "))).join("\t");
  const lines = typed.map((hand, at) => [String(at + 1), cellsOf(hand)[0].value, ...of.flatMap((player) => shown.map((part) => cellOf(hand, player, part).value))]);
  const head = ["hand", "cards", ...of.flatMap((player) => shown.map((part) => `${nameOf(player)} ${part}`))];
  rows.value = lines.length || people().some((item) => item.value.trim()) ? [head, ...lines].map(line).join("\n") : "";
  remember();
}

// After a reload this tab still has the rows, until they are saved.
const KEPT = "sheet";
const remember = () => {
  empty.hidden = !rows.value && !thrown;
  empty.textContent = rows.value || !thrown ? words.empty : words.back;
  sessionStorage.setItem(KEPT, rows.value);
};

// The grid of other rows; whether they are such as it holds.
function fill(text) {
  rows.value = text;
  body.replaceChildren();
  heads.replaceChildren();
  names.replaceChildren(...[...names.children].slice(0, 2));
  const isOurs = read();
  if (isOurs) show();
  return isOurs;
}

function turnOut() {
  const before = rows.value;
  fill(before ? "" : thrown);
  thrown = before;
  remember();
  people()[0].focus();
}

// Rows of this page's own are taken up again; whether they are such. Others stay what they are, text.
function read() {
  const [head, ...lines] = rows.value.trimEnd().split("\n").map((line) => line.replace("\r", "").split("\t").map(unquoted));
  if (!rows.value.trim()) return true;
  const of = head.slice(2).map((text) => text.match(/^(.+) (\w+)$/));
  if (head[0] !== "hand" || head[1] !== "cards" || !of.every((match) => match && PARTS.includes(match[2]))) return false;
  const called = [...new Set(of.map(([, name]) => name))];
  for (const item of parts) item.checked = of.some(([, , part]) => part === item.dataset.part);
  for (const name of called) addPlayer(name === filled(words.player, { number: people().length + 1 }) ? "" : name);
  for (const [, cards, ...cells] of lines) {
    const hand = addHand();
    cellsOf(hand)[0].value = cards ?? "";
    cells.forEach((text, at) => { if (of[at]) cellOf(hand, called.indexOf(of[at][1]), of[at][2]).value = text; });
  }
  return true;
}

// --- keys

const inSight = () => [...grid.querySelectorAll("table input")].filter((item) => !item.closest("[hidden]"));

// Returns the next cell in reading order; after an empty last row, the element below.
function goOn(from) {
  const hand = from.closest("tbody tr"), cells = inSight();
  if (hand && hand === body.lastElementChild && !inUse(hand)) form.querySelector("#asked :is(select, input:not([type=hidden]), button)").focus();
  else cells[cells.indexOf(from) + 1]?.focus();
}

function go(from, rowsDown) {
  const hand = hands()[hands().indexOf(from.closest("tr")) + rowsDown];
  const next = hand && cellsOf(hand)[cellsOf(from.closest("tr")).indexOf(from)];
  next?.focus();
}

function pressed(event) {
  const { key, target } = event;
  if (event.isComposing || !target.matches("table input")) return;
  if (key === "Enter") goOn(target);
  else if (target.closest("tbody") && (key === "ArrowDown" || key === "ArrowUp")) go(target, key === "ArrowDown" ? 1 : -1);
  else return;
  event.preventDefault();
}

// --- looked at

// Asked for without leaving the page, so that the photograph stays.
async function look(event) {
  if (event.submitter?.name === "keep") {
    sessionStorage.removeItem(KEPT);
    return;
  }
  event.preventDefault();
  const before = document.getElementById("asked"), live = document.getElementById("live");
  try {
    const text = await (await post(form.action, new FormData(form))).text();
    const page = parsePage(text);
    const asked = page.getElementById("asked"), shown = asked.querySelector(".refusal, h2");
    before.replaceWith(asked);
    shown?.scrollIntoView({ block: "nearest" });
    live.textContent = shown?.textContent ?? "";
  } catch {
    before.querySelector("[role=alert]")?.remove();
    before.prepend(make("p", { className: "refusal", role: "alert", textContent: words.unanswered }));
  }
}

begin();
put(names, "th", words.hand).rowSpan = 2;
put(names, "th", words.cards).rowSpan = 2;
if (fill(rows.value || (sessionStorage.getItem(KEPT) ?? ""))) {
  grid.hidden = false;
  rows.closest(".field").hidden = true;
  remember();
  grid.addEventListener("focusin", ({ target }) => target.matches("tbody input") && target.select());
  grid.addEventListener("input", () => {
    show();
    write();
  });
  grid.addEventListener("keydown", pressed);
  empty.addEventListener("click", turnOut);
}
form.addEventListener("submit", look);
