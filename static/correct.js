// The form for editing a hand: rows follow their chips, tricks are added up, and the effects on all totals are loaded
// at once. The form also works without this script.

import { post } from "./token.js";

const form = document.getElementById("entry");
const words = JSON.parse(form.dataset.words ?? "null");
const cards = Number(form.dataset.cards);
const policy = window.trustedTypes?.createPolicy("scorepad", { createHTML: (text) => text });
let latest = 0;

function showSum() {
  if (!words) return; // nothing to add up
  const taken = [...new FormData(form)].filter(([name]) => name.startsWith("taken."));
  const sum = taken.reduce((all, [, item]) => all + Number(item), Number(form.elements.cancelled?.value || 0));
  const how = sum > cards ? "over" : sum < cards ? "under" : "even";
  const values = { sum, cards, off: Math.abs(sum - cards) };
  document.getElementById("sum").textContent = words[how].replace(/\{(\w+)\}/g, (_, name) => values[name]);
}

async function preview() {
  const body = new URLSearchParams(new FormData(form)), place = document.getElementById("preview"), mine = ++latest;
  let preview = [];
  try {
    const answer = await post(form.dataset.preview, body), text = await answer.text();
    const page = new DOMParser().parseFromString(policy?.createHTML(text) ?? text, "text/html");
    preview = page.querySelector(answer.ok ? "#preview" : ".refusal")?.childNodes ?? [];
    if (mine === latest) page.querySelectorAll(".fix .total").forEach((item, at) => form.querySelectorAll(".fix .total")[at]?.replaceChildren(...item.childNodes));
  } catch { /* the answer to the form says it */ }
  if (mine === latest) place.replaceChildren(...preview);
}

form.addEventListener("input", ({ target }) => {
  const stands = target.closest(".fix > .chips")?.previousElementSibling.querySelector("b");
  if (stands) stands.textContent = target.parentElement.textContent.trim();
  showSum();
  preview();
});
showSum();
