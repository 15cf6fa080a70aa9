"""The names of the formula language, each fully described by one record (design.md section 4).

To add a name, write its record here. If it has a formula, it follows from other names and needs nothing more. Otherwise
give it its value in `player_variables` or `shared_variables`, and in `plan.js`. Rule files, pages, commands and tests
read the records. The module is outside `rules`, because the command line starts without the rules.
"""

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from functools import partial
from typing import Any, Literal, NamedTuple

from scorepad.words import _, later, ngettext

MOST_CARDS = 60  # per player in one hand
FEWEST_PLAYERS, MOST_PLAYERS = 2, 10
LARGEST_TOTAL = 10_000  # points
LARGEST_MARK = 1_000
MOST_RUN = 200  # hands
USUAL_CARDS, USUAL_PACK = 7, 52  # of a hand, of the pack
MOST_HAND = 1_000  # hands of a game, for the check of formulas
MOST_PACK = 1_000  # cards

Kind = Literal["number", "truth", "points", "suit"]
Part = Literal["result", "table", "hand", "player", "bidding", "contract"]
Others = Literal["no", "in the hand", "in coming hands"]
Phrase = Callable[[int], str]


class FormulaName(NamedTuple):
    """The record of a name. It is no dataclass, because the command line starts faster without them.

    `part` is the part of a game to which the value belongs: a player's own result, the table of points (cards, players
    and the largest hand), the hand, the player's earlier hands, the bids and results of all players, or the contract.

    `others` is how far the value depends on other players: in the hand itself, so that it is unknown as long as one of
    them is; or only in coming hands, so that it cannot be foreseen.

    A name with a `formula` is calculated like a term of a scheme. If it is `native`, Python and the phone calculate it
    themselves, for speed. A name without a formula is an argument of `hand_variables`, or follows from those in
    `behind`.
    """

    name: str
    kind: Kind
    numbers: range  # its possible values; without the halves of a total
    part: Part
    before_bids: bool  # whether it is known before the bids, so that `bids_when` may read it
    others: Others
    about: later | None  # a sentence for the editor; names with the same sentence share it. None: not in formulas
    label: later | None = None  # of its field
    usual: int | str = 0  # the usual value of the field, or the name with this value: "cards", or "bid" without a field
    phrase: Phrase | None = None  # for explanations, by the value; "" says nothing
    example: Phrase | None = None  # for worked examples, if it differs from `phrase`
    trial: Sequence[Any] = ()  # for the trial of schemes: the usual value, extreme values; None: its default
    counted: bool = False  # a number of tricks, cards or players: a 1 of them stays in a product
    newer: bool = False  # added after 0.1; schemes may use it for a term, mark or option of their own
    formula: str = ""
    native: bool = False
    behind: Sequence[str] = ()

    @property
    def is_argument(self) -> bool:
        """Return whether it is an argument of `hand_variables`."""
        return not self.formula and (not self.behind or self.name in self.behind)


def _after_play(part: Part, name: str, kind: Kind, about: later | None, **more: Any) -> FormulaName:
    """Return the record of a truth or a number of tricks that is known after the play."""
    numbers = range(2) if kind == "truth" else range(MOST_CARDS + 1)
    return FormulaName(
        name=name, kind=kind, numbers=numbers, part=part, before_bids=False, others="no", about=about, **more
    )


_of_result, _of_contract = partial(_after_play, "result"), partial(_after_play, "contract")


def _run(name: str, words: Phrase) -> FormulaName:
    return FormulaName(
        name=name, kind="number", numbers=range(MOST_RUN + 1), part="player", before_bids=False, others="no",
        about=later("Bids made (missed) in a row, including this one"), label=later("In a row, with this hand"),
        usual=1, phrase=lambda count: words(count) if count > 1 else "", example=words,
    )  # fmt: skip


_TRICKS = later("Tricks bid, tricks taken, cards each in this hand")
_MADE, _SIDE = later("Whether the bid was made or missed"), later("Too few tricks, too many")
_PLAYERS = later("The number of players, and of those who made their bid")
_LADDER = later("The ladder’s largest hand; whether this is the last hand")
_ROLE = later("The player’s role in the contract")
_CONTRACT = later("The contract, whether it was made, and by how much it was missed")
_DOUBLED = later("Whether the contract is doubled or redoubled")
_HAND = later("The number of this hand; the number of hands of one pass")
_RESULT, _CONTRACT_RESULT = ("bid", "taken"), ("level", "contract_taken")

TABLE = (
    _of_result("bid", "number", _TRICKS, counted=True),
    _of_result(
        "taken", "number", _TRICKS, counted=True,
        phrase=lambda count: ngettext("{number} trick", "{number} tricks", count) if count else _("no trick"),
    ),
    FormulaName(
        name="cards", kind="number", numbers=range(1, MOST_CARDS + 1), part="table", before_bids=True, others="no",
        about=_TRICKS, label=later("Cards"), usual=USUAL_CARDS, counted=True,
        phrase=lambda count: ngettext("{number} card", "{number} cards", count),
    ),
    _of_result(
        "off", "number", later("How far from the bid: 2 for two tricks too few and for two too many"), counted=True,
        formula="abs(taken - bid) if made or missed else 0", native=True, behind=_RESULT,
    ),
    _of_result("made", "truth", _MADE, behind=_RESULT),
    _of_result("missed", "truth", _MADE, behind=_RESULT),
    _of_result("under", "truth", _SIDE, formula="missed and taken < bid"),
    _of_result("over_bid", "truth", _SIDE, formula="missed and taken > bid"),
    FormulaName(
        name="players", kind="number", numbers=range(FEWEST_PLAYERS, MOST_PLAYERS + 1), part="table", before_bids=True,
        others="no", about=_PLAYERS, label=later("Players"), usual=4, counted=True,
        phrase=lambda _count: _("{number} players"), trial=(4, *range(FEWEST_PLAYERS, MOST_PLAYERS + 1)),
    ),
    FormulaName(
        name="top", kind="number", numbers=range(1, MOST_CARDS + 1), part="table", before_bids=True, others="no",
        about=_LADDER, label=later("Largest hand"), usual=USUAL_CARDS, phrase=lambda _count: _("largest hand {number}"),
        trial=(None, 1, 10, MOST_CARDS),
    ),
    FormulaName(
        name="last", kind="truth", numbers=range(2), part="hand", before_bids=True, others="no",
        about=_LADDER, label=later("The last hand"), example=lambda _last: _("last hand"), trial=(0, 1),
    ),
    FormulaName(
        name="total", kind="points", numbers=range(-LARGEST_TOTAL, LARGEST_TOTAL + 1), part="player", before_bids=True,
        others="no", about=later("The running total before this hand"), label=later("Total before"),
        phrase=lambda _count: _("total {number}"), example=lambda _count: _("total before: {number}"),
        trial=(0, 1, 2, -1, 7, 80, 100, -100, LARGEST_TOTAL, -LARGEST_TOTAL, Fraction(1, 2)),
    ),
    FormulaName(
        name="makers", kind="number", numbers=range(MOST_PLAYERS + 1), part="bidding", before_bids=False,
        others="in the hand", about=_PLAYERS, label=later("How many made it"), counted=True,
        phrase=lambda count: _("{number} made it") if count else _("all missed"),
        trial=(None, 0, 1, 2, MOST_PLAYERS),
    ),
    FormulaName(
        name="trump", kind="suit", numbers=range(0), part="hand", before_bids=True, others="no",
        about=later("Compared with C, D, H, S or N"), label=later("Trumps"), phrase=lambda _count: "{number}",
        example=lambda _suit: _("trumps: {number}"),
        trial=(None, *"CDHNS"),
    ),
    _of_contract("declarer", "truth", _ROLE, behind=("role",), example=lambda _role: _("declarer")),
    _of_contract("doubler", "truth", _ROLE, behind=("role",), example=lambda _role: _("doubler")),
    _of_contract(
        "level", "number", _CONTRACT, label=later("Contract of"), usual=1, counted=True,
        phrase=lambda _count: _("contract of {number}"), trial=(0, 1, 2, 3, 7, MOST_CARDS),
    ),
    _of_contract(
        "contract_taken", "number", None, label=later("Declarer took"), usual=1,
        example=lambda _count: _("declarer took {number}"), trial=(0, 1, 2, 3, 7, MOST_CARDS),
    ),
    _of_contract("contract_made", "truth", _CONTRACT, behind=_CONTRACT_RESULT),
    _of_contract("contract_off", "number", _CONTRACT, counted=True, behind=_CONTRACT_RESULT),
    _of_contract("doubled", "truth", _DOUBLED, trial=(0, 1), example=lambda _double: _("doubled")),
    _of_contract("redoubled", "truth", _DOUBLED, trial=(0, 1), example=lambda _double: _("redoubled")),
    _run("made_run", lambda _count: _("{number} made in a row")),
    _run("missed_run", lambda _count: _("{number} missed in a row")),
    FormulaName(
        name="hand", kind="number", numbers=range(1, MOST_HAND + 1), part="hand", before_bids=True, others="no",
        about=_HAND, label=later("Number of the hand"), usual=1, phrase=lambda _count: _("hand {number}"),
        trial=(1, 2, 10, MOST_HAND), newer=True,
    ),
    FormulaName(
        name="hands", kind="number", numbers=range(1, MOST_HAND + 1), part="hand", before_bids=True, others="no",
        about=_HAND, label=later("Hands of one pass"), usual=1,
        phrase=lambda count: ngettext("{number} hand in one pass", "{number} hands in one pass", count),
        trial=(None, 1, 10, MOST_HAND), newer=True,
    ),
    FormulaName(
        name="pack", kind="number", numbers=range(1, MOST_PACK + 1), part="hand", before_bids=True, others="no",
        about=later("The number of cards in the pack"), label=later("Cards in the pack"), usual=USUAL_PACK,
        phrase=lambda _count: _("a pack of {number} cards"), trial=(USUAL_PACK, 1, 32, 54, 60, MOST_PACK), newer=True,
    ),
    FormulaName(
        name="bids_total", kind="number", numbers=range(MOST_CARDS * MOST_PLAYERS + 1), part="bidding",
        before_bids=False, others="in the hand", about=later("Sum of all bids of this hand"),
        label=later("Sum of bids"), usual="cards", phrase=lambda _count: _("sum of bids {number}"),
        trial=(None, 0, 1, 7, MOST_CARDS * MOST_PLAYERS), newer=True,
    ),
    FormulaName(
        name="highest_bid", kind="number", numbers=range(MOST_CARDS + 1), part="bidding", before_bids=False,
        others="in the hand", about=later("The highest bid of this hand"), label=later("Highest bid"), usual="cards",
        counted=True, phrase=lambda _count: _("highest bid {number}"), trial=(None, 0, 1, 7, MOST_CARDS), newer=True,
    ),
    FormulaName(
        name="highest_bidder", kind="truth", numbers=range(2), part="bidding", before_bids=False, others="in the hand",
        about=later("Whether the player bid highest; of equal bids the first counts"), label=later("Highest bidder"),
        phrase=lambda highest: _("bid highest") if highest else "", trial=(0, 1), newer=True,
    ),
    FormulaName(
        name="place_in_bidding", kind="number", numbers=range(MOST_PLAYERS + 1), part="bidding", before_bids=False,
        others="in coming hands", about=later("1 for the first bidder, then 2, 3 …; 0 if all bid at once"),
        label=later("Place in the bidding"), usual=1, phrase=lambda count: (
            _("bid as number {number}") if count else _("bid at the same time as all others")
        ),
        example=lambda _count: _("bids as number {number}"), trial=(0, 1, 2, MOST_PLAYERS), newer=True,
    ),
    FormulaName(
        name="makers_before", kind="number", numbers=range(MOST_PLAYERS + 1), part="hand", before_bids=True,
        others="in coming hands",
        about=later("The number of players who made their bid in the hand before; 0 in the first"),
        label=later("How many made the hand before"),
        phrase=lambda count: _("{number} made the hand before") if count else _("all missed the hand before"),
        example=lambda _count: _("{number} made the hand before"), trial=(0, 1, 2, MOST_PLAYERS), newer=True,
    ),
    FormulaName(
        name="spoken_bid", kind="number", numbers=range(MOST_CARDS + 1), part="bidding", before_bids=False,
        others="in coming hands", about=later("The bid as spoken, before a card changed it"), label=later("Spoken bid"),
        usual="bid", counted=True, phrase=lambda _count: _("spoken bid {number}"),
        trial=(None, 0, 1, 7, MOST_CARDS), newer=True,
    ),
    FormulaName(
        name="washouts", kind="number", numbers=range(MOST_RUN + 1), part="hand", before_bids=True,
        others="in coming hands",
        about=later("The number of hands in a row just before this one in which all players missed"),
        label=later("Hands in a row that all missed"),
        phrase=lambda count: (
            ngettext("all missed the last hand", "all missed the last {number} hands", count) if count else ""
        ),
        trial=(0, 1, 2, MOST_RUN), newer=True,
    ),
    FormulaName(
        name="allies_made", kind="number", numbers=range(MOST_PLAYERS + 1), part="bidding", before_bids=False,
        others="in the hand",
        about=later("The number of the player’s alliances (marks that name a player) in which both made their bids"),
        label=later("Alliances in which both made it"), counted=True,
        phrase=lambda count: ngettext("{number} alliance made", "{number} alliances made", count) if count else "",
        trial=(0, 1, 2, MOST_PLAYERS), newer=True,
    ),
)  # fmt: skip

BY_NAME: Mapping[str, FormulaName] = {item.name: item for item in TABLE}

# --- sets of names that follow from the table -----------------------------------------------------------------------

LANGUAGE = tuple(item for item in TABLE if item.about is not None)
NAMES = tuple(item.name for item in LANGUAGE)
BEFORE_BIDDING = frozenset(item.name for item in LANGUAGE if item.before_bids)
OF_CONTRACTS = tuple(item.name for item in LANGUAGE if item.part == "contract")
OF_HAND = frozenset(item.name for item in LANGUAGE if item.part in ("table", "hand"))
BESIDE_TABLES = frozenset(item.name for item in LANGUAGE if item.part in ("hand", "player", "bidding"))
"""Names on which points can depend in addition to a table of bids and tricks, without a contract."""
DEPENDS_ON_OTHERS = frozenset(item.name for item in LANGUAGE if item.others == "in the hand")
UNFORESEEN = frozenset(item.name for item in LANGUAGE if item.others != "no")
TRUTHS = frozenset(item.name for item in LANGUAGE if item.kind == "truth")
COUNTED = frozenset(item.name for item in LANGUAGE if item.counted)
NEWER = frozenset(item.name for item in LANGUAGE if item.newer)
FORMULAS: Mapping[str, str] = {item.name: item.formula for item in LANGUAGE if item.formula and not item.native}
NUMBERS: Mapping[str, range] = {item.name: item.numbers for item in TABLE if item.kind == "number" and item.is_argument}
"""The possible numbers of each argument of `hand_variables`."""
