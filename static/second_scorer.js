// Shows the taps of other scorers of the same game, with their names, and the hands they save.

import { fetched, follow } from "./follow.js";
import { make } from "./nodes.js";

const LOOK = 700; // ms
const WAITS = 60000, SAID = 4000; // ms for which what was tapped here is waited for, and for which it is said who tapped
let put, ahead, queue, waiting, came, version, sign, latest, before, saying;

// `shown` is the frame that goes with the page, `heard` another that came, and as what, if they did; `fill(false, taps)`
// puts single taps, [field, value] each, into the form that is shown; the others are modules.
export function begin(shown, heard, fill, ...modules) {
  const { stream, sign: from } = document.querySelector(".game").dataset;
  [before, put, ahead, queue, waiting] = [shown && JSON.parse(shown), fill, ...modules];
  [came, sign, version] = [from, from, stream.replace(/stream\/\w+$/, "version")];
  if (heard) receive(...heard);
  follow(stream, () => (before || heard ? sign : ""), receive, ask); // told at first what is tapped: of that something may be taken back
}

async function ask() {
  const answer = await fetched(version).catch((lost) => {
    if (lost.answer?.headers.get("Scorepad-Access") === "none") ahead.shutOut();
    throw lost;
  });
  const { v, draft } = await answer.json(), now = `${v}.${draft}`;
  if (now === sign || queue.any()) return;
  sign = now;
  look();
}

// The page as it is now. Where it does not come, what is shown is of no version, and it is asked for again.
async function look() {
  if (!(await ahead.look())) sign = "";
}

// Entries that wait here come first: their answer brings the page, and another frame follows.
async function receive(frame, as) {
  [latest, sign] = [frame, as];
  try {
    await queue.drain(WAITS);
  } catch {
    if (frame === latest) sign = ""; // it is asked for again
    return;
  }
  await ahead.onItsWay;
  if (frame !== latest) return;
  if (isTyping()) addEventListener("focusout", () => receive(latest, sign), { once: true });
  else takeUp(JSON.parse(frame));
}

const isTyping = () => document.activeElement.matches("textarea, input:not([type=radio], [type=checkbox])");

function takeUp({ v, hand, taps, by = {} }) {
  const form = document.getElementById("entry"), seen = Number(document.querySelector("[name=seen]")?.value);
  const was = before?.v === v ? before.taps : taps, missed = !before && sign !== came; // of which something may be taken back
  const back = missed || Object.keys(was).some((field) => !(field in taps));
  before = { v, taps };
  if (v < seen) return; // what was saved here since is being sent
  if (v > seen || back || ("calls" in taps && taps.calls.calls.join(" ") !== document.querySelector(".pad [name=calls]")?.value)) return look();
  if (hand !== ahead.known?.hands[0]?.number) return; // tapped for a hand that was taken back
  const standing = form && new FormData(form);
  const others = Object.entries(taps).filter(([field, value]) => form?.elements.namedItem(field) && (standing.get(field) ?? "") !== String(value));
  const theirs = others.filter(([field]) => !queue.isNew(hand, field));
  if (theirs.length < others.length) setTimeout(() => receive(latest, sign), queue.ECHO);
  if (!theirs.length) return;
  put(false, theirs);
  for (const [item] of theirs) queue.cede(hand, item);
  const replaced = theirs.filter(([item]) => standing.get(item)), news = replaced.length ? replaced : theirs.slice(-1);
  if (replaced.length) pause(form.querySelector(".foot .do"));
  say(by[news[0][0]], news.flatMap(([field, value]) => {
    const player = form.querySelector(`[data-field="${CSS.escape(field)}"] .name`)?.textContent;
    const was = standing.get(field), { words, format } = waiting;
    if (!player) return [];
    return value === "" ? format(words.undone, { name: player, n: words[was] ?? was }) : [player, was && `${words[was] ?? was} →`, words[value] ?? value].filter(Boolean).join(" ");
  }).join(", "));
}

// A number that was tapped here has changed: show it before it is saved.
function pause(button) {
  button.disabled = true;
  setTimeout(() => { button.disabled = false; }, LOOK);
}

// Covers the page, so that nothing moves.
function say(name, what) {
  const place = document.getElementById("beside") ?? document.body.appendChild(make("p", { id: "beside", role: "status" }));
  place.textContent = waiting.labelled(name ?? "…", what || "✓");
  clearTimeout(saying);
  saying = setTimeout(() => { place.textContent = ""; }, SAID);
}
