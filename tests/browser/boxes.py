"""Where rows and the foot of a page are on the screen."""

from browser.phone import Thumb

Box = list[float]
Boxes = dict[str, Box]

# Rows relative to their page and their list, which may be scrolled; the foot and its contents relative to the
# screen.
BOXES = """
const page = document.querySelector(".stage").getBoundingClientRect(), found = {};
const { scrollTop } = document.querySelector("#entry .rows"), list = { x: page.x, y: page.y - scrollTop };
const note = (name, one, from) => {
  const box = one.getBoundingClientRect();
  found[name] = [box.x - from.x, box.y - from.y, box.width, box.height].map((n) => Math.round(n * 10) / 10);
};
for (const one of document.querySelectorAll("#entry .seat, #entry .quiet-seat, #entry .suits")) {
  note(`row ${one.querySelector(".name").textContent.trim()}`, one, one.closest(".rows") ? list : page);
}
for (const one of document.querySelectorAll("#entry .foot, #entry .foot > *")) {
  note(`foot ${one.classList[0]}`, one, { x: 0, y: 0 });
}
return found;
"""


def boxes(pad: Thumb) -> Boxes:
    positions: Boxes = pad.run(BOXES)
    return positions


def moved(before: Boxes, after: Boxes) -> list[str]:
    names = [name for name in {**before, **after} if before.get(name) != after.get(name)]
    return [f"{name}: {before.get(name)} -> {after.get(name)}" for name in names]
