// The keyboard: digits bid or enter tricks for the player on turn, Enter saves, Backspace undoes. Loaded with the
// first such key, so never on phones. *This device* turns it off.

const PATIENCE = 700; // ms in which a second digit belongs to the first, if there are numbers with two digits
const ELSEWHERE = "input:not([type=radio], [type=checkbox]), select, textarea, summary, #panel";
let typed = "", timer;

// Keys do nothing that is not visible: in another tab, or under the call pad.
const seen = (selector) => [...document.querySelectorAll(selector)].filter((item) => item.checkVisibility());
const seats = () => seen("#entry .seat");
const seat = () => document.activeElement.closest("#entry .seat") ?? seen("#entry .now")[0] ?? seats()[0];

// Where numbers say how far from the bid they are, a minus or a plus may come first.
function number(value) {
  const on = seat(), from = on?.closest("[data-sides]") ? Number(on.dataset.bid ?? 0) : "";
  return on?.querySelector(`.chips:not([inert]) [name="${on.dataset.field}"][value="${from === "" ? value : from + Number(value)}"]`);
}

function forget() {
  clearTimeout(timer);
  typed = "";
}

// Taps the number that was typed, and moves to the next player.
function say() {
  const chip = number(typed), all = seats(), next = all[all.indexOf(seat()) + 1];
  forget();
  if (!chip) return;
  document.activeElement.blur(); // else the row keeps its keys
  chip.click();
  (document.querySelector("#entry .now") ?? next)?.querySelector(".chips :checked, .chips input")?.focus({ preventScroll: true });
}

function digit(key) {
  typed += key;
  if (number(`${typed}0`)) timer = setTimeout(say, PATIENCE);
  else say();
}

export function hear({ key, target, defaultPrevented, ctrlKey, metaKey, altKey }) {
  if (defaultPrevented || ctrlKey || metaKey || altKey || target.closest(ELSEWHERE)) return;
  if (/^[\d+-]$/.test(key)) return digit(key);
  const waiting = typed;
  if (key === "Backspace") forget();
  else if (waiting) say();
  if (key === "Backspace" && !waiting) seen("[form=undo]")[0]?.click();
  if (key === "Enter" && !target.closest("a, button, input")) seen("#entry .foot .do")[0]?.click(); // there it does so itself
}
