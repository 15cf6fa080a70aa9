"""What a phone asks the page that it shows, one question at a time: each is a script."""

from __future__ import annotations

WATCH = """
window.violations = [];
addEventListener("securitypolicyviolation", (event) => {
  violations.push(`${event.violatedDirective} ${event.blockedURI}`);
});
"""

IN_SIGHT = """
const foot = document.querySelector(".foot").getBoundingClientRect().top;
const box = arguments[0].getBoundingClientRect();
return box.top >= 0 && box.bottom <= Math.min(foot, innerHeight) + 1;
"""

SHOWN = """
const shown = [...document.querySelectorAll(arguments[0])]
  .filter((one) => one.checkVisibility({ opacityProperty: true, visibilityProperty: true }));
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

# Where a thumb lands on an element, once it is in sight; nothing where something else lies above it.
AIM = """
const onScreen = (box) => box.top >= 0 && box.left >= 0 && box.bottom <= innerHeight && box.right <= innerWidth;
let [box] = target.getClientRects();
if (!box) return null;
if (!onScreen(box)) {
  target.scrollIntoView({ behavior: "instant", block: "center", inline: "nearest" });
  [box] = target.getClientRects();
}
const [x, y] = [Math.floor(box.x + box.width / 2), Math.floor(box.y + box.height / 2)];
return target.contains(document.elementFromPoint(x, y)) ? { x, y } : null;
"""

SEAT = """
return [...document.querySelectorAll("fieldset:has(.name)")]
  .find((one) => one.querySelector(".name").textContent.trim() === arguments[0])
"""
INPUT = SEAT + "?.querySelector(arguments[1])"
TEXTS = "return [...document.querySelectorAll(arguments[0])].map((one) => one.textContent.trim())"


def aim(finds: str) -> str:
    """Where a thumb lands on what this script finds."""
    return f"const target = (() => {{{finds}}})();" + AIM
