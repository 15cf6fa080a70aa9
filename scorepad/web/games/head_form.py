"""The head of a sheet, as the page of a new game and that of a game's rules ask for it."""

from __future__ import annotations

from typing import Any

from werkzeug.datastructures import MultiDict
from wtforms import Field, SelectField
from wtforms.widgets import TimeInput

from scorepad.game.state.record import Game
from scorepad.rules.rulebook import Rulebook
from scorepad.web.fields import FieldsForm, NumberField, TextField, Typed
from scorepad.words import later


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
