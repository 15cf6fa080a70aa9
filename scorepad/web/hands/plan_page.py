"""Data for the page's optimistic updates: the plan in the page's words, and blank forms for the script."""

from collections.abc import Callable
from dataclasses import replace
from types import SimpleNamespace
from typing import Any, Literal, NamedTuple
from uuid import uuid4

from flask import render_template, url_for
from markupsafe import Markup

from scorepad.formats import format_change, format_points, ordinal
from scorepad.game.report.notes import paper_sign
from scorepad.game.report.outcome import headline, places
from scorepad.game.report.plan import plan
from scorepad.game.state.events import BidsRecorded
from scorepad.game.state.game import Game
from scorepad.game.state.rows import OpenHand
from scorepad.game.state.scoring import Way
from scorepad.game.state.turns import trump_entry_stage
from scorepad.repository import StoredGame
from scorepad.rules.rulebook import Rulebook
from scorepad.rules.rulebook.bidding_options import CALL_FIRST
from scorepad.rules.scheme import Scheme
from scorepad.web.filters import JOKER
from scorepad.web.form_state import FormState
from scorepad.web.groups.group import group
from scorepad.web.hand_draft import writes_outcomes
from scorepad.web.reports.page_cache import CachedPerGame
from scorepad.words import _, by_language, join_label, ngettext

PLAYER, NON_BIDDER, DEALER, ALLY = "%p%", "%q%", "%d%", "%ally%"
"""Placeholder ids of players in a blank form. The script replaces them, and all other text between two %."""


def addresses(game_id: str, number: int | str) -> dict[str, str]:
    """Return the addresses to which the script sends the forms and the draft of a hand."""
    of_hand = {
        "bids": "current_hand.record_bids",
        "taken": "current_hand.record_tricks",
        "draft": "current_hand.keep_draft",
    }
    urls = {name: url_for(view, game_id=game_id, number=0) for name, view in of_hand.items()}
    return {name: url.replace("/hands/0/", f"/hands/{number}/") for name, url in urls.items()}


@CachedPerGame
def phone_plan(stored: StoredGame) -> dict[str, Any]:
    """Return the plan with the players' names, the signs of suits, and the heading of each hand."""
    game = stored.game
    hands = plan(game.sheet)
    suits = game.sheet.rulebook.suits
    signs = suits.signs(JOKER) if game.sheet.has_trumps else {}
    coming = 0 if game.sheet.endless else len(game.sheet.coming()) - 1
    for position, hand in enumerate(hands["hands"]):
        hand["title"] = _("Hand %(n)s") % {"n": hand["number"]}
        cards = ngettext("%(num)s card", "%(num)s cards", hand["cards"]) % {"num": hand["cards"]}
        which = _("last hand") if hand.get("last") else _("extra hand") if hand.get("extra") else ""
        hand["about"] = " · ".join(filter(None, (cards, which)))
        if coming > position:
            hand["end"] = _("%(n)s to go") % {"n": coming - position}
    return {
        **hands,
        "names": game.names,
        "suits": signs,
        "colours": {trump: suits.colour(trump) for trump in signs},
        "leaders": game.sheet.leaders,
        "quick": writes_outcomes(game) or hands["recorded"] is not None,
    }


def needs_server_message() -> str:
    """Return the message of a page that cannot go on without the server."""
    if group().key:
        return _("This needs Scorepad, which does not answer. Try again.")
    return _("This needs the laptop, which does not answer. Try again.")


def outbox_messages(writes: Way) -> dict[str, str]:
    """Return the messages about hands that are on the phone only; `writes` is what this table records of the tricks."""
    return {
        "one": _("1 hand on this phone only"),
        "many": _("{n} hands on this phone only"),
        "taps": _("On this phone only"),
        "unkept": _("Not saved on this phone: keep this page open"),
        "silent": _("Scorepad does not answer") if group().key else _("the laptop does not answer"),
        "shut": _("this device may no longer score here. Ask for a new link"),
        "other": _("Scorepad has other points than this page. This page now shows Scorepad’s"),
        "lost": needs_server_message(),
        "aside": _("Something on this phone was not saved"),
        "more": _("It is sent as soon as possible, even if you close this page and open it again. Keep playing."),
        "moreUnkept": _("This phone stores nothing. Keep this page open until all is sent, or save a file."),
        "through": _("Everything is saved."),
        "undone": _("{name}’s {n} undone"),
        "hand": _("Hand {n}"),
        "said": join_label("{name}", "{text}"),
        "bids": _("bids"),
        "taken": _("difference") if writes == "off" else _("tricks"),
        "comment": _("Comment"),
        "yes": "✓",
        "no": "✗",
        "mine": _("On this phone:"),
        "theirs": _("Keep theirs"),
        "putAside": _("Set aside"),
        "forget": _("Delete it"),
        "save": _("Save as a file"),
        "file": _("not-sent-yet"),
        "close": _("Close"),
        "since": _("As of {time}; no answer since."),
        "player": _("Player"),
        "total": _("Total"),
        "behind": _("Behind"),
    }


HIDDEN = Markup(f"%{uuid4().hex}%")
"""A placeholder for the hidden fields, which depend on the session and version; it cannot occur in a name."""


class NoFields:
    """A form that renders a placeholder instead of its hidden fields."""

    def hidden_tag(self) -> Markup:
        return HIDDEN


def blank_forms(stored: StoredGame, hidden: Markup) -> Markup:
    """Return the forms of a hand with placeholders for everything that differs between hands.

    Fill in the addresses and the `hidden` fields, which the page sends with every form.
    """
    sheet, hand = stored.game.sheet, stored.game.sheet.open_hand
    assert hand is not None
    asks_trump = trump_entry_stage(sheet.rulebook, replace(hand, trump=None)) is not None
    html = _render_blank_forms(sheet.rulebook, sheet.scheme, sheet.writes, asks_trump)
    for name, address in addresses(stored.game_id, "%hand%").items():
        html = html.replace(f"%{name}%", address)
    return html.replace(HIDDEN, hidden)


@by_language(64)
def _render_blank_forms(rulebook: Rulebook, scheme: Scheme, writes: Way, asks_trump: bool) -> Markup:
    """Render the part of the blank forms that all games with these rules share; it depends on the arguments only."""
    hand = OpenHand(
        number=0, cards=0, dealer=DEALER, first_bidder=None, order=(PLAYER, NON_BIDDER), bidders=(PLAYER,),
        trump=None, hook=False, last=False, extra=False, note="%note%", call_first=rulebook.bidding == CALL_FIRST,
    )  # fmt: skip
    return Markup(
        render_template(
            "hands/_blank.html",
            hand=hand,
            played=replace(hand, order=(PLAYER,)),
            sheet=SimpleNamespace(
                rulebook=rulebook,
                scheme=scheme,
                writes=writes,
                bids=BidsRecorded(0, {}),
                asleep=(),
                note_on=lambda hand: hand.note,
            ),
            names={PLAYER: "%name%", ALLY: "%ally_name%", NON_BIDDER: "%name%", DEALER: "%dealer%"},
            totals={PLAYER: "%total%", NON_BIDDER: "%total%"},
            leaders=(),
            numbers=["%n%"],
            bids=["%n%"],
            number="%hand%",
            cards="%cards%",
            players=[PLAYER],
            allies=[ALLY],
            mark="%mark%",
            was=lambda _player: PreviousResult("%made%", "%was%"),
            addresses={"bids": "%bids%", "taken": "%taken%", "draft": "%draft%"},
            value=lambda _field, _otherwise="": "",
            asks_trump=asks_trump,
            undo=[],
            redo=[],
            form=NoFields(),
            form_state=FormState(),
        )
    )


_SAID_OF_A_BID = {True: ("m", "✓ "), False: ("x", "✗ "), None: ("", "")}


class PreviousResult(NamedTuple):
    """The result of the previous hand for a player.

    `made` is "m" for a made bid, "x" for a missed bid, and "" if unknown. `points` have their sign. `place` is the
    player's place, `moved` its direction.
    """

    made: str = ""
    points: str = ""
    place: str = ""
    moved: Literal["", "up", "down"] = ""


def previous_result_of(game: Game) -> Callable[[str], PreviousResult]:
    """Return a function that gives each player's result of the previous hand; empty once the bids are recorded."""
    row = None if game.sheet.bids else game.hand_row(game.sheet.hands_played)
    if row is None:
        return lambda _player: PreviousResult()
    placed = places(game, row)

    def previous_result(player: str) -> PreviousResult:
        if player not in row.points:
            return PreviousResult()
        style, sign = _SAID_OF_A_BID[row.made.get(player)]
        place, up = placed[player]
        moved: Literal["", "up", "down"] = "up" if up > 0 else "down" if up else ""
        return PreviousResult(
            style, sign + format_change(row.points[player]) + paper_sign(row, player), ordinal(place), moved
        )

    return previous_result


@CachedPerGame
def current_hand_context(stored: StoredGame) -> dict[str, Any]:
    """Return the template values of the form of the current hand."""
    sheet, hand = stored.game.sheet, stored.game.sheet.open_hand
    assert hand is not None
    return {
        "totals": {player: format_points(total) for player, total in sheet.totals.items()},
        "leaders": sheet.leaders,
        "was": previous_result_of(stored.game),
        "news": "" if sheet.bids else headline(stored.game),
        "numbers": range(hand.cards + 1),
        "bids": hand.may_bid,
        "number": hand.number,
        "cards": hand.cards,
        "addresses": addresses(stored.game_id, hand.number),
    }
