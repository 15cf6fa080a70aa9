"""Tests of a refused form: it shows its first invalid field with the message in view."""

from browser.phone import Phone

# Returns the focused element and whether its message is in view.
FOCUSED = """
const field = document.activeElement, ids = field.getAttribute("aria-describedby")?.split(" ") ?? [];
const message = document.getElementById(ids.at(-1)), foot = document.querySelector(".foot");
const { top, bottom } = message?.getBoundingClientRect() ?? { top: -1, bottom: -1 };
return [field.name || field.ariaLabel, top >= 0 && bottom <= (foot?.getBoundingClientRect().top ?? innerHeight)];
"""


def test_a_refused_form_is_shown_at_its_error(pad: Phone) -> None:
    pad.expected = "status of 422"
    pad.open("/games/new?rulebook=pike")
    for seat, player in enumerate(("Ann", "Ben", "Cat", "Di")):
        pad.element(f"[name='players.{seat}']").send_keys(player)
    pad.tap_on("[name=sizes][value=other]")
    pad.element("#ladder").send_keys(" and so on")
    pad.tap(pad.button)
    pad.wait_for("[aria-invalid]")
    pad.wait_until(lambda: pad.run(FOCUSED) == ["ladder", True])


def test_a_refused_hand_is_shown_at_the_player_whose_bid_is_missing(pad: Phone) -> None:
    pad.expected = "status of 422"
    pad.begin("Ann", "Ben", "Cat", "Di", "Eve", "Flo", rulebook="boerenbridge", ladder="5 4")
    pad.bid(2, 1, 3, 0, 1)
    last = pad.bidders[-1]
    pad.tap(pad.button)
    pad.wait_for("[aria-invalid]")
    assert pad.run(FOCUSED) == [last, True]
