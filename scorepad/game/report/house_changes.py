"""House rule changes in words, one sentence each, with the labels and answers of the form."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from scorepad.formats import capital, format_points, format_range, readable, sentence
from scorepad.rules.cards import rank
from scorepad.rules.rulebook import Rulebook
from scorepad.rules.rulebook.key_question import KeyQuestion
from scorepad.rules.rulebook.key_questions import QUESTIONS
from scorepad.rules.rulebook.keys import ALL_CARDS, LEAVE_ONE
from scorepad.rules.rulebook.pot import pot_in_words
from scorepad.rules.rulebook.trump_questions import answer_in_words
from scorepad.rules.telling.play import hook_in_words, trumps_in_words
from scorepad.words import _, ours

RuleChange = tuple[str, str, str]
"""The label, the answer before ("" if none), and the answer now."""


def house_changes(was: Mapping[str, Any], house: Mapping[str, Any]) -> str:
    """Return sentences about these keys of a rulebook, whose values were `was` before.

    Changed rules are given as old → new. If no rule has changed, all current values are given.
    """
    before, after = _rulebook(was), _rulebook({**was, **house})
    changes = [change for key in house for change in _rule_changes(key, before, after)]
    return " ".join(map(_sentence, [change for change in changes if change[1] != change[2]] or changes))


def _sentence(change: RuleChange) -> str:
    rule, old, new = (text.removesuffix(".") for text in change)
    words = _("{rule}: {old} → {new}") if old not in ("", new) else _("{rule}: {new}")
    return sentence(words.format(rule=rule, old=old, new=new or "–"))


def _rulebook(data: Mapping[str, Any]) -> Rulebook:
    """Return the rulebook of this data, without keys whose value is None."""
    return Rulebook.from_dict({key: value for key, value in data.items() if value is not None})


def _rule_changes(key: str, before: Rulebook, after: Rulebook) -> Iterator[RuleChange]:
    if key == "auction":
        yield from (
            _of_question(question, before, after) for name, question in QUESTIONS.items() if name.startswith("auction.")
        )
    elif key == "options":
        names = {**before.options, **after.options}
        yield from (
            (capital(readable(name)), _scalar(before.options.get(name)), _scalar(after.options.get(name)))
            for name in names
        )
    elif key in (others := _others()):
        label, words = others[key]
        yield label, words(before), words(after)
    else:
        yield _of_question(QUESTIONS[key], before, after)


def _of_question(question: KeyQuestion, before: Rulebook, after: Rulebook) -> RuleChange:
    return str(question.label), _answered(question, before), _answered(question, after)


def _answered(question: KeyQuestion, rulebook: Rulebook) -> str:
    """Return the rulebook's answer with its numbers, or the rule in words if the form has no short answer."""
    key, numbers = question.stands(rulebook)
    if key not in question.answers or (question.choices and question.answers[key].numbers):
        return _in_words(question.name, rulebook)
    answer = question.answers[key]
    words = answer_in_words(answer.words, rulebook)
    labels = {name: question.numbers[name][0] for name in answer.numbers}
    if len(labels) < 2:
        return " ".join(filter(None, [words, *(format_points(numbers.get(name, 0)) for name in labels)]))
    parts = (
        _("{what} {number}").format(what=labels[name], number=format_points(numbers.get(name, 0))) for name in labels
    )
    return f"{words} ({', '.join(parts)})"


def _in_words(key: str, rulebook: Rulebook) -> str:
    match key:
        case "hook":
            return " ".join(hook_in_words(rulebook))
        case "trump":
            return trumps_in_words(rulebook)
        case "suits":
            return ", ".join(map(rulebook.suits.name, rulebook.suits.letters))
        case "pack":
            return _by_players(rulebook.pack)
    return ", ".join(map(rank, rulebook.no_trump_turned))


def _others() -> dict[str, tuple[str, Callable[[Rulebook], str]]]:
    """Return the label, and the value in words, of every key that the form does not have, or not as an answer.

    Long values are not shown.
    """

    def plain(name: str) -> Callable[[Rulebook], str]:
        return lambda rulebook: _scalar(getattr(rulebook, name))

    def anew(name: str) -> Callable[[Rulebook], str]:
        return lambda rulebook: _("Rewritten") if rulebook.has_key(name) else ""

    jokers = {"no trumps": _("No trumps"), "other joker": _("The other joker")}
    return {
        "name": (_("Name of the game"), plain("name")),
        "ladder": (_("Cards per hand"), lambda rulebook: str(rulebook.ladder)),
        "top": (_("Largest hand"), lambda rulebook: _by_players(rulebook.top)),
        "least_top": (_("Minimum size of the largest hand"), plain("least_top")),
        "players": (_("Players"), lambda rulebook: format_range(*rulebook.players)),
        "best": (_("Best with"), plain("best")),
        "minutes": (_("Minutes"), plain("minutes")),
        "turned_joker": (_("Trumps when a joker is turned up"), lambda rulebook: jokers.get(rulebook.turned_joker, "")),
        "super_trump": (_("The exact card turned up beats everything"), plain("super_trump")),
        "ladders": (_("Other hand sizes"), anew("ladders")),
        "cancelled_label": (_("Name of cancelled tricks"), plain("cancelled_label")),
        "bid_changes_label": (_("Card that changes a bid"), plain("bid_changes_label")),
        "forfeit": (_("Forfeit"), _forfeit),
        "pot": (_("The pot"), lambda rulebook: " ".join(pot_in_words(rulebook.pot)) or _("No pot")),
        "special": (_("Special hands"), anew("special")),
        "scheme": (_("Usual scoring"), anew("scheme")),
        "also": (_("Other names"), lambda rulebook: ", ".join(rulebook.also)),
        "source": (_("Source"), anew("source")),
        "about": (_("About the game"), anew("about")),
        "notes": (_("Notes"), anew("notes")),
        "unsure": (_("Open points"), anew("unsure")),
        "told": (_("Rules in words"), anew("told")),
    }  # fmt: skip


def _by_players(value: Any) -> str:
    """Return a number, a number per number of players, or a way to deal."""
    if isinstance(value, Mapping):
        words = _("{number} with {players} players")
        return ", ".join(words.format(number=number, players=players) for players, number in value.items())
    ways = {ALL_CARDS: _("All cards are dealt"), LEAVE_ONE: _("At least one card is left to turn up")}
    return ways.get(value) or _scalar(value)


def _forfeit(rulebook: Rulebook) -> str:
    lost = rulebook.forfeit
    return (
        _("{forfeit}, for a missed bid of {bid} or more").format(forfeit=ours(lost.name), bid=lost.bid) if lost else ""
    )


def _scalar(value: Any) -> str:
    """Return a boolean, a number or a text in words."""
    if isinstance(value, bool):
        return _("Yes") if value else _("No")
    return "" if value is None else str(value)
