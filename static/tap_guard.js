// One tap counts once. A double tap would otherwise reach the key that takes the place of the first. For 300 ms after a
// tap, neither the same key nor a key that has moved or changed its meaning does anything.

const DOUBLE = 300, PERIOD = 380, SLOW = 700; // ms; two taps that begin `PERIOD` apart are never a double tap
const KEYS = "a, button, label, summary, [type=radio], [type=checkbox], .mark, .seat";
const SAVE = "#entry .foot .do", SLOW_KEYS = `${SAVE}, #panel`;

export let byFinger; // whether the page was used by a finger or a mouse last, not by a key
let press; // the last pointerdown: its time and the keys that were visible
let taps = []; // the taps that counted and may still become double taps
let changed = document.referrer ? 0 : -Infinity; // when other keys appeared: a page that a tap led to is new at 0
let byTap = false; // whether a tap just before did it
let slowUntil = -Infinity, slow;

// The purpose of a key: the same text means the same key only in the same form, at the same stage and turn.
function meaningOf(key) {
  const control = key.control ?? key, form = control.form ?? key.closest("form"), { stage } = form?.dataset ?? {};
  if (key.matches(".turn")) return control.getAttribute("form"); // Undo is always Undo, with any label
  const text = key.matches("a, button:not(.do), summary") && key.textContent;
  return [form?.getAttribute("action"), stage, form?.elements.calls?.value, key.closest("[data-field]")?.dataset.field,
    control.name, control.value, control.href, text, key.querySelector(".chips")?.inert].join("|");
}

function visibleKeys() {
  return [...document.querySelectorAll(KEYS)].flatMap((key) => {
    const box = key.getBoundingClientRect();
    return box.width && key.contains(document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2)) ? [[meaningOf(key), box]] : [];
  });
}

let measured, waiting; // the result of `visibleKeys`, while nothing has changed; and the idle callback that measures again

function invalidate() {
  measured = undefined;
  waiting ??= (window.requestIdleCallback ?? setTimeout)(() => { waiting = undefined; measured = visibleKeys(); });
}

// No observer of mutations: it would slow every change.
for (const what of ["change", "click", "hashchange", "resize", "scroll", "toggle"]) addEventListener(what, invalidate, true);

// Whether the measured keys are still correct, as far as the touched one shows.
function isCurrent(key) {
  const { x, y } = key?.getBoundingClientRect() ?? {};
  return measured?.some(([meaning, box]) => box.x === x && box.y === y && meaning === meaningOf(key));
}

const isIn = ({ left, top, right, bottom }, { clientX, clientY }) => left <= clientX && clientX <= right && top <= clientY && clientY <= bottom;

addEventListener("pointerdown", ({ target, timeStamp }) => {
  byFinger = true;
  press = { down: timeStamp, keys: isCurrent(target.closest?.(KEYS)) ? measured : visibleKeys() };
}, true);
addEventListener("keydown", () => { byFinger = false; }, true);

addEventListener("click", (event) => {
  const key = byFinger && event.detail && event.target.closest?.(KEYS);
  if (!key) return;
  const meaning = meaningOf(key), { down } = press;
  if (press.meaning === meaning) return; // a label passes its click on to its control
  taps = taps.filter((tap) => down - tap.down < PERIOD && down - tap.up <= DOUBLE);
  const isNew = down <= (key.closest(SLOW_KEYS) ? slowUntil : changed + (byTap ? 0 : DOUBLE));
  const isMoved = ({ keys }) => !key.matches(".turn") && !keys.some(([was, box]) => was === meaning && isIn(box, event));
  if (isNew || taps.at(-1)?.meaning === meaning || taps.some(isMoved)) {
    event.preventDefault();
    event.stopImmediatePropagation();
    return;
  }
  taps.push(Object.assign(press, { meaning, up: event.timeStamp }));
}, true);

// Other keys have appeared. A finger that comes down just then was meant for those before.
export function stageChanged() {
  changed = performance.now();
  byTap = changed - taps.at(-1)?.up <= DOUBLE;
  slowUntil = changed + SLOW;
  clearTimeout(slow);
  slow = setTimeout(() => { slow = 0; showSlow(); }, SLOW);
  showSlow();
}

// *Save* looks disabled until it accepts a tap; keys are not delayed.
export function showSlow() {
  invalidate();
  const save = document.querySelector(SAVE);
  if (slow && byFinger) save?.setAttribute("aria-disabled", "true");
  else save?.removeAttribute("aria-disabled");
}

addEventListener("pageshow", ({ persisted }) => persisted && stageChanged());
