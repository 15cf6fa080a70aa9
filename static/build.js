// The scoring builder: sends every tap to the server and shows the result below. The form also works without this
// script. The script contains no rule of a game.

import { parsePage } from "./page_parser.js";
import { post } from "./token.js";

const form = document.getElementById("build");
const undo = document.getElementById("undo");
const before = []; // what stood, the oldest first: [field, fields and values]
let standing = answers(), latest = 0;

function answers() {
  return [...new FormData(form)].filter(([name]) => form.elements[name]?.type !== "hidden");
}

async function show(cards) {
  const mine = ++latest, sent = new FormData(form);
  sent.set("do", "show");
  if (cards) sent.set("cards", cards);
  try {
    const answer = await post(location.href, sent);
    const text = await answer.text();
    if (mine !== latest) return;
    if (!answer.ok) throw new Error(answer.status);
    put(parsePage(text));
  } catch {
    document.getElementById("why-all").textContent = form.dataset.lost;
  }
}

function put(page) {
  const { id } = document.activeElement;
  for (const item of page.querySelectorAll("[data-fresh]")) {
    document.getElementById(item.id)?.replaceWith(document.adoptNode(item));
    form.elements[item.id.replace("why-", "")]?.setAttribute?.("aria-invalid", Boolean(item.textContent));
  }
  if (id && document.activeElement.id !== id) document.getElementById(id)?.focus({ preventScroll: true });
}

form.addEventListener("input", ({ target: { name, type } }) => {
  if (type === "radio" || before.at(-1)?.[0] !== name) before.push([name, standing]); // a word typed is one step
  undo.disabled = false;
  standing = answers();
  show();
});

form.addEventListener("click", (event) => {
  const { name, value } = event.target;
  if (name !== "cards") return;
  event.preventDefault();
  show(value);
});

undo.addEventListener("click", () => {
  [, standing] = before.pop();
  const values = new Map(standing);
  for (const item of form.querySelectorAll("[type=radio]")) item.checked = values.get(item.name) === item.value;
  for (const item of form.querySelectorAll("select, input:not([type])")) item.value = values.get(item.name) ?? item.value;
  undo.disabled = !before.length;
  show();
});
