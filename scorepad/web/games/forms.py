"""The forms of a new game and of the head of its sheet."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import Any

from werkzeug.datastructures import MultiDict
from wtforms import Field, SelectChoice, SelectField
from wtforms.widgets import TimeInput

from scorepad.errors import RuleError, RuleFileError
from scorepad.game.state.record import Game
from scorepad.rules.combined import other_end
from scorepad.rules.rulebook import Rulebook
from scorepad.rules.scheme import Scheme
from scorepad.web.fields import FieldsForm, NumberField, TextField, Typed
from scorepad.web.rules.house_form import HouseForm
from scorepad.web.submit import SubmitForm, fresh, rule_library
from scorepad.words import _, later, ours


class HeadForm(FieldsForm):
    """Every field of the head but the first dealer, who is chosen in another way before a game than in it.

    A field that is added here stands on both pages and goes into the model by its name, one of `events.HEAD`.
    """

    location = TextField(later("Location"), render_kw={"maxlength": 200})
    scorer = TextField(
        later("Scorer"),
        description=later("A player who scores does not deal."),
        render_kw={"maxlength": 80, "list": "known"},
    )
    date = TextField(later("Date"))
    stake = NumberField(later("Money a point, in the smallest coin"), render_kw={"inputmode": "numeric"})
    until = TextField(
        later("Quitting time"),
        description=later("As agreed, like 13:00: Scorepad says when it is time for the last hands."),
        widget=TimeInput(),
    )

    def __init__(self, rulebook: Rulebook, typed: Typed | None = None, **now: Any) -> None:
        """`typed` goes before what stands there `now`."""
        super().__init__(None if typed is None else MultiDict(typed), **now)
        if rulebook.scorer_deals:
            self.scorer.description = ""

    @property
    def head_fields(self) -> list[Field]:
        """Those of the head, in the order in which they are asked."""
        return [field for field in self if hasattr(HeadForm, field.name)]

    @property
    def head(self) -> dict[str, Any]:
        """The head by the model's names; numbers as numbers, or as typed where they are none."""
        return {field.name: field.data for field in self.head_fields}


class DetailsForm(HeadForm):
    """The head of a game that was begun, with what stands there now."""

    first_dealer = SelectField(
        later("First dealer"), validate_choice=False
    )  # the model refuses who is not at the table

    def __init__(self, game: Game, typed: Typed | None = None) -> None:
        super().__init__(game.sheet.rulebook, typed, **game.sheet.head)
        self.first_dealer.choices = {player: game.names[player] for player, _name in game.opened.players}
        self._dealt = game.sheet.first_dealer

    @property
    def details(self) -> dict[str, Any]:
        """What `describe` takes; the first dealer, a player's id, only where it is another."""
        dealer = self.first_dealer.data
        return {**self.head, **({"first_dealer": dealer} if dealer and dealer != self._dealt else {})}


SEATS = 10
DRAW = "draw"  # in the place of a first dealer's name
_SEAT = "seat."  # and before the number of a seat whose name is not known yet


class SeatsField(Field):  # type: ignore[misc]
    """A name a seat, clockwise, as `players.0`, `players.1` …; "" for an empty one. Its page draws the inputs."""

    def process(self, formdata: MultiDict[str, str] | None, *_more: Any, **_most: Any) -> None:
        typed = MultiDict() if formdata is None else formdata
        self.data = [typed.get(f"{self.name}.{seat}", "") for seat in range(SEATS)]


class NewGameForm(HeadForm):
    """`key` is the rulebook's in the library, `house` the form of this table's own rules, `hidden` that of the hidden
    fields."""

    players = SeatsField(later("Players, clockwise"))
    first_dealer = SelectField(later("First dealer"), default="", validate_choice=False)  # the model refuses strangers
    scheme = SelectField(
        later("Points"), default="", validate_choice=False
    )  # the rule library refuses one there is not

    def __init__(
        self, key: str, rulebook: Rulebook, hidden: SubmitForm, typed: Typed | None = None, **now: Any
    ) -> None:
        super().__init__(rulebook, typed, **now)
        self.key, self.rulebook, self.hidden = key, rulebook, hidden
        schemes = rule_library().schemes()
        chosen = schemes.get(self.scheme.data)
        self.house = HouseForm.typed(rulebook, chosen, typed) if typed is not None else HouseForm(rulebook, chosen)
        self.scheme.description = self._about(chosen) if chosen else ""
        nothing = [] if self.scheme.data else [SelectChoice("", _("Choose a scheme"), render_kw={"data-about": ""})]
        self.scheme.choices = nothing + [
            SelectChoice(one, self._called(one, scheme), render_kw={"data-about": self._about(scheme)})
            for one, scheme in schemes.items()
        ]
        self.first_dealer.choices = [*self._dealers()]
        seats = {f"{_SEAT}{seat}": name.strip() for seat, name in enumerate(self.players.data, 1)}
        self.first_dealer.data = seats.get(self.first_dealer.data) or self.first_dealer.data

    def _dealers(self) -> Iterator[tuple[str, str]]:
        """The seats, by name where one is typed, and a random player."""
        for seat, name in enumerate(self.players.data[: self.seats_shown], 1):
            label = name.strip() or _("Seat %(n)s") % {"n": seat}
            yield ("" if seat == 1 else name.strip() or f"{_SEAT}{seat}"), label
        if DRAW not in self.names:
            yield DRAW, _("Random")

    @property
    def dealer(self) -> str:
        """The name of the first dealer; "" for the first player, DRAW for a random one."""
        chosen: str = self.first_dealer.data
        return chosen if chosen in ("", DRAW) else dict(self.first_dealer.choices).get(chosen, chosen)

    def _called(self, key: str, scheme: Scheme) -> str:
        name = ours(scheme.name)
        return _("{scheme} (usual)").format(scheme=name) if key == self.rulebook.scheme else name

    def _about(self, scheme: Scheme) -> str:
        """What the points are, by their name, and what they make of the game's end."""
        return f"{ours(scheme.name)}. {ours(scheme.about)} {other_end(self.played, scheme)}".strip()

    @classmethod
    def blank(cls, key: str, rulebook: Rulebook, *, today: str) -> NewGameForm:
        """A fresh form."""
        return cls(key, rulebook, fresh(), scheme=rulebook.scheme, date=today)

    @classmethod
    def typed(cls, rulebook: Rulebook, form: Typed) -> NewGameForm:
        """The form as it was sent, with the hidden fields that came along."""
        return cls(form.get("rulebook", ""), rulebook, SubmitForm(), form)

    @property
    def names(self) -> list[str]:
        """Those typed, clockwise, gaps closed."""
        return [name.strip() for name in self.players.data if name.strip()]

    @cached_property
    def played(self) -> Rulebook:
        """The rulebook with this table's rules, as far as they can be read."""
        try:
            return self.rulebook.with_house(self.house.house())
        except (RuleError, RuleFileError):
            return self.rulebook

    @property
    def seats_shown(self) -> int:
        """So many seats as may be taken, and those that are."""
        taken = [seat for seat, name in enumerate(self.players.data, 1) if name.strip()]
        return max(min(self.played.max_players, SEATS), *taken, 1)
