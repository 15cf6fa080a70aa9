"""House rules on a form: choices, options of the points, and the rest as text."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

from scorepad.errors import RulebookError, RuleError, RuleFileError, text_too_long
from scorepad.formats import capital, readable
from scorepad.game.state.scoring import own_options
from scorepad.rules import toml_text
from scorepad.rules.rulebook import Rulebook
from scorepad.rules.rulebook.house_options import OPTIONS, left_open
from scorepad.rules.rulebook.key_questions import QUESTIONS, Asked, KeyQuestion, as_sent
from scorepad.rules.rulebook.ladder import parse_ladder
from scorepad.rules.scheme import Scheme
from scorepad.web.fields import MOST, number, whole
from scorepad.words import _, ours


@dataclass(frozen=True)
class HouseField:
    """One field: a choice among `answers` (value, words), or without any a line to type in."""

    name: str
    label: str
    value: str  # what stands in it
    answers: tuple[tuple[str, str], ...] = ()
    error: str = ""  # where the model refuses it
    numbers: tuple[HouseField, ...] = ()  # typed beside a choice
    opened_by: str = ""  # of such a number: the answers it belongs to, blanks between them


class HouseGroup(NamedTuple):
    """Questions about one thing; `open` where one of them is answered otherwise than it stands, `reads_otherwise`
    where that is one of the `last`, readings that only few tables ask."""

    label: str
    first: list[HouseField]
    last: list[HouseField]
    open: bool
    reads_otherwise: bool

    @property
    def fields(self) -> list[HouseField]:
        """All its fields, in their order."""
        return self.first + self.last

    @property
    def names(self) -> list[str]:
        """The fields at which something may be wrong."""
        return [one.error for one in self.fields]


def groups() -> list[tuple[str, tuple[str, ...]]]:
    """The house rules in the order in which a table meets them, each in one group."""
    return [
        (_("Bidding"), ("bidding", "hook")),
        (_("The auction"), tuple(one.name for one in OPTIONS if one.name.startswith("auction."))),
        (_("Trumps"), ("trump", "no_trump_turned", "no_trump_hands")),
        (_("Playing a trick"), ("leads", "must_trump", "must_beat")),
        (
            _("Dealing"),
            ("first_deal", "direction", "packs", "scorer_deals", "scorers_turn", "void_moves_on", "seats_change"),
        ),
        (_("Misdeal and misplay"), ("misdeal", "dealer_pays_both", "misplay")),
        (_("What is written down"), ("writes", "write_trump")),
        (_("The end and ties"), ("ends", "closing", "ties")),
        (
            _("Late entry"),
            ("late_entry", "late_hand", "late_worst", "late_median", "late_rounding", "late_totals", "returning"),
        ),
    ]


# --- rules in everybody's words ---------------------------------------------------------------------------


def answer_plainly(text: str, asked: Iterable[HouseGroup]) -> str:
    """What to do with a rule that is written as people talk: the question that is about the same, if there is one;
    "" where no line is written so."""
    line = _plain_line(text)
    if not line:
        return ""
    likeness = {(field.label, group.label): _likeness(line, field) for group in asked for field in group.fields}
    question, group = max(likeness, key=lambda one: likeness[one])
    if likeness[question, group]:
        words = _("“{line}” can be tapped: it is asked above under “{group}”, “{question}”.")
        return words.format(line=line, group=group, question=question)
    words = _(
        "“{line}” cannot be read here: a line is a key of the rules, = and what holds, like {example}. "
        "What Scorepad need not know can be written as a comment on the game."
    )
    return words.format(line=line, example='forfeit = { bid = 5, name = "pants" }')


def _likeness(line: str, field: HouseField) -> int:
    """How many words a line has in common with a question; those of its label count twice."""
    said = " ".join((field.label, *dict(field.answers).values()))
    return len(_words(line) & _words(said)) + len(_words(line) & _words(field.label))


def _plain_line(text: str) -> str:
    """The first line that is written as people talk; "" if there is none."""
    lines = (line.strip() for line in text.splitlines())
    return next((line[:80] for line in lines if re.fullmatch(r"[^\W\d_][^=\[\]{}#\"]*", line)), "")


def _words(text: str) -> set[str]:
    """What a text is about: its longer words, without their endings."""
    return {word[:5] for word in re.findall(r"[^\W\d_]{4,}", text.casefold())}


MOST_TEXT = 5_000  # letters of house rules
_OPTION = "option."  # before the name of a scheme's option


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
            {name: text.strip() for name, text in form.items() if name.split(":")[0] in QUESTIONS},
            {name.removeprefix(_OPTION): text for name, text in form.items() if name.startswith(_OPTION)},
        )

    # --- what is shown ---

    @property
    def ladder(self) -> str:
        """What stands in the field of the ladder."""
        return self.ladder_typed or str(self.rules.to_dict()["ladder"])

    def groups(self) -> Iterator[HouseGroup]:
        """All that can make a difference as it is typed now, each question with the answer that stands."""
        typed = self._as_typed()
        readings = [one.name for one in left_open(typed)]
        for label, names in groups():
            asked = [self._question(QUESTIONS[name], typed) for name in names if self._is_asked(QUESTIONS[name], typed)]
            last = [field for field in asked if field.name in readings]
            first = [field for field in asked if field not in last]
            changed = [field.name for field in asked if field.value != QUESTIONS[field.name].stands(self.rules)[0]]
            if asked:
                otherwise = not set(readings).isdisjoint(changed)
                yield HouseGroup(label, first or last, last if first else [], bool(changed), otherwise)

    def _as_typed(self) -> Rulebook:
        """The rules with all that is typed, as far as it can be read."""
        try:
            return self.rules.with_house(self.house())
        except (RuleError, RuleFileError):
            return self.rules

    def _is_asked(self, question: KeyQuestion, typed: Rulebook) -> bool:
        """Whether an answer may make a difference, or was given already, in a game that is stored or on this form."""
        if self.scheme is not None and question.settled(typed, self.scheme):
            return False
        usual = next(iter(question.ask().answers))
        given = self.rules.states(question.name.split(".")[0]) and question.stands(self.rules)[0] not in ("", usual)
        return given or question.matters(typed)

    def _question(self, question: KeyQuestion, typed: Rulebook) -> HouseField:
        asked, (now, _numbers) = question.ask(), question.stands(self.rules)
        value = self.chosen.get(question.name) or now
        answers = tuple(
            (one, answer.words) for one, answer in asked.answers.items() if answer.differs(typed) or one in (value, now)
        )
        if not now:
            answers = (("", _("As it stands")), *answers)
        beside = tuple(self._beside(question, asked, name) for name in asked.numbers)
        return HouseField(question.name, asked.label, value, answers, question.name, beside)

    def _beside(self, question: KeyQuestion, asked: Asked, name: str) -> HouseField:
        """A number typed beside its answers; what they leave out while one of them stands is 0."""
        (label, usual), (now, numbers) = asked.numbers[name], question.stands(self.rules)
        opened_by = [value for value, answer in asked.answers.items() if name in answer.numbers]
        stands = numbers.get(name, 0 if now in opened_by else usual)
        field = f"{question.name}:{name}"
        return HouseField(field, label, self.chosen.get(field, str(stands)), opened_by=" ".join(opened_by))

    def options(self) -> Iterator[HouseField]:
        """The options of the points."""
        for name, stands in self._options_now().items():
            option = self.scheme.options[name]  # type: ignore[union-attr]  # without a scheme there are none
            answers = tuple((str(one), ours(str(one))) for one in option.choices)  # words of the scheme's author
            if isinstance(stands, bool):
                answers = (("yes", _("Yes")), ("no", _("No")))
            label = capital(ours(option.about) or readable(name))
            value = self.option_texts.get(name, as_sent(stands))
            yield HouseField(_OPTION + name, label, value, answers, error=f"options.{name}")

    # --- what is read ---

    def house(self) -> dict[str, Any]:
        """The keys of the rulebook that are changed; RuleError where the text cannot be read."""
        house, chosen = self._written(), self._chosen()
        house |= {key: value for key, value in chosen.items() if "." not in key}
        auction = {key.removeprefix("auction."): value for key, value in chosen.items() if "." in key}
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
        """What is refused of a key that only the text holds, a RuleFileError or RuleError, becomes a RuleError; so does
        a number typed beside an answer or for an option of the points, at its question and without the key."""
        try:
            yield
        except (RuleFileError, RuleError) as error:
            where = error.where if isinstance(error, RuleFileError) else error.field
            if self._is_written(where, exactly=isinstance(error, RuleError)):
                raise RuleError("house", str(error)) from error
            question = re.split(r"[.\[]", where, maxsplit=1)[0]
            if isinstance(error, RuleFileError) and question in QUESTIONS:
                raise RuleError(question, error.reason) from error
            if isinstance(error, RuleFileError) and where in {f"options.{name}" for name in self._options()}:
                raise RuleError(where, error.reason) from error
            raise

    def _is_written(self, where: str, *, exactly: bool) -> bool:
        key, *rest = re.split(r"[.\[]", where, maxsplit=1)
        written = self._written()
        if key == "options" and isinstance(written.get(key), Mapping) and rest:
            return rest[0] in written[key] and rest[0] not in self._options()
        return key in written and key not in self._chosen() and not (exactly and rest)

    def _written(self) -> dict[str, Any]:
        if len(self.text) > MOST_TEXT:
            raise text_too_long("house", MOST_TEXT)
        try:
            return toml_text.parse(self.text, RulebookError)
        except RulebookError as error:
            plain = answer_plainly(self.text, [*replace(self, text="").groups()])
            raise RuleError("house", plain or _("This cannot be read: {reason}").format(reason=error)) from error

    def _chosen(self) -> dict[str, Any]:
        """What the fields say in place of the text; the auction's options as `auction.…`."""
        chosen = dict(self._answered())
        if self.ladder_typed and not self._is_played(self.ladder_typed):
            chosen["ladder"] = self.ladder_typed
        return chosen

    def _answered(self) -> Iterator[tuple[str, Any]]:
        """The questions that are answered otherwise than they stand; RuleError for a number that is none."""
        for question in QUESTIONS.values():
            chosen, answers = self.chosen.get(question.name, ""), question.ask().answers
            if not chosen:
                continue
            if chosen not in answers:
                raise _choose(question.name, (one.words for one in answers.values() if one.differs(self.rules)))
            answer = answers[chosen]
            numbers = {name: self._number(question, name) for name in answer.numbers}
            now, standing = question.stands(self.rules)
            if (chosen, numbers) != (now, {name: standing.get(name, 0) for name in numbers}):
                yield question.name, answer.value(numbers)

    def _number(self, question: KeyQuestion, name: str) -> int:
        usual = question.ask().numbers[name][1]
        typed = self.chosen.get(f"{question.name}:{name}", str(usual))
        found = whole(typed, -MOST, MOST)
        if found is None:
            raise RuleError(question.name, _("“{typed}” is no whole number.").format(typed=typed[:20]))
        return found

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
        for one in self.options():
            if one.answers and one.value not in dict(one.answers):
                raise _choose(one.error, dict(one.answers).values())
        typed = {
            name: _like(stands, self.option_texts[name])
            for name, stands in self._options_now().items()
            if name in self.option_texts
        }
        return {name: value for name, value in typed.items() if value != self._options_now()[name]}


def _choose(field: str, answers: Iterable[str]) -> RuleError:
    """The error for a value that the question does not have, which lists the answers in words."""
    return RuleError(field, _("Choose one of these: {answers}.").format(answers=" · ".join(answers)))


def _like(stands: object, text: str) -> object:
    """A typed option as the kind of thing that stands there."""
    if isinstance(stands, bool):
        return text == "yes"
    found = number(text) if isinstance(stands, int) else None
    return text if found is None else found
