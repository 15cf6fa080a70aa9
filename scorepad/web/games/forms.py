"""The head of the sheet and the form of a new game, as they are typed."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import Any, NamedTuple

from scorepad.errors import RuleError, RuleFileError
from scorepad.game.state.events import HEAD
from scorepad.rules.game_properties import other_end
from scorepad.rules.rulebook import Rulebook
from scorepad.rules.scheme import Scheme
from scorepad.web.fields import Typed, parse_bounded_int
from scorepad.web.rules.house_form import HouseForm
from scorepad.web.submit import SubmitForm, new_hidden_fields, rule_library
from scorepad.words import _, ours


def read_head(typed: Typed) -> dict[str, Any]:
    """Return the fields of the head that a form has, except the first dealer, by the model's names.

    The stake is a number, or as typed if it is invalid.
    """
    head: dict[str, Any] = {name: typed[name].strip() for name in HEAD if name in typed and name != "first_dealer"}
    return head | ({"stake": parse_bounded_int(head["stake"])} if "stake" in head else {})


SEATS = 10
PLAYING_ORDER = "playing"
DRAW = "draw"  # instead of the name of the first dealer: a random one
_SEAT = "seat."  # prefix of a seat number, for a seat without a name


class SchemeChoice(NamedTuple):
    """A scheme to choose: its key, its name, and its description with its effect on the end of the game."""

    key: str
    name: str
    about: str


class NewGameForm:
    """The form of a new game.

    `key` is the key of the rulebook in the library. `house` is the form of the house rules. `hidden` is the form of the
    hidden fields. `seats` are the names by seat, "" for an empty seat. They are clockwise,
    or in playing order if the form asked for that: the order of the deal, which may be anticlockwise.
    """

    def __init__(self, key: str, rulebook: Rulebook, hidden: SubmitForm, typed: Typed) -> None:
        self.key, self.rulebook, self.hidden, self.fields = key, rulebook, hidden, typed
        self.head = read_head(typed)
        self.seats = [typed.get(f"players.{seat}", "") for seat in range(SEATS)]
        self.order = typed.get("order", "")
        self.scheme = typed.get("scheme", "")
        schemes = rule_library().schemes()
        chosen = schemes.get(self.scheme)
        self.house = HouseForm.typed(rulebook, chosen, typed)
        self.about = self._about(chosen) if chosen else ""
        self.schemes = [] if self.scheme else [SchemeChoice("", _("Choose a scoring"), "")]
        usual = {rulebook.scheme: _("{scheme} (usual)")}
        self.schemes += [
            SchemeChoice(other, usual.get(other, "{scheme}").format(scheme=ours(scheme.name)), self._about(scheme))
            for other, scheme in schemes.items()
        ]
        self.dealers = [*self._dealers()]
        named = {f"{_SEAT}{seat}": name.strip() for seat, name in enumerate(self.seats, 1)}
        first_dealer = typed.get("first_dealer", "")
        self.first_dealer = named.get(first_dealer) or first_dealer

    def _dealers(self) -> Iterator[tuple[str, str]]:
        """Yield the seats, by name if one is typed, and a random player."""
        for seat, name in enumerate(self.seats[: self.seats_shown], 1):
            label = name.strip() or _("Seat %(n)s") % {"n": seat}
            yield ("" if seat == 1 else name.strip() or f"{_SEAT}{seat}"), label
        if DRAW not in self.names:
            yield DRAW, _("Random dealer")

    @property
    def scheme_name(self) -> str:
        """Return the name of the chosen scheme; "" if none is chosen."""
        return next((choice.name for choice in self.schemes if choice.key == self.scheme), "")

    @property
    def is_house_changed(self) -> bool:
        """Return whether the table has house rules of its own, besides the sizes of its hands."""
        return self.played.to_dict() | {"ladder": ""} != self.rulebook.to_dict() | {"ladder": ""}

    @property
    def dealer(self) -> str:
        """Return the name of the first dealer; "" for the first player, DRAW for a random one."""
        chosen = self.first_dealer
        return chosen if chosen in ("", DRAW) else dict(self.dealers).get(chosen, chosen)

    def _about(self, scheme: Scheme) -> str:
        """Return the description of a scheme, with its effect on the end of the game."""
        return f"{scheme.about} {other_end(self.played, scheme)}".strip()

    @classmethod
    def blank(cls, key: str, rulebook: Rulebook, *, today: str, scheme: str = "") -> NewGameForm:
        """Return an empty form for a new game, dated today, with this scheme or the usual one."""
        known = scheme if scheme in rule_library().schemes() else rulebook.scheme
        return cls(
            key,
            rulebook,
            new_hidden_fields(),
            {"scheme": known, "date": today, "order": PLAYING_ORDER if rulebook.direction == "anticlockwise" else ""},
        )

    @classmethod
    def typed(cls, rulebook: Rulebook, form: Typed) -> NewGameForm:
        """Return the form as submitted, with its hidden fields."""
        return cls(form.get("rulebook", ""), rulebook, SubmitForm(), form)

    @property
    def names(self) -> list[str]:
        """Return the typed names without empty seats."""
        return [name.strip() for name in self.seats if name.strip()]

    @property
    def clockwise(self) -> list[str]:
        """Return the typed names clockwise."""
        names = self.names
        goes_back = self.order == PLAYING_ORDER and self.played.direction == "anticlockwise"
        return [*names[:1], *reversed(names[1:])] if goes_back else names

    @cached_property
    def played(self) -> Rulebook:
        """Return the rulebook with this table's house rules, or without them if they are invalid."""
        try:
            return self.rulebook.with_house(self.house.house())
        except (RuleError, RuleFileError):
            return self.rulebook

    @property
    def seats_shown(self) -> int:
        """Return the number of seats to show: the most players allowed, or more if higher seats are taken."""
        taken = [seat for seat, name in enumerate(self.seats, 1) if name.strip()]
        return max(min(self.played.max_players, SEATS), *taken, 1)
