"""House rules on a form, for a new game or a running one: some as choices, options of the points, the rest as text."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from scorepad.errors import BadHouse, RulebookError, RuleError, RuleFileError, TextTooLong
from scorepad.game.state.scoring import own_options
from scorepad.rules import toml_text
from scorepad.rules.phrases import capital
from scorepad.rules.rulebook import Rulebook
from scorepad.rules.rulebook.house_option import HouseOption
from scorepad.rules.rulebook.house_options import OPTIONS, always_asked, left_open
from scorepad.rules.rulebook.ladder_text import parse_ladder
from scorepad.rules.scheme import Scheme
from scorepad.web.numbers_typed import number
from scorepad.words import _

MOST_TEXT = 5_000  # letters of house rules
_OPTION = "option."  # before the name of a scheme's option


@dataclass(frozen=True)
class HouseField:
    """One field: a choice among `answers` (value, words), or without any a line to type in."""

    name: str
    label: str
    value: str  # what stands in it
    answers: tuple[tuple[str, str], ...] = ()
    now: str = ""  # of a choice: what holds while nothing is chosen, in words
    error: str = ""  # where the model refuses it


@dataclass(frozen=True)
class HouseForm:
    """What stands in the fields, at a table that plays by `rules` and counts by `scheme` (None: none is chosen)."""

    rules: Rulebook
    scheme: Scheme | None
    ladder_typed: str = ""
    text: str = ""
    chosen: Mapping[str, str] = field(default_factory=dict)
    option_texts: Mapping[str, str] = field(default_factory=dict)

    @classmethod
    def typed(cls, rules: Rulebook, scheme: Scheme | None, form: Mapping[str, str]) -> HouseForm:
        """What was sent: the ladder, the text, and each field by its name; what is none of them is left out."""
        return cls(
            rules,
            scheme,
            form.get("ladder", "").strip(),
            form.get("house", ""),
            {name: form.get(name, "").strip() for name in (one.name for one in OPTIONS if one.asked != "as text")},
            {name.removeprefix(_OPTION): text for name, text in form.items() if name.startswith(_OPTION)},
        )

    # --- what is shown ---

    @property
    def ladder(self) -> str:
        """What stands in the field of the ladder."""
        return self.ladder_typed or str(self.rules.to_dict()["ladder"])

    def choices(self) -> Iterator[HouseField]:
        """The house options that are always asked for."""
        yield from map(self._choice, always_asked())

    def house_options(self) -> Iterator[HouseField]:
        """What these rules leave open, each reading a choice."""
        yield from map(self._choice, left_open(self.rules))

    def _choice(self, option: HouseOption) -> HouseField:
        answers = {value: answer.short for value, answer in option.answers.items()}
        return HouseField(
            option.name,
            option.label,
            self.chosen.get(option.name, ""),
            tuple((_text(value), words) for value, words in answers.items()),
            now=answers[option.stands(self.rules)],
            error=option.name,
        )

    @property
    def reads_otherwise(self) -> bool:
        """Whether a reading is chosen."""
        return any(self.chosen.get(one.name) for one in left_open(self.rules))

    def options(self) -> Iterator[HouseField]:
        """The options of the points."""
        for name, stands in self._options_now().items():
            option = self.scheme.options[name]  # type: ignore[union-attr]  # without a scheme there are none
            answers = tuple((str(choice), str(choice)) for choice in option.choices)  # words of the scheme's author
            if isinstance(stands, bool):
                answers = (("yes", _("yes")), ("no", _("no")))
            label = capital(option.about or name.replace("_", " "))
            value = self.option_texts.get(name, _text(stands))
            yield HouseField(_OPTION + name, label, value, answers, error=f"options.{name}")

    # --- what is read ---

    def house(self) -> dict[str, Any]:
        """The keys of the rulebook that are changed; BadHouse where the text cannot be read."""
        house, auction = self._written() | self._chosen(), self._of_the_auction()
        if auction and isinstance(house.get("auction", {}), Mapping):
            house["auction"] = {**house.get("auction", {}), **auction}
        options, written = self._options(), house.get("options", {})
        if options and isinstance(written, Mapping):
            house["options"] = {**written, **options}
        if isinstance(house.get("auction"), Mapping):
            house["auction"] = {**self.rules.to_dict().get("auction", {}), **house["auction"]}
        if "ladder" in house and self._is_played(house["ladder"]):
            del house["ladder"]
        return house

    def changes_nothing(self) -> bool:
        """Whether all that is chosen and written holds already."""
        try:
            return self.rules.with_house(self.house()) == self.rules
        except RuleFileError:
            return False  # to be refused

    @contextmanager
    def refusing_at_the_text(self) -> Iterator[None]:
        """What is refused of a key that only the text holds, a RuleFileError or RuleError, becomes a BadHouse."""
        try:
            yield
        except (RuleFileError, RuleError) as error:
            where = error.where if isinstance(error, RuleFileError) else error.field
            if self._is_written(where, exactly=isinstance(error, RuleError)):
                raise BadHouse("house", str(error)) from error
            raise

    def _is_written(self, where: str, *, exactly: bool) -> bool:
        key, *rest = re.split(r"[.\[]", where, maxsplit=1)
        written = self._written()
        if key == "options" and isinstance(written.get(key), Mapping) and rest:
            return rest[0] in written[key] and rest[0] not in self._options()
        return key in written and key not in self._chosen() and not (exactly and rest)

    def _written(self) -> dict[str, Any]:
        if len(self.text) > MOST_TEXT:
            raise TextTooLong("house", MOST_TEXT)
        try:
            return toml_text.parse(self.text, RulebookError)
        except RulebookError as error:
            raise BadHouse("house", _("This cannot be read: {reason}").format(reason=error)) from error

    def _chosen(self) -> dict[str, Any]:
        """What the fields say in place of the text."""
        chosen: dict[str, Any] = {name: _value(text) for name, text in self.chosen.items() if text and "." not in name}
        if self.ladder_typed and not self._is_played(self.ladder_typed):
            chosen["ladder"] = self.ladder_typed
        return chosen

    def _of_the_auction(self) -> dict[str, Any]:
        """What the fields say for the rulebook's table of that name."""
        own = {name.removeprefix("auction."): text for name, text in self.chosen.items() if name.startswith("auction.")}
        return {name: _value(text) for name, text in own.items() if text}

    def _is_played(self, ladder: object) -> bool:
        """Whether this is the ladder that stands, however it is written: it must not begin anew for nothing."""
        try:
            return isinstance(ladder, str) and parse_ladder(ladder) == self.rules.ladder
        except RuleFileError:
            return False

    def _options_now(self) -> dict[str, Any]:
        """The options that the scheme has, as they stand; those that a rulebook sets for another scheme are no part."""
        if self.scheme is None:
            return {}
        usual = {name: option.default for name, option in self.scheme.options.items()}
        return usual | own_options(self.scheme, self.rules.options)

    def _options(self) -> dict[str, Any]:
        """The options typed that differ from what stands."""
        typed = {
            name: _like(stands, self.option_texts[name])
            for name, stands in self._options_now().items()
            if name in self.option_texts
        }
        return {name: value for name, value in typed.items() if value != self._options_now()[name]}


def _like(stands: object, text: str) -> object:
    """A typed option as the kind of thing that stands there."""
    if isinstance(stands, bool):
        return text == "yes"
    found = number(text) if isinstance(stands, int) else None
    return text if found is None else found


def _value(text: str) -> bool | str:
    """What a choice says, in the rulebook's own terms."""
    return {"yes": True, "no": False}.get(text, text)


def _text(value: object) -> str:
    """What stands, as a form says it."""
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)
