// What Undo and Redo do next on this device: what the server's page says (`standOn`), and what waits in the queue since.
// A step is { key, label } of the server; { fields: { field: [before, now] } } of a tap; or an entry of the queue.

import * as queue from "./queue.js";
import { isolated } from "./hand_renderer.js";
import { format } from "./sync_status.js";

let base = { undo: [], redo: [] };
let lost = []; // entries that were removed from the queue before they were sent, each with the entry before it

export function standOn(page) {
  base = JSON.parse(page.querySelector("[data-turns]")?.dataset.turns ?? '{"undo":[],"redo":[]}');
  if (!queue.any()) lost = [];
}

// Follows an entry of the queue.
function move({ undo, redo }, entry) {
  const { stage, turn, of, taps = [] } = entry;
  if (turn) {
    const [from, to] = turn === "undo" ? [undo, redo] : [redo, undo];
    if (from.length) to.push(from.pop());
  } else if (stage === "undo") {
    const at = undo.findIndex(({ id }) => id === of);
    redo.push(...undo.splice(at, 1));
  } else {
    undo.push(...taps.map((fields) => ({ fields })), entry);
    if (!entry.again) redo.length = 0;
  }
}

function now() {
  const steps = { undo: [...base.undo], redo: [...base.redo] }, all = queue.all();
  const back = (id) => steps.redo.push(...lost.filter(({ after }) => after === id).map(({ entry }) => entry));
  lost.filter(({ after }) => !all.some(({ id }) => id === after)).forEach(({ entry }) => steps.redo.push(entry));
  for (const item of all) {
    move(steps, item);
    back(item.id);
  }
  return steps;
}

export const next = (turn) => now()[turn].at(-1);

// The server has an entry that brings no other page.
export function arrived(entry) {
  if (!entry.turn && !entry.again) lost = lost.filter(({ after }) => queue.all().some(({ id }) => id === after));
  move(base, entry);
  return JSON.stringify(base);
}

export function lose(entry) {
  lost.push({ entry, after: queue.all().at(-1)?.id });
}

// --- in words

export const words = () => JSON.parse(document.querySelector(".game").dataset.undo);

const VALUES = { yes: "✓", no: "✗" };

const card = (text, suits) => text.replace(/^(..?)(.)$/, (all, rank, suit) => rank + (suits[suit.toUpperCase()] ?? suit)); // 5H: 5♥

function fieldInWords(field, values, { names, suits }) {
  const [kind, ...rest] = field.split("."), name = names[rest.at(-1)], labels = words();
  const what = kind === "mark" ? `${isolated(name)}: ${rest[0]}` : labels.players[kind] ? format(labels.players[kind], { name }) : labels.hand[kind] ?? field;
  const sign = (item) => (kind === "trump" ? suits : kind === "turned" ? labels.turned : names)[item] ?? (kind === "turned" ? card(item, suits) : item);
  const covered = kind === "bid" && document.querySelector("#entry[data-covered]");
  const shown = (covered ? [] : values).filter((item) => item !== "" && item !== null).map((item) => VALUES[item] ?? isolated(sign(item)));
  return [what, shown.join(" → ")].filter(Boolean).join(" ");
}

// "Undo Bob’s bid 1 → 0".
export function label(turn, { label: text, fields, stage, hand }, plan) {
  if (!fields && !stage) return text;
  const values = (pair) => (turn === "undo" ? [...pair].reverse() : pair);
  const what = fields ? Object.entries(fields).map(([field, pair]) => fieldInWords(field, values(pair), plan)).join(", ") : format(words()[stage], { number: hand });
  return format(words()[turn], { what });
}
