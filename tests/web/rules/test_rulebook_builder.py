"""The rulebook builder: rules of a game built from answers and saved as a rulebook, without a script."""

import html
import re
from dataclasses import replace

import pytest
from flask.testing import FlaskClient
from web.rules.forms import press, standing
from werkzeug.test import TestResponse

from scorepad.rules import rulebook
from scorepad.rules.rulebook import Rulebook
from scorepad.rules.rulebook.equivalence import plays_alike
from scorepad.rules.rulebook.key_questions import QUESTIONS, form_value
from scorepad.store import Store

NOT_BY_TAPS = {
    *("clag", "clag_five", "nominations", "op_en_neer_eight"),  # special hands
    *("estimation_bola", "estimation_calculator", "estimation_federation"),  # hands with fixed trumps
    *("chinees_poepen", "devils_bridge", "nullern", "podrida_app"),  # the card on the forehead
    *("kachuful", "murder", "ninety_nine", "seven_six_five"),  # other orders of trumps
    *("atkinson_blackout", "bust", "pocha", "rikiki", "romanian_whist"),  # packs by number of players
    *("oh_hell_500", "pike"),  # the other joker; a forfeit
    *("pocha_ggz", "rage", "rage_fundex", "seven_truf", "skull_king", "stiche_raten", "wizard"),  # other packs
}
"""Rulebooks that answers about Oh Hell cannot build; a copy of each can be changed by taps."""


def answers_of(book: Rulebook) -> dict[str, str]:
    """Return the answers that a person taps for these rules."""
    fields = {"sizes": "other", "ladder": book.ladder_text, "scheme": book.scheme}
    fields |= {"least": str(book.min_players), "most": str(book.max_players)}
    largest = max(book.top_for(players) for players in range(book.min_players, book.max_players + 1))
    fields |= {"top": book.top if isinstance(book.top, str) else "other", "top_cards": str(largest)}
    fields |= {f"option.{name}": form_value(value) for name, value in book.options.items()}
    for question in QUESTIONS.values():
        answer, numbers = question.stands(book)
        fields |= {question.name: answer, **{f"{question.name}:{name}": str(n) for name, n in numbers.items()}}
    return fields


@pytest.mark.parametrize("key", sorted({*rulebook.built_in_keys()} - NOT_BY_TAPS))
def test_a_game_is_built_by_answers_about_oh_hell(browser: FlaskClient, store: Store, key: str) -> None:
    book = rulebook.find(key)
    begun = browser.get("/rulebooks/build?from=pagat")
    saved = press(browser, begun, "save", name="Ours", **answers_of(book))
    assert saved.headers["Location"] == "/rulebooks/own_ours"
    built = replace(Rulebook.from_toml(store.rule_file("rulebook", "own_ours") or ""), name=book.name)
    assert plays_alike(book, built)
    assert built.scheme == book.scheme


def refusals(page: TestResponse) -> list[str]:
    return [html.unescape(words) for words in re.findall(r'<p class="refusal"[^>]*>([^<]+)</p>', page.text)]


def test_own_rules_open_again_as_they_were_answered_and_are_played(browser: FlaskClient, store: Store) -> None:
    begun = browser.get("/rulebooks/build?from=pike")
    sent = {"sizes": "other", "ladder": "7-1", "leads": "dealer", "ends": "reaching"}
    saved = press(browser, begun, "save", name="Thursdays", least="2", most="5", **sent, **{"ends:total": "50"})
    path = saved.headers["Location"]
    assert browser.get(f"{path}/edit").headers["Location"] == f"{path}/build"
    page = browser.get(f"{path}/build")
    answers = standing(page)
    assert {name: answers[name] for name in ("ladder", "leads", "ends", "ends:total", "least", "most")} == {
        "ladder": "7-1", "leads": "dealer", "ends": "reaching", "ends:total": "50", "least": "2",
        "most": "5",
    }  # fmt: skip
    assert press(browser, page, "save", name="Fridays").headers["Location"] == path
    book = Rulebook.from_toml(store.rule_file("rulebook", "own_thursdays") or "")
    assert (book.name, book.sizes(5), book.forfeit) == ("Fridays", [7, 6, 5, 4, 3, 2, 1], rulebook.find("pike").forfeit)
    assert 'name="players.4"' in browser.get("/games/new?rulebook=own_thursdays").text


@pytest.mark.parametrize(
    ("typed", "reason"),
    [
        ({"name": " "}, "Enter a name for the rulebook."),
        ({"name": "Blackout"}, "Another file has this name. Choose another name."),
        ({"sizes": "other", "ladder": "1-20"}, "cards each: the pack has 52 cards."),
        ({"least": "7", "most": "3"}, "This must be"),
        ({"top": "other", "top_cards": "many"}, "This must be"),
        ({"hook": "nonsense"}, "Choose one of these"),
        ({"house": "Aces are wild"}, "“Aces are wild” cannot be read here."),
    ],
)
def test_a_wrong_answer_is_refused_at_its_field_and_nothing_is_saved(
    browser: FlaskClient, store: Store, typed: dict[str, str], reason: str
) -> None:
    page = press(browser, browser.get("/rulebooks/build?from=pagat"), "save", **typed)
    assert page.status_code == 422
    assert reason in " ".join(refusals(page))
    assert store.rule_files("rulebook") == []


def test_a_text_that_a_person_wrote_opens_as_text(browser: FlaskClient, store: Store) -> None:
    store.keep_rule_file("rulebook", "own_ours", 'ladder = "5-1"  # short\nname = "Ours"\nscheme = "standard"\n')
    assert browser.get("/rulebooks/own_ours/edit").status_code == 200
    assert browser.get("/rulebooks/own_none/build").status_code == 404
    assert browser.get("/rulebooks/pagat/build").headers["Location"] == "/rulebooks/build?from=pagat"


def test_what_another_device_changed_meanwhile_is_not_replaced(browser: FlaskClient, store: Store) -> None:
    path = press(browser, browser.get("/rulebooks/build"), "save", name="Ours").headers["Location"]
    mine = browser.get(f"{path}/build")
    press(browser, browser.get(f"{path}/build"), "save", hook="no")
    page = press(browser, mine, "save", sizes="top-1")
    assert page.status_code == 422
    assert "This was changed on another device" in refusals(page)[0]
    assert press(browser, page, "save").status_code == 303
    assert Rulebook.from_toml(store.rule_file("rulebook", "own_ours") or "").hook.on
