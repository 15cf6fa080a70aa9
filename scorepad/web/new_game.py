"""The form of a new game: what was typed, kept as typed, and read into the model's own words."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any
from uuid import uuid4

from werkzeug.datastructures import MultiDict

from scorepad.errors import BadHouse, LawError, NotWhole, RuleError
from scorepad.game.setting_up import MOST_STAKE
from scorepad.rules.keys import BIDDING, LATE_ENTRY, TIES, WRITES
from scorepad.rules.rulebook import Rulebook
from scorepad.web.acting import ActForm
from scorepad.web.laws import all_schemes
from scorepad.words import _

SEATS = 10

# House rules with a choice of their own on the form; all others can be typed as text.
CHOICES: Mapping[str, tuple[str, ...]] = {
    "bidding": BIDDING,
    "hook": ("yes", "no"),
    "ties": TIES,
    "late_entry": LATE_ENTRY,
    "writes": WRITES,
    "write_trump": ("yes", "no"),
}


@dataclass
class NewGame:
    """What the form holds. `names` are those typed, clockwise, gaps closed."""

    key: str
    rulebook: Rulebook
    csrf: ActForm
    seats: list[str]
    scheme: str = ""
    first_dealer: str = ""
    scorer: str = ""
    location: str = ""
    date: str = ""
    stake_text: str = ""
    ladder: str = ""
    house_text: str = ""
    chosen: Mapping[str, str] = field(default_factory=dict)
    options: Mapping[str, str] = field(default_factory=dict)

    @classmethod
    def blank(cls, key: str, rulebook: Rulebook, args: Mapping[str, str], *, today: str) -> NewGame:
        """A fresh form; `args` may bring players and a scheme along (a rematch)."""
        players = args.getlist("player") if isinstance(args, MultiDict) else []
        seats = [name[:80] for name in players[:SEATS]] + [""] * (SEATS - len(players[:SEATS]))
        csrf = ActForm(formdata=None, event_id=uuid4().hex)
        scheme = args.get("scheme", "")
        return cls(
            key, rulebook, csrf, seats, scheme=scheme if scheme in all_schemes() else rulebook.scheme,
            first_dealer=args.get("first_dealer", ""), scorer=args.get("scorer", "")[:80],
            location=args.get("location", "")[:200], date=today,
        )  # fmt: skip

    @classmethod
    def typed(cls, rulebook: Rulebook, form: Mapping[str, str]) -> NewGame:
        def text(name: str) -> str:
            return form.get(name, "").strip()

        return cls(
            key=form.get("rulebook", ""), rulebook=rulebook, csrf=ActForm(),
            seats=[form.get(f"players.{seat}", "") for seat in range(SEATS)], scheme=text("scheme"),
            first_dealer=text("first_dealer"), scorer=text("scorer"), location=text("location"), date=text("date"),
            stake_text=text("stake"), ladder=text("ladder"), house_text=form.get("house", ""),
            chosen={name: text(name) for name in CHOICES},
            options={name.removeprefix("option."): value for name, value in form.items() if name.startswith("option.")},
        )  # fmt: skip

    @property
    def names(self) -> list[str]:
        return [name.strip() for name in self.seats if name.strip()]

    @cached_property
    def played(self) -> Rulebook:
        """The rulebook with this table's rules, as far as they can be read."""
        try:
            house = self.house()
            return self.rulebook.with_house(house) if house else self.rulebook
        except (RuleError, LawError):
            return self.rulebook

    @property
    def seats_shown(self) -> int:
        """So many seats as may be taken, and those that are."""
        taken = [seat for seat, name in enumerate(self.seats, 1) if name.strip()]
        return max(min(self.played.max_players, SEATS), *taken, 1)

    def scheme_options(self) -> Mapping[str, Any]:
        """The options that the chosen scheme declares."""
        scheme = all_schemes().get(self.scheme)
        return scheme.options if scheme else {}

    def stake(self) -> int | None:
        if not self.stake_text:
            return None
        if not self.stake_text.isascii() or not self.stake_text.isdigit():
            raise NotWhole("stake", 0, MOST_STAKE)
        return int(self.stake_text[:9])

    def house(self) -> dict[str, Any]:
        """The keys of the rulebook that this table changes; raises BadHouse where the text cannot be read."""
        house = self._house_text()
        if self.ladder and self.ladder != str(self.rulebook.to_dict()["ladder"]):
            house["ladder"] = self.ladder
        for name, value in self.chosen.items():
            if value:
                house[name] = {"yes": True, "no": False}.get(value, value)
        options = self._options()
        if options:
            house["options"] = {**dict(self.rulebook.options), **house.get("options", {}), **options}
        return house

    def _house_text(self) -> dict[str, Any]:
        try:
            return tomllib.loads(self.house_text)
        except (tomllib.TOMLDecodeError, RecursionError) as error:
            raise BadHouse("house", _("This cannot be read: {reason}").format(reason=error)) from error

    def _options(self) -> dict[str, Any]:
        """Options that differ from what the rulebook or the scheme says anyway."""
        usual = {name: option.default for name, option in self.scheme_options().items()}
        usual |= {name: value for name, value in self.rulebook.options.items() if name in usual}
        read: dict[str, Any] = {}
        for name, text in self.options.items():
            if name in usual and (value := _like(usual[name], text)) != usual[name]:
                read[name] = value
        return read


def _like(usual: object, text: str) -> object:
    """A typed option as the kind of thing that stands there usually."""
    if isinstance(usual, bool):
        return text == "yes"
    digits = text.strip().removeprefix("-")
    if isinstance(usual, int) and digits.isascii() and digits.isdigit() and len(digits) < 10:
        return int(text)
    return text
