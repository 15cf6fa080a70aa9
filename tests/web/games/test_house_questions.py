"""House rules as chips: each question once, in words, with the present choice.

Only differences are saved.
"""

import re
from collections.abc import Iterator
from typing import Any

import pytest
from scorekeeper import Scorekeeper, new_game
from soak import often, only_in_soak, sampled
from tables import refused

from scorepad.errors import RuleError
from scorepad.rules.rulebook import Rulebook, built_in_keys, find
from scorepad.rules.rulebook.house_options import OPTIONS
from scorepad.rules.rulebook.key_question import KeyQuestion
from scorepad.rules.rulebook.key_questions import KEY_QUESTIONS
from scorepad.rules.rulebook.turned_card import trump_turned
from scorepad.rules.scheme import find as find_scheme
from scorepad.rules.telling import ExplainedGame, explain_game
from scorepad.web.rules.house_form import HouseField, HouseForm, groups
from scorepad.words import ENGLISH as ENGLISH_CODE
from scorepad.words import _, use_language

MURDER, PIKE = find("murder"), find("pike")


@pytest.fixture(autouse=True)
def _language_of_other_tests() -> Iterator[None]:
    """Reset the language after each test, because a page in another language changes it."""
    with use_language(ENGLISH_CODE):
        yield


def standing(rules: Rulebook) -> dict[str, str]:
    """Return what a browser sends for the unchanged questions."""
    fields = [field for group in HouseForm(rules, None).groups() for field in group.fields]
    return {part.name: part.value for field in fields for part in (field, *field.numbers)}


def test_every_house_rule_that_is_one_of_a_few_is_asked_for_once() -> None:
    asked = [name for _label, names in groups() for name in names]
    assert sorted(asked) == sorted({option.name for option in OPTIONS} | {question.name for question in KEY_QUESTIONS})


@pytest.mark.parametrize("rules", [MURDER, PIKE], ids=["murder", "pike"])
def test_every_question_is_asked_in_words_and_stands_as_the_rules_have_it(rules: Rulebook) -> None:
    for group in HouseForm(rules, None).groups():
        for field in group.fields:
            assert field.label, field.name
            words = [message for _value, message in field.answers]
            assert len({*words}) == len(words), field.name
            assert field.value in dict(field.answers), field.name
            assert len(words) == 1 or all(words), field.name
        assert group.first + group.last == group.fields
        assert not group.open
        assert not group.reads_otherwise


MAKES_NO_WORDS = ("writes", "write_trump", "late_hand", "late_worst", "hook")
"""Answers that may not change the rules in words, which cover them elsewhere or not at all."""


@pytest.mark.parametrize("key", sampled(built_in_keys()))
def test_every_answer_that_is_offered_makes_a_difference(key: str) -> None:
    """Each answer alone, next to the present ones, changes the rules in words."""
    rules = find(key)
    scheme = find_scheme(rules.scheme) if rules.scheme else None
    now = explain_game(ExplainedGame(rules, None))
    for group in HouseForm(rules, scheme).groups():
        for field in group.fields:
            for value, _words in field.answers:
                house = HouseForm.typed(rules, scheme, {field.name: value}).house()
                same = explain_game(ExplainedGame(rules.with_house(house), None)) == now
                assert same == (not house) or field.name in MAKES_NO_WORDS, (field.name, value)


@pytest.mark.parametrize(
    ("key", "scheme", "house", "asked", "not_asked"),
    [
        ("boerenbridge", "boerenbridge", {}, {"trump"}, {"hook", "ends", "no_trump_hands", "must_trump"}),
        ("boerenbridge", "standard", {}, {"ends"}, {"write_trump", "seats_change", "no_trump_turned"}),
        ("boerenbridge", "standard", {"hook": True, "must_trump": True}, {"hook", "must_trump"}, {"no_trump_hands"}),
        ("pagat", "standard", {}, {"hook", "must_trump", "seats_change", "writes"}, {"scorers_turn", "late_worst"}),
        ("pagat", "blackout", {}, {"writes"}, set()),
        ("pagat", "standard", {"writes": "made"}, {"writes"}, set()),
        ("pagat", "golf", {}, {"late_worst"}, {"dealer_pays_both"}),
        ("murder", "murder", {}, {"auction.doublers"}, {"hook", "trump", "no_trump_hands", "no_trump_turned"}),
    ],
)
def test_what_can_make_no_difference_is_not_asked_but_what_was_answered_stays(
    key: str, scheme: str, house: dict[str, Any], asked: set[str], not_asked: set[str]
) -> None:
    form = HouseForm(find(key).with_house(house), find_scheme(scheme))
    result = {field.name for group in form.groups() for field in group.fields}
    assert asked <= result
    assert not not_asked & result


def test_what_another_answer_brings_up_is_asked_when_the_form_comes_again() -> None:
    bidding = {"bidding": "in turn from the dealer's left"}
    for typed, asked in (({}, False), (bidding, True)):
        form = HouseForm.typed(PIKE, None, typed)
        assert any(field.name == "hook" for group in form.groups() for field in group.fields) == asked


@pytest.mark.parametrize("key", sampled(built_in_keys()))
def test_a_form_sent_as_it_stands_changes_nothing(key: str) -> None:
    rules = find(key)
    form = HouseForm.typed(rules, None, standing(rules))
    assert form.house() == {}
    assert form.changes_nothing()


@pytest.mark.parametrize("question", KEY_QUESTIONS, ids=[question.name for question in KEY_QUESTIONS])
def test_whatever_is_answered_stands_afterwards(question: KeyQuestion) -> None:
    for value, answer in question.answers.items():
        numbers = {
            name: (question.numbers[name][1] + 1) % 5 if question.choices else question.numbers[name][1] + 3
            for name in answer.numbers
        }
        typed = {question.name: value, **{f"{question.name}:{name}": str(number) for name, number in numbers.items()}}
        for rules in (PIKE, MURDER, find("wizard"), find("romanian_whist")):
            house = HouseForm.typed(rules, None, typed).house()
            assert {*house} <= {question.name}
            now, stands = question.stands(rules.with_house(house))
            assert now == value
            assert {name: stands[name] for name in numbers} == numbers


TURNED_UP = [key for key in built_in_keys() if find(key).trump.way == "turned up"]


@pytest.mark.parametrize("key", sampled(TURNED_UP))
def test_form_rules_and_behaviour_agree_on_the_cards_that_give_no_trumps(key: str) -> None:
    """With the rulebook's own answers and with each answer that its form offers (rules.md C1, T2 to T5)."""
    special = {"oh_hell_500": {"*": ("joker", "is a joker,")}, "wizard": {"jester": ("jester", "is a jester,")}}
    rules = find(key)
    suit = rules.suits.letters[0]
    cards = {f"2{suit}": ("two", "is a 2,"), f"A{suit}": ("ace", "is an ace,"), **special.get(key, {})}
    for value, words in question(rules, "no_trump_turned").answers:
        house = HouseForm.typed(rules, None, {"no_trump_turned": value}).house()
        played = rules.with_house(house)
        text = next(section.text for section in explain_game(ExplainedGame(played, None)) if section.place == "trumps")
        assert question(played, "no_trump_turned").value == value
        for card, (in_form, in_rules) in cards.items():
            gives_none = trump_turned(played, card) == "N"
            assert (in_form in words.lower().split(), in_rules in text) == (gives_none, gives_none), (value, card)


@pytest.mark.parametrize("key", sampled(TURNED_UP))
def test_form_rules_and_behaviour_agree_on_hands_that_leave_no_card_to_turn_up(key: str) -> None:
    rules = find(key)
    rule = next(section.text for section in explain_game(ExplainedGame(rules, None)) if section.place == "trumps")
    full = [
        (cards, players)
        for players in range(rules.min_players, rules.max_players + 1)
        for cards in rules.sizes(players)
        if cards * players >= rules.pack_for(players)
    ]
    none = {rules.trump_for(2, cards, players) == "N" for cards, players in full}
    stands = question(rules, "no_trump_hands").value == "all cards dealt"
    assert none <= {stands}
    assert ("If all cards are dealt, there are no trumps." in rule) == (none == {True})


def question(rules: Rulebook, name: str) -> HouseField:
    """Return the question of this name as the form of these rules asks it."""
    return next(field for group in HouseForm(rules, None).groups() for field in group.fields if field.name == name)


def test_an_answer_that_no_question_has_stands_as_it_is_and_can_be_left() -> None:
    rules = PIKE.with_house({"trump": "by makers D S H C", "hook": {"from": 4, "last_hand": False}})
    typed = standing(rules)
    assert (typed["trump"], typed["hook"]) == ("", "")
    assert HouseForm.typed(rules, None, typed).house() == {}
    assert HouseForm.typed(rules, None, {**typed, "trump": "none"}).house() == {"trump": "none"}


def test_a_number_that_is_none_is_told_at_its_question(keeper: Scorekeeper) -> None:
    with pytest.raises(RuleError) as refusal:
        HouseForm.typed(PIKE, None, {"ends": "reaching", "ends:total": "lots"}).house()
    assert (refusal.value.field, str(refusal.value)) == ("ends", "“lots” is not a whole number. Example: 5.")
    new_game(keeper, "pike", "Ann", "Bob", "Cat", ladder="3x3")
    keeper.follow("Change rules")
    page = keeper.send("/house", misdeal="points", **{"misdeal:dealer": "1.5"})
    refused(page, "misdeal", "“1.5” is not a whole number. Example: 5.")
    assert page.form("/house").value("misdeal:dealer") == "1.5"


@pytest.mark.parametrize(
    ("question", "answer", "beside", "number", "why"),
    [
        ("hook", "from", "from", "0", "This must be from 1 to 60."),
        ("hook", "from_hand", "from_hand", "-3", "This must be from 1 to 200."),
        ("late_hand", "points", "each", "5000", "This must be from -1000 to 1000."),
        ("misdeal", "points", "dealer", "5000", "The dealer’s points: This must be from -1000 to 1000."),
        ("pot", "pays", "last", "-1", "The last place: This must be from 0 to 1000000."),
        ("pot", "pays", "places[2]", "1000001", "Place 3: This must be from 0 to 1000000."),
        ("pot", "pays", "limit", "110", "A total worse than the limit: This must be from 1 to 1000000."),
    ],
)
def test_a_number_that_cannot_be_is_told_at_its_question_without_a_key(
    keeper: Scorekeeper, question: str, answer: str, beside: str, number: str, why: str
) -> None:
    typed = {question: answer, f"{question}:{beside}": number}
    new_game(keeper, "pagat", "Ann", "Bob", "Cat", ladder="3-1")
    keeper.follow("Change rules")
    for page in (keeper.send("/house", **typed), new_game(keeper, "pagat", "Ann", "Bob", "Cat", **typed)):
        refused(page, question, why)
        assert page.refusals == [why]


def test_what_costs_points_is_lost_whether_a_minus_is_typed_or_not() -> None:
    for dealer in ("10", "-10"):
        form = HouseForm.typed(PIKE, None, {"misdeal": "points", "misdeal:dealer": dealer, "misplay": "points"})
        assert form.house() == {"misdeal": {"dealer": -10, "wrong_count": -5}, "misplay": {"player": -10}}


def test_all_that_the_sources_vary_is_tapped(keeper: Scorekeeper) -> None:
    """First bidder, hook, leads, trumps, must trump, shuffler, misdeals, end, late entry."""
    tapped: dict[str, Any] = {
        "bidding": "in turn from the dealer's left", "hook": "from_hand", "hook:from_hand": "2", "leads": "dealer",
        "trump": "cycle H C D S N", "must_trump": "yes", "packs": "2", "misdeal": "points", "misdeal:dealer": "-7",
        "misdeal:wrong_count": "0", "ends": "reaching", "ends:total": "50", "late_entry": "points a hand",
        "late_hand:each": "3", "scorer_deals": "no", "writes": "made", "ties": "fewest misses",
    }  # fmt: skip
    keeper.visit("/games/new?rulebook=pike")
    keeper.send("/games", "Show matching options", scheme="blackout", bidding=tapped["bidding"])
    keeper.send("/games", "Start", players__0="Ann", players__1="Bob", players__2="Cat", ladder="2-6", **tapped)
    form = keeper.follow("Change rules").form("/house")
    assert {name: form.value(name) for name in tapped} == tapped
    assert keeper.send("/house").refusals == ["Nothing is changed yet."]


def test_a_ladder_below_what_the_rules_ask_for_is_played_and_told(keeper: Scorekeeper) -> None:
    page = new_game(keeper, "ohell", "Ann", "Bob", "Cat", ladder="1-2-1")
    assert page.title == "Hand 1"
    assert "has at least 3 cards. These hands, which stop at 2, are played as entered." in page.status_text
    assert "at least" not in new_game(keeper, "ohell", "Ann", "Bob", "Cat", ladder="1-3-1").text


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        ("no hook", "has its own question above: “Bidding”, “Hook: bids may not add up to the cards”"),
        ("you must trump if you cannot follow", "“Playing a trick”, “A player who cannot follow suit must trump”"),
        ("the dealer shuffles", "“Dealing”, “Who shuffles”"),
        ("biscuits at eleven", "Other agreements can be a comment on the game"),
        ("hook =", "This cannot be read"),
    ],
)
def test_a_plain_word_gets_a_plain_answer(keeper: Scorekeeper, text: str, answer: str) -> None:
    new_game(keeper, "pagat", "Ann", "Bob", "Cat", ladder="3x3")
    keeper.follow("Change rules")
    page = keeper.send("/house", house=text)
    refused(page, "house", answer)
    assert page.form("/house").value("house") == text


ENGLISH = {str(value) for option in OPTIONS for value in [*option.answers]} | {"true", "false"}
ENGLISH |= {value for question in KEY_QUESTIONS for value in question.answers}


@pytest.mark.parametrize("language", ["de", *only_in_soak("nl", "fr", "es")])
def test_a_wrong_answer_is_refused_with_the_answers_in_the_readers_language(keeper: Scorekeeper, language: str) -> None:
    keeper.visit(f"/?lang={language}")
    with use_language(language):
        before, _after = _("Choose one of these: {answers}.").replace("\xa0", " ").split("{answers}")
    walked = set()
    for key in ("romanian_whist", "murder", "oh_hell_500")[: often(2, 3)]:
        form = keeper.visit(f"/games/new?rulebook={key}").form("/games")
        with use_language(language):
            house = HouseForm(find(key), find_scheme(find(key).scheme))
            fields = [*(field for group in house.groups() for field in group.fields), *house.options()]
        for field in fields:
            if len(field.answers) < 2 or field.name in walked:
                continue
            walked.add(field.name)
            players = {"players.0": "Ann", "players.1": "Bob", "players.2": "Cat"}
            page = keeper.forge(form, **players, **{field.name: "sideways"})
            (notes,) = (refusal.replace("\xa0", " ") for refusal in page.refusals)
            assert notes.startswith(before)
            assert (page.status, page.refusal_at(field.name)) == (422, page.refusals[0])
            notes = notes.removeprefix(before)
            answers = sorted((words.replace("\xa0", " ") for _value, words in field.answers), key=len, reverse=True)
            for words in answers:
                assert words in notes
                notes = notes.replace(words, "")
            assert not [word for word in ENGLISH if re.search(rf"(?<!\w){re.escape(word)}(?!\w)", notes)], field.name
    assert len(walked) > 25


@pytest.mark.parametrize(
    ("chosen", "house"),
    [
        ({"trump": "cycle"}, {"trump": "cycle S H D C"}),
        ({"trump": "cycle", "trump:fifth": "4"}, {"trump": "cycle S H D C N"}),
        ({"trump": "cycle", "trump:first": "1", "trump:third": "5", "trump:fourth": "5"}, {"trump": "cycle D H"}),
        ({"pack": "104"}, {"pack": 104}),
        ({"pack": "54"}, {"pack": 54}),
        ({"pack": "cards", "pack:cards": "156"}, {"pack": 156}),
        ({"dealer_sits_out": "from", "dealer_sits_out:players": "6"}, {"dealer_sits_out": 6}),
    ],
)
def test_trumps_in_any_order_other_packs_and_a_dealer_who_sits_out_are_tapped(
    chosen: dict[str, str], house: dict[str, Any]
) -> None:
    form = HouseForm.typed(PIKE, None, {**standing(PIKE), **chosen})
    assert form.house() == house
    changed = PIKE.with_house(house)
    assert HouseForm.typed(changed, None, standing(changed)).changes_nothing()
