"""The form of a new game: what was typed, kept as typed, and read into the model's own words."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any
from uuid import uuid4

from scorepad.errors import RuleError, RuleFileError
from scorepad.rules.rulebook import Rulebook
from scorepad.web.numbers_typed import number
from scorepad.web.rules.house_form import HouseForm
from scorepad.web.submit import SubmitForm, rule_library

SEATS = 10


@dataclass
class NewGame:
    """What the form holds. `names` are those typed, clockwise, gaps closed."""

    key: str
    rulebook: Rulebook
    csrf: SubmitForm
    seats: list[str]
    house_form: HouseForm
    scheme: str = ""
    first_dealer: str = ""
    scorer: str = ""
    location: str = ""
    date: str = ""
    stake_text: str = ""
    until: str = ""

    @classmethod
    def blank(cls, key: str, rulebook: Rulebook, *, today: str) -> NewGame:
        """A fresh form."""
        csrf = SubmitForm(formdata=None, event_id=uuid4().hex)
        house = HouseForm(rulebook, rule_library().schemes().get(rulebook.scheme))
        return cls(key, rulebook, csrf, [""] * SEATS, house, scheme=rulebook.scheme, date=today)

    @classmethod
    def typed(cls, rulebook: Rulebook, form: Mapping[str, str]) -> NewGame:
        def text(name: str) -> str:
            return form.get(name, "").strip()

        return cls(
            key=form.get("rulebook", ""), rulebook=rulebook, csrf=SubmitForm(),
            seats=[form.get(f"players.{seat}", "") for seat in range(SEATS)], scheme=text("scheme"),
            house_form=HouseForm.typed(rulebook, rule_library().schemes().get(text("scheme")), form),
            first_dealer=text("first_dealer"), scorer=text("scorer"), location=text("location"), date=text("date"),
            stake_text=text("stake"), until=text("until"),
        )  # fmt: skip

    @property
    def names(self) -> list[str]:
        return [name.strip() for name in self.seats if name.strip()]

    @cached_property
    def played(self) -> Rulebook:
        """The rulebook with this table's rules, as far as they can be read."""
        try:
            return self.rulebook.with_house(self.house_form.house())
        except (RuleError, RuleFileError):
            return self.rulebook

    @property
    def seats_shown(self) -> int:
        """So many seats as may be taken, and those that are."""
        taken = [seat for seat, name in enumerate(self.seats, 1) if name.strip()]
        return max(min(self.played.max_players, SEATS), *taken, 1)

    @property
    def stake(self) -> Any:
        """The money a point, None for none; what is no number stays as typed, to be refused."""
        return number(self.stake_text)
