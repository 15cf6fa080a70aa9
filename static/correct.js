// The form for editing a hand: rows follow their chips, tricks are added up, and the effects on all totals are loaded
// at once. While the hand cannot be saved, one message says why, and there are no points. The form also works without
// this script.

import { parsePage } from "./page_parser.js";
import { post } from "./token.js";

const form = document.getElementById("entry"), sum = document.getElementById("sum"), even = document.getElementById("even"), button = form.querySelector(".do");
const words = JSON.parse(form.dataset.words ?? "null");
const cards = Number(form.dataset.cards);
let latest = 0;

// What the page says is wrong with the numbers that it came with.
const earlier = form.querySelectorAll(".refusal, #entry > .x");

// Writes the sum of the tricks, and returns whether it differs from the cards.
function showSum() {
  if (!words) return false; // nothing to add up
  even.hidden = true;
  if (form.querySelector("[name^=wrong_count]:checked")) return sum.textContent = "", false;
  const taken = [...new FormData(form)].filter(([name]) => name.startsWith("taken."));
  const all = taken.reduce((so, [, item]) => so + Number(item), Number(form.elements.cancelled?.value || 0));
  const how = all > cards ? "over" : all < cards ? "under" : "even", values = { sum: all, cards, off: Math.abs(all - cards) };
  sum.textContent = words[how].replace(/\{(\w+)\}/g, (_, name) => values[name]);
  return even.hidden = how !== "even";
}

// Next to the form a laptop shows the sheet: as saved, or as it becomes, with what changes.
const side = document.getElementById("sheet"), saved = side.cloneNode(true);

function showSheet(becomes) {
  side.replaceChildren(...(becomes ?? saved.cloneNode(true)).childNodes);
  for (const part of ["tbody", "tfoot"]) {
    const before = saved.querySelectorAll(`${part} td`);
    side.querySelectorAll(`${part} td`).forEach((cell, at) => cell.classList.toggle("changed", cell.textContent !== before[at]?.textContent));
  }
  document.getElementById(form.dataset.hand)?.classList.add("edited");
}

// Shows the effects, or nothing but the reason why there are none.
const CALCULATED = ".fix :is(.was, .total)";

function show(effects, page) {
  if (side.offsetParent) showSheet(page?.getElementById("sheet"));
  const now = page?.querySelectorAll(CALCULATED) ?? [], rows = page?.querySelectorAll(".fix") ?? [];
  document.getElementById("preview").replaceChildren(...effects);
  form.querySelectorAll(CALCULATED).forEach((item, at) => item.replaceChildren(...now[at]?.childNodes ?? []));
  rows.forEach((row, at) => form.querySelectorAll(".fix")[at].classList.toggle("off", row.classList.contains("off")));
}

async function preview(uneven) {
  const body = new URLSearchParams(new FormData(form)), mine = ++latest;
  if (side.offsetParent) body.set("sheet", "y");
  if (uneven) show([]);
  let ok = true, page;
  try {
    const answer = await post(form.dataset.preview, body), text = await answer.text();
    ok = answer.ok;
    page = parsePage(text);
  } catch { /* the answer to the form says it */ }
  if (mine !== latest) return;
  button.classList.toggle("quiet", !ok);
  if (ok) show(page?.querySelector("#preview").childNodes ?? [], page);
  else show(uneven ? [] : page.querySelector(".refusal")?.childNodes ?? []);
}

form.addEventListener("input", ({ target }) => {
  const row = target.closest(".fix"), stands = target.closest(".fix > .chips")?.previousElementSibling.querySelector("b");
  const chosen = (kind) => row.querySelector(`[name^="${kind}."]:checked`)?.value;
  if (stands) {
    stands.textContent = target.parentElement.textContent.trim();
    if (chosen("bid") && chosen("taken")) row.classList.toggle("off", chosen("bid") !== chosen("taken")); // the preview may know better
  }
  for (const item of earlier) item.style.visibility = "hidden"; // nothing moves
  const uneven = showSum();
  if (uneven) button.classList.add("quiet");
  preview(uneven);
});

if (showSum() || earlier.length) button.classList.add("quiet");
if (earlier.length) sum.textContent = "";
showSheet();
document.querySelector(".edited")?.scrollIntoView({ block: "center" });
