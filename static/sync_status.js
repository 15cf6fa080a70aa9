// Where things stand with what is on this phone only: one line above the page, and on a touch of it what can be done.

import { guard } from "./links.js";
import { isolated, planOf, write } from "./hand_renderer.js";
import { make } from "./nodes.js";
import { written } from "./plan.js";
import * as queue from "./queue.js";

let missed; // the number of entries when "lost" was shown: it stays until there are others
let why = ""; // the problem: none, "silent", "shut" out, "lost" for an entry that is not stored, or a sentence
export let words;

export const labelled = (name, text) => format(words.said, { name, text });
export const format = (text, values) => text.replace(/\{(\w+)\}/g, (_, name) => isolated(values[name]));
export const button = (textContent, onclick, className = "") => make("button", { type: "button", textContent, onclick, className });

// Says how it stands, or how it does still.
export function tell(now) {
  words ??= JSON.parse(document.querySelector(".game").dataset.waiting);
  const waits = queue.entries().length;
  if (now === "lost") missed = waits;
  else if (why === "lost" && (now ?? "silent") === "silent") now = waits === missed ? why : "silent";
  why = now ?? why;
  const line = document.getElementById("line"), status = sentence();
  if (!status) return line?.remove();
  if (line) return write(line, status); // the same would be read aloud again
  document.body.append(Object.assign(button(status, more), { id: "line" }));
  document.getElementById("line").setAttribute("aria-live", "polite");
}

// "3 hands on this phone only: the laptop does not answer."
function sentence() {
  const hands = new Set(queue.entries().map(({ hand }) => hand).filter(Boolean)).size;
  if (!why && !queue.aside.length) return "";
  if (why === "lost") return words.lost;
  if (why && !queue.isKept()) return words.unkept;
  const what = hands ? format(hands === 1 ? words.one : words.many, { n: hands }) : queue.any() && words.taps;
  if (!why) return words.aside;
  return what ? labelled(what, words[why] ?? why) : words[why] ?? why;
}

// While the laptop is away no other page would come: of the standings is shown what this one knows.
function away(address) {
  if (!/\bstandings$/.test(address)) return tell("lost");
  const row = (cells, tag) => make("tr", {}, ...cells.map((text, at) => make(at ? tag : "th", {}, text)));
  const time = new Date(Number(sessionStorage.heard)).toLocaleTimeString([], { hour: "2-digit", minute: "2-digit" });
  panel(make("h2", {}, document.querySelector(".tabs [href$=standings]").textContent), make("p", { className: "refusal" }, format(words.since, { time })),
    make("table", { className: "reach" }, make("thead", {}, row([words.player, words.total, words.behind], "th")), make("tbody", {}, ...standings().map((cells) => row(cells, "td")))),
    make("p", { className: "acts" }, button(words.close, () => close())));
}
guard("a[href]:not([href^='#'])", away);

// The page from which the service worker led here without a request of the user.
export function cameFrom() {
  const [, address] = /^#away-(\w+)$/.exec(location.hash) ?? [];
  if (!address) return;
  history.replaceState(null, "", location.pathname);
  away(address);
}

// Place and name, total, and points behind the best, of the sheet as it is drawn here.
function standings() {
  const plan = planOf(document), { wins } = plan.points;
  const all = [...document.querySelectorAll(".sheet [data-total]")].map(({ dataset: { total }, textContent }) => [plan.names[total], textContent, numberOf(textContent)]);
  const behind = wins === "low" ? (n) => n : wins ? (n) => Math.abs(n - wins[0]) : (n) => -n;
  all.sort(([, , entry], [, , other]) => behind(entry) - behind(other));
  const less = (number) => Math.abs(behind(number) - behind(all[0][2]));
  return all.map(([name, total, number]) => [`${1 + all.filter(([, , other]) => behind(other) < behind(number)).length} ${isolated(name)}`, total, less(number) ? written([-8 * less(number), 8]) : "–"]);
}

function numberOf(text) {
  const [, minus, whole, part] = /^(−?)([\d.,]*)(.?)/.exec(text);
  return (minus ? -1 : 1) * (Number(whole.replace(",", ".")) + ("⅛¼⅜½⅝¾⅞".indexOf(part || "-") + 1) / 8);
}

export function panel(...children) {
  document.getElementById("panel")?.remove();
  const box = make("section", { id: "panel", tabIndex: -1 }, ...children);
  box.setAttribute("role", "alertdialog");
  document.body.append(box);
  box.focus({ preventScroll: true });
  return box;
}

export const close = (which = "#panel") => document.querySelector(which)?.remove();

// There is an answer: nothing is in the way any more; that it counts otherwise is said until it is read.
export const answered = () => {
  sessionStorage.heard = Date.now();
  tell(why === "other" ? why : "");
};
sessionStorage.heard ??= Date.now();

// A message about a passing state is shown once.
function read() {
  close();
  if (["lost", "other"].includes(why)) tell("");
}

// Shows the entries that are only here, and how they are stored.
function more() {
  if (queue.held()) return queue.repeat();
  const list = [...queue.entries(), ...queue.aside].filter(({ stage }) => stage !== "undo");
  const item = (entry) => make("li", {}, describe(entry), ...(queue.aside.includes(entry) ? [" ", button(words.forget, () => { queue.forget(entry); tell(); more(); })] : []));
  panel(make("p", {}, sentence() || words.through), make("p", { className: "hint" }, queue.isKept() ? words.more : words.moreUnkept), make("ul", {}, ...list.map(item)),
    make("p", { className: "acts" }, ...(list.length ? [saveButton()] : []), button(words.close, read)));
}

// "Hand 5: bids Ann 2, Bob 0".
export function describe({ pairs, hand, stage }) {
  const names = planOf(document)?.names ?? {};
  const typed = stage === "draft" ? queue.tapped({ pairs }) : pairs;
  const values = typed.filter(([name, value]) => value !== "" && name.split(".").at(-1) in names).map(([name, value]) => `${isolated(names[name.split(".").at(-1)])} ${words[value] ?? value}`);
  const text = pairs.find(([name]) => name === "text")?.[1];
  return text ? labelled(words.comment, text) : labelled(format(words.hand, { n: hand }), [words[stage] ?? [], values.join(", ")].flat().join(" "));
}

export function saveButton() {
  return button(words.save, () => {
    const href = queue.file();
    make("a", { href, download: `scorepad-${words.file}.json` }).click();
    setTimeout(() => URL.revokeObjectURL(href), 10_000);
  });
}
