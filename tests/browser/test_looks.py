"""Tests of the light, dark and black themes: text is readable, and a chosen theme applies to every page."""

import pytest
from soak import sampled

from browser.phone import Phone
from browser.viewer import FOUR, SEVEN, game
from scorepad.store import Store

# The WCAG contrast of each text with its background, and of each line of the chart with the paper.
CONTRASTS = """
const light = (colour) => {
  const parts = colour.match(/[\\d.]+/g).slice(0, 3).map((part) => part / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
  return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2];
};
const behind = (one) => {
  for (let at = one; at; at = at.parentElement) {
    const { backgroundColor } = getComputedStyle(at);
    if (!/^rgba.*, 0\\)$/.test(backgroundColor)) return backgroundColor;
  }
  return "rgb(255, 255, 255)";
};
const contrast = (one, colour) => {
  const [darker, lighter] = [light(colour), light(behind(one))].sort((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
};
return [...document.querySelectorAll(arguments[0])].filter((one) => one.getClientRects().length)
  .map((one) => contrast(one, getComputedStyle(one)[arguments[1]]));
"""
TEXTS = "main :is(p, td, th, dt, dd, b, small, h2, summary, a, button, span:not(.said)), .bar :is(h1, span, a)"
LOOKS = ("Light", "Dark", "Black")


def choose(phone: Phone, look: str) -> None:
    phone.open("/device")
    next(label for label in phone.all("label.check") if label.text == look).click()
    phone.tap_on("button.do")
    phone.wait_for(".said")


def test_everything_can_be_read_on_black(pad: Phone, store: Store) -> None:
    """Axe checks the contrast of the other two."""
    running, over = game(store, SEVEN, 7), game(store, FOUR, 1, house={"ladder": "1"})
    pad.open(over)
    paper = "return getComputedStyle(document.body).backgroundColor"
    as_the_device = pad.run(paper)
    choose(pad, "Black")
    for page in ("/device", running + "/view", over + "/view", running + "/standings", over, over + "/log"):
        pad.open(page)
        contrasts = pad.run(CONTRASTS, TEXTS, "color")
        assert len(contrasts) > 5
        assert (min(contrasts) >= 4.5, pad.run(paper)) == (True, "rgb(0, 0, 0)"), page
    choose(pad, "Same as device")
    pad.open(over)
    assert pad.run(paper) == as_the_device


@pytest.mark.parametrize("look", sampled(LOOKS, 1))
def test_the_lines_of_the_chart_stand_out_from_the_paper(pad: Phone, store: Store, look: str) -> None:
    path = game(store, SEVEN, 7)
    choose(pad, look)
    pad.open(path + "/standings")
    contrasts = pad.run(CONTRASTS, ".chart.narrow polyline", "stroke")
    assert len(contrasts) == 7
    assert min(contrasts) >= 3
