"""A hand of an evening by touches, for games of all kinds."""

from browser.phone import Phone

PLAYERS = ("Ann", "Bob", "Cat", "Di")


def scroll_and_tap(pad: Phone, key: str) -> None:
    """Scroll to a key and tap on it."""
    pad.run("document.querySelector(arguments[0]).scrollIntoView({ block: 'center' })", key)
    pad.tap_on(key)


def play_hand(
    pad: Phone, totals: str, bids: str, taken: str = "", *, trump: str = "", call: str = "", leads: str = "",
    **bonuses: str,
) -> None:  # fmt: skip
    """Tap a hand of the players in their order, which gives these totals; `Bob="mark.wager 10"` taps in his row.

    `call` is like "Bob S Ann": the caller, the trumps, and the players with a dash call. The page forecasts the totals
    before the hand is saved.
    """
    numbers = dict(zip(PLAYERS, bids.split(), strict=False))
    key = f"[name=trump][value={trump}]"
    if call:
        _tap_call(pad, numbers, *call.split())
    elif trump and pad.all(key):
        scroll_and_tap(pad, key)
        trump = ""
    for player in pad.bidders:
        if pad.chosen(player) is None:
            pad.tap_number(player, int(numbers[player]))
    assert pad.stage == "tricks"
    if trump:
        scroll_and_tap(pad, key)
    if leads:
        assert leads in pad.words(".seat:has(.leads) .name")
    for player, number in zip(numbers, taken.split(), strict=False):
        if number != numbers[player]:
            pad.tap_number(player, int(number))
    for player, marks in bonuses.items():
        _tap_marks(pad, player, marks)
    wanted = dict(zip(numbers, totals.split(), strict=True))
    forecasts = dict(zip(pad.texts("form .seat .name"), pad.texts("form .seat .becomes"), strict=True))
    assert forecasts == {player: f"→ {total}" for player, total in wanted.items()}, forecasts
    pad.tap(pad.button)
    pad.wait_until(lambda: pad.totals == wanted)


def _tap_call(pad: Phone, numbers: dict[str, str], caller: str, trump: str, *dash_calls: str) -> None:
    pad.wait_for("[name='contract.declarer']")
    for player in dash_calls:
        scroll_and_tap(pad, f"[name='mark.dash_call.{_id(player)}']")
    scroll_and_tap(pad, f"[name='contract.declarer'][value={_id(caller)}]")
    scroll_and_tap(pad, f"[name='contract.level'][value='{numbers[caller]}']")
    scroll_and_tap(pad, f".auction [name=trump][value={trump}]")


def _id(player: str) -> str:
    return f"p{PLAYERS.index(player) + 1}"


def _tap_marks(pad: Phone, player: str, marks: str) -> None:
    where = "" if player == "nobody" else f"[aria-label={player}] "
    for mark in marks.split(", "):
        name, value = mark.split(" ")
        row = f"{where}details:has([name^='{name}'])"
        scroll_and_tap(pad, f"{row}:not([open]) summary")
        scroll_and_tap(pad, f"{row} [name^='{name}'][value='{value}']")
        scroll_and_tap(pad, f"{row} summary")
