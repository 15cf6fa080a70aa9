"""Layout checks that run in the browser on every page and screen; each script returns its findings as lines."""

STICKS_OUT = """
const page = document.documentElement;
return page.scrollWidth > page.clientWidth ? [`${page.scrollWidth} of ${page.clientWidth} px`] : [];
"""

# The tap targets: a field with its label, a whole link or button. Content that scrolls within the page, such as a wide
# sheet, is cut off on purpose. Links within sentences are exempt.
TARGETS = """
for (const part of document.querySelectorAll("details")) [part.name, part.open] = ["", true]; // all of them at once
const inSentence = (one) => one.matches("a") && getComputedStyle(one).display === "inline" &&
  one.parentElement.textContent.trim() !== one.textContent.trim();
const seen = (one) => one.getClientRects().length && !one.closest(".skip, .sr, [inert]") && !inSentence(one);
const all = [...document.querySelectorAll("a[href], button, input:not([type=hidden]), select, textarea, summary")]
  .filter(seen);
const area = (one) => (one.closest(one.matches(".open") ? ".who" : "label") ?? one); // a player's whole line opens it
const name = (one) => one.outerHTML.slice(0, 110).replace(/\\s+/g, " ");
const box = (one) => area(one).getBoundingClientRect();
const within = (one) => one.closest(".wide, .points, pre, .foot, .now > .chips, .tabs, .slip, svg");
"""

# A sheet of seven players has columns narrower than a thumb; the link in its first column leads to the same page.
SMALL = (
    TARGETS
    + """
return all.map((one) => [one, box(one), one.matches(".open, button.total") ? 39 : 44])
  .filter(([one, { height, width }, least]) => height < least - 0.1 || width < 44 - 0.1 && !one.closest("td, th"))
  .map(([one, { height, width }]) => `${name(one)} is ${width} x ${height} px`);
"""
)

# The boxes are compared first, since most pairs are far apart.
OVERLAPPING = (
    TARGETS
    + """
const boxes = all.map((one) => [one, box(one)]), found = [];
for (const [at, [one, a]] of boxes.entries()) {
  for (const [other, b] of boxes.slice(at + 1)) {
    const wide = Math.min(a.right, b.right) - Math.max(a.left, b.left);
    const high = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
    if (!(wide > 1 && high > 1)) continue;
    if (within(one) !== within(other) || area(one) === area(other) || area(one).contains(other)) continue;
    found.push(`${name(one)} and ${name(other)} share ${wide} x ${high} px`);
  }
}
return found;
"""
)

# Cut off: beyond the screen's edge, or text wider than its box.
CUT = (
    TARGETS
    + """
const screen = document.documentElement.clientWidth;
const out = (one) => !one.closest(".wide, .points") && (box(one).left < -0.5 || box(one).right > screen + 0.5);
const spills = (one) => one.matches("a, button, summary") && one.scrollWidth > one.clientWidth + 1 &&
  getComputedStyle(one).display !== "inline" && getComputedStyle(one).textOverflow !== "ellipsis";
return all.filter((one) => out(one) || spills(one))
  .map((one) => `${name(one)}: ${one.scrollWidth} in ${one.clientWidth} px`);
"""
)

# Text that is too long for its box and hidden there. Names may be shortened, other text may not. Exempt are texts for
# screen readers and elements that are hidden on purpose.
WORDS_CUT = """
const giveWay = ".said, .skip, svg, .name, .head, .was, input, textarea, select";
const unseen = (one) => one && (getComputedStyle(one).clipPath === "inset(50%)" || unseen(one.parentElement));
const speaks = (one) => [...one.childNodes].some((node) => node.nodeType === 3 && /\\p{L}/u.test(node.data));
const hides = ({ display, overflowX, overflowY }) => display !== "inline" && /hidden|clip/.test(overflowX + overflowY);
const cut = (one) => one.scrollWidth > one.clientWidth + 1 || one.scrollHeight > one.clientHeight + 2;
return [...document.querySelectorAll("body *")]
  .filter((one) => speaks(one) && cut(one) && hides(getComputedStyle(one)) && !one.closest(giveWay))
  .filter((one) => one.checkVisibility({ visibilityProperty: true }))
  .filter((one) => !unseen(one))
  .map((one) => `${one.outerHTML.slice(0, 110).replace(/\\s+/g, " ")}: ` +
    `${one.scrollWidth} x ${one.scrollHeight} in ${one.clientWidth} x ${one.clientHeight} px`);
"""


def together(**questions: str) -> str:
    """Return a script that runs these checks in turn; each line begins with the name of its check.

    The checks open folded parts; the script folds them again for the next screen.
    """
    checks = ", ".join(f'["{name.replace("_", " ")}", () => {{{script}}}]' for name, script in questions.items())
    return f"""
const folded = [...document.querySelectorAll("details:not([open])")];
const found = [{checks}].flatMap(([question, ask]) => ask().map((line) => `${{question}}: ${{line}}`));
for (const part of folded) part.open = false;
return found;
"""
