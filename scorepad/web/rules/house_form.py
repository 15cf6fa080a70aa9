"""House rules as a form: questions, options of the scheme, and a text field for all other keys."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

from scorepad.errors import RuleError, RuleFileError, text_too_long
from scorepad.formats import capital, readable
from scorepad.game.state.scoring import own_options
from scorepad.rules import toml_text
from scorepad.rules.rulebook import Rulebook
from scorepad.rules.rulebook.house_options import OPTIONS, open_options
from scorepad.rules.rulebook.key_question import KeyQuestion
from scorepad.rules.rulebook.key_questions import QUESTIONS, form_value
from scorepad.rules.rulebook.keys import read_ladder
from scorepad.rules.rulebook.trump_questions import answer_in_words
from scorepad.rules.scheme import Scheme
from scorepad.web.fields import MOST, parse_bounded_int, parse_int
from scorepad.words import _, join_label, ours


@dataclass(frozen=True)
class HouseField:
    """A field: a choice among `answers` (value, words), or a text input if there are none."""

    name: str
    label: str
    value: str  # its content
    answers: tuple[tuple[str, str], ...] = ()
    error: str = ""  # the field of the model's errors about it
    numbers: tuple[HouseField, ...] = ()  # inputs or selects next to a choice
    opened_by: str = ""  # for such a number: the answers that need it, separated by spaces

    @property
    def answer(self) -> str:
        """Return the present answer in words."""
        return dict(self.answers).get(self.value, "")


class HouseGroup(NamedTuple):
    """Questions about one topic.

    `open` is True if an answer in the group has changed. `last` are rarely needed questions about the reading of a
    rule. `reads_otherwise` is True if an answer to one of them has changed.
    """

    label: str
    first: list[HouseField]
    last: list[HouseField]
    open: bool
    reads_otherwise: bool

    @property
    def fields(self) -> list[HouseField]:
        """Return all fields in their order."""
        return self.first + self.last

    @property
    def names(self) -> list[str]:
        """Return the names of the fields that can have an error."""
        return [field.error for field in self.fields]


def groups() -> list[tuple[str, tuple[str, ...]]]:
    """Return the groups of house rules in the order of play, each option in one group."""
    return [
        (
            _("Bidding"),
            (
                "bidding",
                "hook",
                "hook_rule",
                "dealer_changes",
                "least_bid",
                "most_bid",
                "least_call",
                "most_dash_calls",
            ),
        ),
        (_("The auction"), tuple(option.name for option in OPTIONS if option.name.startswith("auction."))),
        (_("Trumps"), ("trump", "no_trump_turned", "no_trump_hands")),
        (_("Playing a trick"), ("leads", "must_follow", "must_trump", "must_beat", "bid_changes", "cancelled")),
        (
            _("Dealing"),
            (
                *("pack", "suits", "first_deal", "direction", "dealer_sits_out", "packs", "scorer_deals"),
                *("scorers_turn", "void_moves_on", "seats_change", "forehead"),
            ),
        ),
        (_("Misdeal and misplay"), ("misdeal", "dealer_pays_both", "misplay", "wrong_count")),
        (_("What is recorded"), ("writes", "write_trump")),
        (_("The end and ties"), ("ends", "closing", "ties")),
        (
            _("Late joiners"),
            (
                *("late_entry", "late_hand", "late_worst", "late_median", "late_rounding", "late_totals"),
                *("late_together", "late_merging", "returning"),
            ),
        ),
        (_("The pot"), ("pot",)),
    ]


# --- rules in everyday words ------------------------------------------------------------------------------


def hint_for_plain_line(text: str, asked: Iterable[HouseGroup]) -> str:
    """Return a hint for a line in everyday words: the question about the same topic, if any; "" without such a line."""
    lines = (line.strip() for line in text.splitlines())
    line = next((line[:80] for line in lines if re.fullmatch(r"[^\W\d_][^=\[\]{}#\"]*", line)), "")
    if not line:
        return ""
    likeness = {(field.label, group.label): _likeness(line, field) for group in asked for field in group.fields}
    question, group = max(likeness, key=lambda candidate: likeness[candidate])
    if likeness[question, group]:
        words = _("“{line}” has its own question above: “{group}”, “{question}”.")
        return words.format(line=line, group=group, question=question)
    words = _(
        "“{line}” cannot be read here. Write a key of the rules, = and its value, like {example}. Other "
        "agreements can be a comment on the game."
    )
    return words.format(line=line, example='forfeit = { bid = 5, name = "pants" }')


def _likeness(line: str, field: HouseField) -> int:
    """Return the number of words that a line shares with a question; words of its label count twice."""
    words = " ".join((field.label, *dict(field.answers).values()))
    return len(_words(line) & _words(words)) + len(_words(line) & _words(field.label))


def _words(text: str) -> set[str]:
    """Return the first five letters of all words of at least four letters; this ignores endings."""
    return {word[:5] for word in re.findall(r"[^\W\d_]{4,}", text.casefold())}


MOST_TEXT = 5_000  # letters of house rules
_OPTION = "option."  # before the name of a scheme's option


@dataclass(frozen=True)
class HouseForm:
    """The content of the fields, at a table with these `rules` and this `scheme` (None if none is chosen)."""

    rules: Rulebook
    scheme: Scheme | None
    ladder_typed: str = ""
    text: str = ""
    chosen: Mapping[str, str] = field(default_factory=dict)
    option_texts: Mapping[str, str] = field(default_factory=dict)

    @classmethod
    def typed(cls, rules: Rulebook, scheme: Scheme | None, form: Mapping[str, str]) -> HouseForm:
        """Return the submitted form: the ladder, the text, and each field by its name; ignore unknown fields."""
        return cls(
            rules,
            scheme,
            form.get("ladder", "").strip(),
            form.get("house", ""),
            {name: text.strip() for name, text in form.items() if name.split(":")[0] in QUESTIONS},
            {name.removeprefix(_OPTION): text for name, text in form.items() if name.startswith(_OPTION)},
        )

    # --- display ---

    @property
    def ladder(self) -> str:
        """Return the content of the ladder field."""
        return self.ladder_typed or self.rules.ladder_text

    def asked(self, name: str) -> HouseField | None:
        """Return the question with its current answer, or None if it does not matter."""
        typed, question = self._as_typed(), QUESTIONS[name]
        return self._question(question, typed) if self._is_asked(question, typed) else None

    def groups(self, apart: Collection[str] = ()) -> Iterator[HouseGroup]:
        """Yield all questions that matter with the typed rules, each with its current answer, except those `apart`."""
        typed = self._as_typed()
        readings = [option.name for option in open_options(typed)]
        for label, names in groups():
            questions = [
                self._question(QUESTIONS[name], typed)
                for name in names
                if name not in apart and self._is_asked(QUESTIONS[name], typed)
            ]
            last = [field for field in questions if field.name in readings]
            first = [field for field in questions if field not in last]
            changed = [field.name for field in questions if field.value != QUESTIONS[field.name].stands(self.rules)[0]]
            if questions:
                reads_otherwise = not set(readings).isdisjoint(changed)
                yield HouseGroup(label, first or last, last if first else [], bool(changed), reads_otherwise)

    def _as_typed(self) -> Rulebook:
        """Return the rules with the typed changes, or without them if they are invalid."""
        try:
            return self.rules.with_house(self.house())
        except (RuleError, RuleFileError):
            return self.rules

    def _is_asked(self, question: KeyQuestion, typed: Rulebook) -> bool:
        """Return True if the question matters or the rules already answer it, in a stored game or on this form."""
        if self.scheme is not None and question.settled(typed, self.scheme):
            return False
        unanswered = ("", next(iter(question.answers)))
        is_known = self.rules.has_key(question.name.split(".")[0])
        return (is_known and question.stands(self.rules)[0] not in unanswered) or question.matters(typed)

    def _question(self, question: KeyQuestion, typed: Rulebook) -> HouseField:
        current, _numbers = question.stands(self.rules)
        value = self.chosen.get(question.name) or current
        answers = tuple(
            (choice, answer_in_words(answer.words, typed))
            for choice, answer in question.answers.items()
            if answer.differs(typed) or choice in (value, current)
        )
        if not current:
            answers = (("", _("As it is")), *answers)
        number_fields = tuple(self._beside(question, name) for name in question.numbers)
        return HouseField(question.name, str(question.label), value, answers, question.name, number_fields)

    def _beside(self, question: KeyQuestion, name: str) -> HouseField:
        """Return a number input next to the answers that need it; if the current answer omits the number, it is 0."""
        (label, usual), (current, numbers) = question.numbers[name], question.stands(self.rules)
        opened_by = [value for value, answer in question.answers.items() if name in answer.numbers]
        current_number = numbers.get(name, 0 if current in opened_by else usual)
        field = f"{question.name}:{name}"
        value = self.chosen.get(field, str(current_number))
        choices = tuple((str(number), answer_in_words(words, self.rules)) for number, words in question.choices.items())
        return HouseField(field, str(label), value, choices, opened_by=" ".join(opened_by))

    def options(self) -> Iterator[HouseField]:
        """Yield the fields for the options of the scheme."""
        for name, current in self._options_now().items():
            option = self.scheme.options[name]  # type: ignore[union-attr]  # no options without a scheme
            answers = tuple((str(choice), ours(str(choice))) for choice in option.choices)  # the author's own words
            if isinstance(current, bool):
                answers = (("yes", _("Yes")), ("no", _("No")))
            label = capital(ours(option.about) or readable(name))
            value = self.option_texts.get(name, form_value(current))
            yield HouseField(_OPTION + name, label, value, answers, error=f"options.{name}")

    # --- parsing ---

    def house(self) -> dict[str, Any]:
        """Return the changed keys of the rulebook; raise RuleError if the text cannot be parsed."""
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
        """Return True if all choices and typed rules already apply."""
        try:
            return self.rules.with_house(self.house()) == self.rules
        except RuleFileError:
            return False  # the model refuses it

    @contextmanager
    def translate_errors(self) -> Iterator[None]:
        """Translate errors of the model into a RuleError at a field of this form.

        An error about a key in the text belongs to the text field, `house`. An error about a number next to an answer,
        or about an option of the scheme, belongs to its question; its message omits the key.
        """
        try:
            yield
        except (RuleFileError, RuleError) as error:
            where = error.where if isinstance(error, RuleFileError) else error.field
            if self._is_from_text(where, exactly=isinstance(error, RuleError)):
                raise RuleError("house", str(error)) from error
            question = re.split(r"[.\[]", where, maxsplit=1)[0]
            if isinstance(error, RuleFileError) and question in QUESTIONS:
                label = self._label_of(QUESTIONS[question], where.partition(".")[2])
                raise RuleError(question, join_label(label, error.reason)) from error
            if isinstance(error, RuleFileError) and where in {f"options.{name}" for name in self._options()}:
                raise RuleError(where, error.reason) from error
            raise

    def _label_of(self, question: KeyQuestion, number: str) -> str:
        """Return the label of a number, or "" if the chosen answer has no other number."""
        answer = question.answers.get(self.chosen.get(question.name, ""))
        return (
            str(question.numbers[number][0]) if answer and number in answer.numbers[len(answer.numbers) < 2 :] else ""
        )

    def _is_from_text(self, where: str, *, exactly: bool) -> bool:
        key, *rest = re.split(r"[.\[]", where, maxsplit=1)
        written = self._written()
        if key == "options" and isinstance(written.get(key), Mapping) and rest:
            return rest[0] in written[key] and rest[0] not in self._options()
        return key in written and key not in self._chosen() and not (exactly and rest)

    def _written(self) -> dict[str, Any]:
        if len(self.text) > MOST_TEXT:
            raise text_too_long("house", MOST_TEXT)
        try:
            return toml_text.parse(self.text)
        except RuleFileError as error:
            plain = hint_for_plain_line(self.text, [*replace(self, text="").groups()])
            raise RuleError("house", plain or _("This cannot be read: {reason}").format(reason=error)) from error

    def _chosen(self) -> dict[str, Any]:
        """Return the keys that the fields set instead of the text; options of the auction as `auction.…`."""
        chosen = dict(self._answered())
        if self.ladder_typed and not self._is_played(self.ladder_typed):
            chosen["ladder"] = self.ladder_typed
        return chosen

    def _answered(self) -> Iterator[tuple[str, Any]]:
        """Yield the questions with changed answers, and their new values.

        Raise RuleError for an unknown answer or an invalid number.
        """
        for question in QUESTIONS.values():
            chosen, answers = self.chosen.get(question.name, ""), question.answers
            if not chosen:
                continue
            if chosen not in answers:
                raise _choose(question.name, dict(self._question(question, self.rules).answers).values())
            answer = answers[chosen]
            numbers = {name: self._number(question, name) for name in answer.numbers}
            current, numbers_now = question.stands(self.rules)
            if (chosen, numbers) != (current, {name: numbers_now.get(name, 0) for name in numbers}):
                yield question.name, answer.value(numbers)

    def _number(self, question: KeyQuestion, name: str) -> int:
        usual = question.numbers[name][1]
        typed = self.chosen.get(f"{question.name}:{name}", str(usual))
        parsed = parse_int(typed, -MOST, MOST)
        if parsed is None:
            raise RuleError(question.name, _("“{typed}” is not a whole number. Example: 5.").format(typed=typed[:20]))
        if question.choices and parsed not in question.choices:
            raise _choose(question.name, map(str, question.choices.values()))
        return parsed

    def _is_played(self, ladder: object) -> bool:
        """Return True if this is the current ladder, in any notation, so that an unchanged ladder does not restart."""
        try:
            return read_ladder("ladder", ladder) == self.rules.ladder
        except RuleFileError:
            return False

    def _options_now(self) -> dict[str, Any]:
        """Return the options of the scheme with their current values.

        Ignore options that a rulebook sets for another scheme.
        """
        if self.scheme is None:
            return {}
        usual = {name: option.default for name, option in self.scheme.options.items()}
        return usual | own_options(self.scheme, self.rules.options)

    def _options(self) -> dict[str, Any]:
        """Return the typed options that differ from the current values."""
        for option in self.options():
            if option.answers and option.value not in dict(option.answers):
                raise _choose(option.error, dict(option.answers).values())
        now, texts = self._options_now(), self.option_texts
        typed = {name: _parse_like(current, texts[name]) for name, current in now.items() if name in texts}
        return {name: value for name, value in typed.items() if value != now[name]}


def _choose(field: str, answers: Iterable[str]) -> RuleError:
    """Return the error for an invalid answer, which lists the valid ones."""
    return RuleError(field, _("Choose one of these: {answers}.").format(answers=" · ".join(answers)))


def _parse_like(stands: object, text: str) -> object:
    """Parse a typed option as the type of its current value."""
    if isinstance(stands, bool):
        return text == "yes"
    typed = parse_bounded_int(text) if isinstance(stands, int) else None
    return text if typed is None else typed
