"""Scripts that a phone runs on its page, one per query."""

WATCH = """
// The page's clock, which a phone puts forward instead of waiting as a scorer does before a tap.
window.later = 0;
{
  const { now } = Performance.prototype, { get } = Object.getOwnPropertyDescriptor(Event.prototype, "timeStamp");
  window.unchanged = () => now.call(performance);
  Performance.prototype.now = () => unchanged() + later;
  Object.defineProperty(Event.prototype, "timeStamp", { configurable: true, get() { return get.call(this) + later; } });
}
addEventListener("securitypolicyviolation", (event) => console.error(event.violatedDirective, event.blockedURI));
// When another stage came in the place of the one that was: a thumb that looks does not tap just then.
window.changedAt = 0;
let stage;
new MutationObserver(() => {
  const form = document.getElementById("entry"), calls = document.querySelector(".pad [name=calls]")?.value;
  const present = form && form.getAttribute("action") + form.dataset.stage + calls;
  if (stage && present !== stage) window.changedAt = performance.now();
  stage = present;
}).observe(document, { childList: true, subtree: true });
"""

PLAIN = "delete window.caches; delete Navigator.prototype.serviceWorker"

# The ms for which the style sheet still covers a new page.
COVERED = """
const isCover = ({ effect }) => effect.target === document.body && effect.pseudoElement === "::after";
const uncover = () => document.getAnimations().filter(isCover).forEach((cover) => cover.finish());
const reaches = () => window.later === undefined ? covered() : uncover() ?? 0;
const covered = () => Math.max(0, ...document.getAnimations().filter(isCover).map((one) => 500 - one.currentTime));
"""

# The seconds to wait before a tap, so that the page does not take it for a double tap (tap_guard.js). The wait follows
# a change of the stage, and a tap on the same key or one that moved this key.
LOOKS = """
if (!window.thumb) {
  window.thumb = { tappedAt: -Infinity };
  addEventListener("pointerup", () => { thumb.tappedAt = performance.now(); }, true);
}
const placeOf = (key) => {
  const { x, y } = key.getBoundingClientRect();
  return [key, [x, y, key.closest("[inert]"), key.checkVisibility(), (key.closest("label") ?? key).textContent].join()];
};
const afterChange = (key) => (key.closest("#entry .foot .do, #panel") ? 0.72 : 0.32);
const looks = (key) => {
  const { places, last } = thumb, now = performance.now() / 1000;
  const stays = last !== key && places?.get(key) === placeOf(key)[1];
  thumb.last = key;
  thumb.places = new Map([...document.querySelectorAll("a, button, label, summary, input")].map(placeOf));
  const changed = (window.changedAt ?? 0) / 1000 + afterChange(key), tapped = stays ? 0 : thumb.tappedAt / 1000 + 0.32;
  return Math.max(covered() / 1000, changed - now, tapped - now);
};
"""
STAGE = f"""{COVERED}{LOOKS}
const form = document.getElementById("entry"), [key] = arguments;
const calls = document.querySelector(".pad [name=calls]")?.value;
return [performance.timeOrigin, form && form.action + form.dataset.stage + calls, afterChange(key), looks(key)];
"""

IN_SIGHT = """
const foot = document.querySelector(".foot").getBoundingClientRect().top;
const box = arguments[0].getBoundingClientRect();
return box.top >= 0 && box.bottom <= Math.min(foot, innerHeight) + 1;
"""

# Stops the page's clock: the test sets the time of taps and keys (`PASS`, ms).
STOP_THE_CLOCK = """
window.clock = performance.now();
performance.now = () => clock;
Object.defineProperty(Event.prototype, "timeStamp", { get: () => clock });
"""
PASS = "window.clock += arguments[0]"
FORWARD = "return window.clock ? clock += arguments[0] : window.unchanged && (later += arguments[0])"

# Limits all later timeouts of the page to 1 second.
IMPATIENT = """
const later = setTimeout, gone = AbortSignal.timeout.bind(AbortSignal);
window.setTimeout = (act, ms, ...given) => later(act, Math.min(ms ?? 0, 1000), ...given);
AbortSignal.timeout = (ms) => gone(Math.min(ms, 1000));
"""
# Waits until all timeouts of the impatient page have passed.
PATIENCE_ENDS = "return new Promise((done) => setTimeout(done, 60000))"

SHOWN = """
const shown = [...document.querySelectorAll(arguments[0])]
  .filter((one) => one.checkVisibility({ opacityProperty: true, visibilityProperty: true }));
"""
# Waits until the work after the next paint is done; a hidden page paints nothing.
NEXT_FRAME = """
const [done] = arguments;
requestAnimationFrame(() => setTimeout(done));
setTimeout(done, document.hidden ? 300 : 3000);
"""

OUT_OF_SIGHT = (
    SHOWN
    + """
const end = arguments[1] ? Math.min(document.querySelector(".foot").getBoundingClientRect().top + 1, innerHeight)
  : innerHeight;
const whole = ({ top, left, bottom, right }) => top >= 0 && left >= 0 && bottom <= end && right <= innerWidth;
return shown.filter((one) => !whole(one.getBoundingClientRect())).map((one) => one.textContent.trim());
"""
)

# Returns the point where a tap hits an element, once it is in view; null if another element covers it.
AIM = """
let wait = looks(target);
if (wait > 0 && window.later !== undefined) {
  uncover();
  window.later += 1000 * wait;
  wait = 0;
}
const onScreen = (box) => box.top >= 0 && box.left >= 0 && box.bottom <= innerHeight && box.right <= innerWidth;
let [box] = target.getClientRects();
if (!box) return null;
if (!onScreen(box)) {
  target.scrollIntoView({ behavior: "instant", block: "center", inline: "nearest" });
  [box] = target.getClientRects();
}
const [x, y] = [Math.floor(box.x + box.width / 2), Math.floor(box.y + box.height / 2)];
const met = document.elementsFromPoint(x, y).find((one) => one !== document.body);
return target.contains(met) ? { at: { x, y }, wait } : null;
"""

SEAT = """
return [...document.querySelectorAll("fieldset:has(.name)")]
  .find((one) => one.querySelector(".name").textContent.trim() === arguments[0])
"""
INPUT = SEAT + "?.querySelector(arguments[1])"
HIDDEN_KEY = f"""
const key = (() => {{{INPUT}}})();
return key?.closest(".seat:has(.open) .chips:not([inert])") && !key.parentElement.checkVisibility();
"""
TOTALS = """
const [done] = arguments;
const texts = (selector) => [...document.querySelectorAll(selector)].map((one) => one.textContent.trim());
const tell = () => done([texts(".sheet .head"), texts(".sheet tfoot td:not(.meta)")]);
requestAnimationFrame(() => setTimeout(tell));
setTimeout(tell, document.hidden ? 300 : 3000);
"""
TEXTS = "return [...document.querySelectorAll(arguments[0])].map((one) => one.textContent.trim())"


def aim(finds: str) -> str:
    """Return a script that finds the point to tap on an element, which the script `finds` returns."""
    return f"const target = (() => {{{finds}}})();" + COVERED + LOOKS + AIM
