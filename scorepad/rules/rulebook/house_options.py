"""What a rulebook may read in more than one way (rules.md A1.5): each as a question with its answers, in words."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple

from scorepad.rules.rulebook import Rulebook
from scorepad.words import _

Value = str | bool


class Answer(NamedTuple):
    """`short` completes the question's label; `sentence` stands in a rulebook in words, "" where it goes without."""

    short: str
    sentence: str = ""


class HouseOption(NamedTuple):
    """`name` is the key of the rulebook (`auction.…` in that table); ours is the first answer."""

    name: str
    label: str
    answers: Mapping[Value, Answer]
    matters: Callable[[Rulebook], bool] = lambda _rulebook: True

    def stands(self, rulebook: Rulebook) -> Value:
        """The answer that this rulebook gives."""
        table, _dot, key = self.name.rpartition(".")
        value: Value = getattr(rulebook.auction if table else rulebook, key)
        return value


def house_options(rulebook: Rulebook) -> list[HouseOption]:
    """Those that make a difference to this rulebook."""
    return [one for one in all_house_options() if one.matters(rulebook)]


def sentences(rulebook: Rulebook, *names: str) -> str:
    """What the rulebook's answers say about these keys, as far as that must be said; `auction` names all of its own."""
    asked = [one for one in house_options(rulebook) if one.name.partition(".")[0] in names]
    return " ".join(filter(None, (one.answers[one.stands(rulebook)].sentence for one in asked)))


def all_house_options() -> list[HouseOption]:
    return [*_of_the_auction(), *_of_the_deal(), *_of_late_entries()]


def _yes_no(yes: str, no: str, *, ours: bool) -> dict[Value, Answer]:
    answers: dict[Value, Answer] = {True: Answer(_("yes"), yes), False: Answer(_("no"), no)}
    return {ours: answers[ours], not ours: answers[not ours]}


def _of_the_auction() -> list[HouseOption]:
    def auctioned(rulebook: Rulebook) -> bool:
        return rulebook.bidding == "auction"

    return [
        HouseOption(
            "auction.only_passed",
            _("Whoever only passed"),
            {
                "held to zero": Answer(_("is held to zero"), _("Whoever only passed is held to zero.")),
                "no bid": Answer(_("has no bid"), _("Whoever only passed has no bid: neither made nor missed.")),
            },
            auctioned,
        ),
        HouseOption(
            "auction.doublers",
            _("Who may double one contract"),
            {
                "one": Answer(_("one player"), _("Only one player at a time doubles.")),
                "several": Answer(
                    _("several players"),
                    _("Several players may double one contract: each scores by himself, the declarer as doubled once."),
                ),
            },
            auctioned,
        ),
        HouseOption(
            "auction.doubler_names_numbers",
            _("The doubler may name a number, which sleeps"),
            _yes_no(
                _("The doubler may still name a number, which sleeps."),
                _("The doubler names no numbers while the double stands."),
                ours=True,
            ),
            auctioned,
        ),
        HouseOption(
            "auction.all_pass",
            _("If all pass, zero is played by"),
            {
                "first bidder": Answer(_("the first bidder"), _("If all pass, the first bidder plays zero.")),
                "dealer": Answer(_("the dealer"), _("If all pass, the dealer plays zero.")),
            },
            auctioned,
        ),
        HouseOption(
            "auction.idle_numbers",
            _("A number not above one’s own may be called"),
            _yes_no(
                _("A number not above one’s own may be called, and changes nothing."),
                _("A number not above one’s own is no call."),
                ours=False,
            ),
            auctioned,
        ),
        HouseOption(
            "auction.numbers_restart_passes",
            _("After a number all others pass again"),
            _yes_no(
                _("It ends when all others have passed after the last call; a number is a call too."),
                _("It ends when all others have passed after the last suit or double, whatever numbers came after it."),
                ours=True,
            ),
            auctioned,
        ),
    ]


def _of_the_deal() -> list[HouseOption]:
    return [
        HouseOption(
            "scorers_turn",
            _("When the scorer bids first"),
            {
                "next dealer": Answer(_("the next dealer deals")),
                "scorer's left": Answer(
                    _("the player at the scorer’s left deals"),
                    _("Whoever bids first deals; for the scorer the player at the scorer’s left."),
                ),
            },
            lambda rulebook: rulebook.bids_apart,
        ),
        HouseOption(
            "void_moves_on",
            _("After a void hand"),
            {
                False: Answer(_("the same player deals again")),
                True: Answer(_("the deal moves on"), _("After a void hand the deal moves on.")),
            },
        ),
        HouseOption(
            "dealer_pays_both",
            _("A dealer who misdealt himself pays"),
            {
                False: Answer(_("as dealer only")),
                True: Answer(
                    _("for his own cards too"),
                    _("A dealer with a wrong number of cards pays for both."),
                ),
            },
            lambda rulebook: bool(rulebook.misdeal.get("dealer") and rulebook.misdeal.get("wrong_count")),
        ),
        HouseOption(
            "seats_change",
            _("When somebody joins or leaves"),
            {
                "the ladder goes on": Answer(_("the ladder goes on")),
                "the ladder begins anew": Answer(
                    _("the ladder begins anew"), _("The ladder begins anew when somebody joins or leaves.")
                ),
            },
        ),
        HouseOption(
            "closing",
            _("The last hands, once announced"),
            {
                "as the ladder goes": Answer(_("go as the ladder does")),
                "the largest hands": Answer(_("are the two largest"), _("It closes with the two largest hands.")),
                "the largest hand": Answer(_("end with the largest"), _("It closes with the largest hand.")),
            },
        ),
    ]


def _of_late_entries() -> list[HouseOption]:
    return [
        HouseOption(
            "late_median",
            _("The median of an even number of totals"),
            {
                "mean of the middle two": Answer(_("is the mean of the middle two")),
                "lower of the middle two": Answer(
                    _("is the lower of the middle two"),
                    _("Of an even number of totals the lower of the middle two is the median."),
                ),
            },
            lambda rulebook: rulebook.late_entry == "half-way",
        ),
        HouseOption(
            "late_rounding",
            _("A late entry is rounded"),
            {
                "half to the worst": Answer(_("to the nearest, a half towards the worst")),
                "half up": Answer(_("to the nearest, a half up"), _("It is rounded to the nearest point, a half up.")),
                "down": Answer(_("down"), _("It is rounded down.")),
                "to quarters": Answer(_("to quarters"), _("Quarters of a point are kept.")),
            },
            lambda rulebook: rulebook.late_entry in ("half-way", "mean"),
        ),
        HouseOption(
            "late_totals",
            _("A late entry counts the totals of"),
            {
                "at the table": Answer(_("those at the table")),
                "everybody's": Answer(_("those who left too"), _("The totals of those who left count too.")),
            },
            lambda rulebook: rulebook.late_entry != "zero",
        ),
        HouseOption(
            "returning",
            _("Whoever comes back"),
            {
                "with the old total": Answer(_("goes on with the old total")),
                "as a newcomer": Answer(_("begins as a newcomer"), _("Whoever comes back begins as a newcomer too.")),
            },
        ),
    ]
