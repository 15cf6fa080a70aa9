// The form for editing a hand: rows follow their chips, tricks are added up, and the effects on all totals are loaded
// at once. While the hand cannot be saved, one message says why, and there are no points. The form also works without
// this script.

import { post } from "./token.js";

const form = document.getElementById("entry"), sum = document.getElementById("sum"), button = form.querySelector(".do");
const words = JSON.parse(form.dataset.words ?? "null");
const cards = Number(form.dataset.cards);
const policy = window.trustedTypes?.createPolicy("scorepad", { createHTML: (text) => text });
let latest = 0;

// What the page says is wrong with the numbers that it came with.
const earlier = form.querySelectorAll(".refusal, #entry > .x");

// Writes the sum of the tricks, and returns whether it differs from the cards.
function showSum() {
  if (!words) return false; // nothing to add up
  if (form.querySelector("[name^=wrong_count]:checked")) return sum.textContent = "", false;
  const taken = [...new FormData(form)].filter(([name]) => name.startsWith("taken."));
  const all = taken.reduce((so, [, item]) => so + Number(item), Number(form.elements.cancelled?.value || 0));
  const how = all > cards ? "over" : all < cards ? "under" : "even", values = { sum: all, cards, off: Math.abs(all - cards) };
  sum.textContent = words[how].replace(/\{(\w+)\}/g, (_, name) => values[name]);
  return how !== "even";
}

// Shows the effects, or nothing but the reason why there are none.
function show(effects, totals = []) {
  document.getElementById("preview").replaceChildren(...effects);
  form.querySelectorAll(".fix .total").forEach((item, at) => item.replaceChildren(...totals[at]?.childNodes ?? []));
}

async function preview(uneven) {
  const body = new URLSearchParams(new FormData(form)), mine = ++latest;
  if (uneven) show([]);
  let ok = true, page;
  try {
    const answer = await post(form.dataset.preview, body), text = await answer.text();
    ok = answer.ok;
    page = new DOMParser().parseFromString(policy?.createHTML(text) ?? text, "text/html");
  } catch { /* the answer to the form says it */ }
  if (mine !== latest) return;
  button.classList.toggle("quiet", !ok);
  if (ok) show(page?.querySelector("#preview").childNodes ?? [], page?.querySelectorAll(".fix .total"));
  else show(uneven ? [] : page.querySelector(".refusal")?.childNodes ?? []);
}

form.addEventListener("input", ({ target }) => {
  const stands = target.closest(".fix > .chips")?.previousElementSibling.querySelector("b");
  if (stands) stands.textContent = target.parentElement.textContent.trim();
  for (const item of earlier) item.style.visibility = "hidden"; // nothing moves
  const uneven = showSum();
  if (uneven) button.classList.add("quiet");
  preview(uneven);
});

if (showSum() || earlier.length) button.classList.add("quiet");
if (earlier.length) sum.textContent = "";
