// One tap counts once. Within 300 ms of a tap, another one counts only outside the box of the key that was tapped, and
// on a key that was visible there with the same label. Other taps were meant for the earlier content. A dropped tap
// makes its key flash. During the first 500 ms of a page the style sheet covers it.

const DOUBLE = 300, PERIOD = 380, SLOW = 700, COVERED = 500, AGAIN = 2000; // ms; two taps that begin `PERIOD` apart are never a double tap
const KEYS = "a, button, label, summary, [type=radio], [type=checkbox], .mark";
const SAVE = "#entry .foot .do", SLOW_KEYS = `${SAVE}, #panel`;

export let byFinger; // whether the page was used by a finger or a mouse last, not by a key
let press; // the last pointerdown: its time, its place, the box of its key, and the keys that were visible
let taps = []; // the taps that counted and that others may follow too soon
let newUntil = -Infinity, slowUntil = -Infinity, slow; // until when other keys are new, and *Save* waits

function keyOf(target) {
  const key = target.closest?.(KEYS);
  return key?.closest("label") ?? key;
}

const labelOf = (key) => key.textContent.trim() || key.ariaLabel || key.value;
const boxOf = (key) => (key.matches(".open") ? key.parentElement : key).getBoundingClientRect(); // it covers its row
const isIn = ({ left, top, right, bottom }, { x, y }) => left <= x && x <= right && top <= y && y <= bottom;

function visibleKeys() {
  return [...document.querySelectorAll(KEYS)].flatMap((key) => {
    const { x, y, width, height } = key.getBoundingClientRect();
    return width && key.contains(document.elementFromPoint(x + width / 2, y + height / 2)) ? [[labelOf(key), boxOf(key)]] : [];
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
  const { x, y } = key ? boxOf(key) : {};
  return measured?.some(([label, box]) => box.x === x && box.y === y && label === labelOf(key));
}

addEventListener("pointerdown", ({ target, timeStamp, clientX, clientY }) => {
  const key = keyOf(target);
  byFinger = true;
  press = { down: timeStamp, x: clientX, y: clientY, box: key && boxOf(key), keys: isCurrent(key) ? measured : visibleKeys() };
}, true);
addEventListener("keydown", () => { byFinger = false; }, true);

addEventListener("click", (event) => {
  if (event.target === document.body) flash(document.elementsFromPoint(event.x, event.y).map(keyOf).find(Boolean)); // the page is covered
  const key = byFinger && event.detail && keyOf(event.target);
  if (!key || press.up) return; // a label passes its click on to its control
  const { down } = press, label = labelOf(key);
  taps = taps.filter((tap) => down - tap.down < PERIOD && down - tap.up <= DOUBLE);
  const isSecond = taps.at(-1)?.box && isIn(taps.at(-1).box, press); // no box: that finger came down on the cover
  const isNew = down <= (key.closest(SLOW_KEYS) ? slowUntil : newUntil);
  const isOther = ({ keys }) => !keys.some(([was, box]) => was === label && isIn(box, press));
  press.up = event.timeStamp;
  if (!isSecond && !isNew && !taps.some(isOther)) return taps.push(press);
  event.preventDefault();
  event.stopImmediatePropagation();
  flash(key);
  if (!isSecond && key.dataset.again) show(key, AGAIN); // "Tap again", in place of its label
}, true);

export function flash(key) {
  const { matches: still } = matchMedia("(prefers-reduced-motion: reduce)");
  key?.animate({ opacity: [0.2, still ? 0.2 : 1] }, DOUBLE);
}

const show = (node, duration) => node.animate({ visibility: ["visible", "visible"] }, { duration, pseudoElement: "::after" });

// Other keys have appeared. A finger that comes down just then was meant for those before.
export function stageChanged() {
  const now = performance.now();
  newUntil = now - taps.at(-1)?.up <= DOUBLE ? now : now + DOUBLE; // after a tap its own place is enough
  slowUntil = now + SLOW;
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

addEventListener("pageshow", ({ persisted }) => persisted && show(document.body, COVERED));
