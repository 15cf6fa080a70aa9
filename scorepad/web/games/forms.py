"""The forms of a new game and of the head of its sheet."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import Any

from werkzeug.datastructures import MultiDict
from wtforms import Field, SelectChoice, SelectField
from wtforms.widgets import TimeInput

from scorepad.errors import RuleError, RuleFileError
from scorepad.game.state.game import Game
from scorepad.rules.game_properties import other_end
from scorepad.rules.rulebook import Rulebook
from scorepad.rules.scheme import Scheme
from scorepad.web.fields import FieldsForm, NumberField, TextField, Typed
from scorepad.web.rules.house_form import HouseForm
from scorepad.web.submit import SubmitForm, new_hidden_fields, rule_library
from scorepad.words import _, later, ours


class HeadForm(FieldsForm):
    """All fields of the sheet's head except the first dealer, whose field differs before and during a game.

    A field added here appears on both pages. The model gets it by its name, one of `events.HEAD`.
    """

    location = TextField(later("Location"), render_kw={"maxlength": 200})
    scorer = TextField(
        later("Scorer"),
        description=later("A player who scores does not deal."),
        render_kw={"maxlength": 80, "list": "known"},
    )
    date = TextField(later("Date"))
    stake = NumberField(later("Stake per point (cents)"), render_kw={"inputmode": "numeric"})
    until = TextField(
        later("Closing time"),
        description=later("Optional, like 13:00: Scorepad says when it is time for the last hands."),
        widget=TimeInput(),
    )

    def __init__(self, rulebook: Rulebook, typed: Typed | None = None, **now: Any) -> None:
        """Initialize the form; `typed` takes precedence over the current values `now`."""
        super().__init__(None if typed is None else MultiDict(typed), **now)
        if rulebook.scorer_deals:
            self.scorer.description = ""

    @property
    def head_fields(self) -> list[Field]:
        """Return the fields of the head in the order of the page."""
        return [field for field in self if hasattr(HeadForm, field.name)]

    @property
    def head(self) -> dict[str, Any]:
        """Return the head by the model's names; numbers as numbers, or as typed if they are invalid."""
        return {field.name: field.data for field in self.head_fields}


class DetailsForm(HeadForm):
    """The head of a game in progress, with its current values."""

    first_dealer = SelectField(later("First dealer"), validate_choice=False)  # the model validates it

    def __init__(self, game: Game, typed: Typed | None = None) -> None:
        super().__init__(game.sheet.rulebook, typed, **game.sheet.head)
        self.first_dealer.choices = {player: game.names[player] for player, _name in game.opened.players}
        self._dealt = game.sheet.first_dealer

    @property
    def details(self) -> dict[str, Any]:
        """Return the arguments of `describe`; the first dealer, a player's id, only if it changed."""
        dealer = self.first_dealer.data
        return {**self.head, **({"first_dealer": dealer} if dealer and dealer != self._dealt else {})}


SEATS = 10
DRAW = "draw"  # instead of the name of the first dealer: a random one
_SEAT = "seat."  # prefix of a seat number, for a seat without a name


class SeatsField(Field):  # type: ignore[misc]
    """One name per seat, clockwise, as `players.0`, `players.1` …; "" for an empty seat.

    The template renders the inputs.
    """

    def process(self, formdata: MultiDict[str, str] | None, *_more: Any, **_most: Any) -> None:
        typed = MultiDict() if formdata is None else formdata
        self.data = [typed.get(f"{self.name}.{seat}", "") for seat in range(SEATS)]


class NewGameForm(HeadForm):
    """The form of a new game.

    `key` is the key of the rulebook in the library. `house` is the form of the house rules. `hidden` is the form of the
    hidden fields.
    """

    players = SeatsField(later("Players, clockwise"))
    first_dealer = SelectField(later("First dealer"), default="", validate_choice=False)  # the model validates it
    scheme = SelectField(later("Points"), default="", validate_choice=False)  # the library validates it

    def __init__(
        self, key: str, rulebook: Rulebook, hidden: SubmitForm, typed: Typed | None = None, **now: Any
    ) -> None:
        super().__init__(rulebook, typed, **now)
        self.key, self.rulebook, self.hidden = key, rulebook, hidden
        schemes = rule_library().schemes()
        chosen = schemes.get(self.scheme.data)
        self.house = HouseForm.typed(rulebook, chosen, typed) if typed is not None else HouseForm(rulebook, chosen)
        self.scheme.description = self._about(chosen) if chosen else ""
        nothing = [] if self.scheme.data else [SelectChoice("", _("Choose a scoring"), render_kw={"data-about": ""})]
        self.scheme.choices = nothing + [
            SelectChoice(
                other,
                (_("{scheme} (usual)") if other == rulebook.scheme else "{scheme}").format(scheme=ours(scheme.name)),
                render_kw={"data-about": self._about(scheme)},
            )
            for other, scheme in schemes.items()
        ]
        self.first_dealer.choices = [*self._dealers()]
        seats = {f"{_SEAT}{seat}": name.strip() for seat, name in enumerate(self.players.data, 1)}
        self.first_dealer.data = seats.get(self.first_dealer.data) or self.first_dealer.data

    def _dealers(self) -> Iterator[tuple[str, str]]:
        """Yield the seats, by name if one is typed, and a random player."""
        for seat, name in enumerate(self.players.data[: self.seats_shown], 1):
            label = name.strip() or _("Seat %(n)s") % {"n": seat}
            yield ("" if seat == 1 else name.strip() or f"{_SEAT}{seat}"), label
        if DRAW not in self.names:
            yield DRAW, _("Random dealer")

    @property
    def scheme_name(self) -> str:
        """Return the name of the chosen scheme; "" if none is chosen."""
        return next((choice.label for choice in self.scheme.choices if choice.value == self.scheme.data), "")

    @property
    def is_house_changed(self) -> bool:
        """Return whether the table has house rules of its own, besides the sizes of its hands."""
        return self.played.to_dict() | {"ladder": ""} != self.rulebook.to_dict() | {"ladder": ""}

    @property
    def dealer(self) -> str:
        """Return the name of the first dealer; "" for the first player, DRAW for a random one."""
        chosen: str = self.first_dealer.data
        return chosen if chosen in ("", DRAW) else dict(self.first_dealer.choices).get(chosen, chosen)

    def _about(self, scheme: Scheme) -> str:
        """Return the description of a scheme, with its effect on the end of the game."""
        return f"{scheme.about} {other_end(self.played, scheme)}".strip()

    @classmethod
    def blank(cls, key: str, rulebook: Rulebook, *, today: str, scheme: str = "") -> NewGameForm:
        """Return an empty form for a new game, dated today, with this scheme or the usual one."""
        known = scheme if scheme in rule_library().schemes() else rulebook.scheme
        return cls(key, rulebook, new_hidden_fields(), scheme=known, date=today)

    @classmethod
    def typed(cls, rulebook: Rulebook, form: Typed) -> NewGameForm:
        """Return the form as submitted, with its hidden fields."""
        return cls(form.get("rulebook", ""), rulebook, SubmitForm(), form)

    @property
    def names(self) -> list[str]:
        """Return the typed names, clockwise, without empty seats."""
        return [name.strip() for name in self.players.data if name.strip()]

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
        taken = [seat for seat, name in enumerate(self.players.data, 1) if name.strip()]
        return max(min(self.played.max_players, SEATS), *taken, 1)
