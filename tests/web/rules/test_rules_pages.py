"""The pages about rules: what a scheme and a rulebook show, and how to create custom ones."""

import html
import re
from collections.abc import Callable, Sequence

import pytest
from costs import cost
from flask import Flask
from flask.testing import FlaskClient
from soak import only_in_soak, sampled
from werkzeug.test import TestResponse

from scorepad import words
from scorepad.rules import rulebook, scheme
from scorepad.rules.scheme import parts
from scorepad.rules.scheme.scheme import SchemeAsPlayed
from scorepad.rules.telling import explain_scheme
from scorepad.store import Store
from scorepad.web.rules import editor


def seen(page: TestResponse) -> str:
    """Return the text of the page without tags, with single spaces."""
    return " ".join(html.unescape(re.sub(r"<[^>]*>", " ", page.text)).split())


def typed(page: TestResponse) -> str:
    """Return the content of the text field as a browser reads it: a leading line break does not count."""
    result = re.search(r"<textarea[^>]*>\r?\n?(.*?)</textarea>", page.text, re.S)
    assert result
    return html.unescape(result[1])


def hidden(page: TestResponse) -> dict[str, str]:
    return dict(re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)"', page.text))


def send(browser: FlaskClient, address: str, text: str, do: str = "save", **more: str) -> TestResponse:
    """Fill in the form at an address and press a button; line ends are those of browsers."""
    form = {**hidden(browser.get(address)), "text": text.replace("\n", "\r\n"), "do": do, **more}
    return browser.post(address, data=form)


OURS = """\
name = "Sevens"
[[points]]
when = "made"
give = "7 * bid"
[[points]]
give = "-off"
"""

AN_EXAMPLE = "[[examples]]\nbid = 2\ntaken = 2\ncards = 5\npoints = {}\n"

HOUSE = """\
name = "Thursdays"
scheme = "own_sevens"
ladder = "top-1-top"
"""


# --- reading -------------------------------------------------------------------------------------------


def test_the_list_names_every_rule_file_with_its_link(browser: FlaskClient) -> None:
    page = html.unescape(browser.get("/rules").text)
    for key, rules in scheme.built_in().items():
        assert f'href="/schemes/{key}"' in page
        assert rules.name in page
    for key, book in rulebook.built_in().items():
        assert f'href="/rulebooks/{key}"' in page
        assert book.about in page


@pytest.mark.parametrize("key", sampled(scheme.built_in(), 5))
def test_a_scheme_shows_its_points_in_words_and_all_its_examples(browser: FlaskClient, key: str) -> None:
    item, page = scheme.find(key), browser.get(f"/schemes/{key}")
    assert page.status_code == 200
    cards = {"boerenbridge": 13, "ninety_nine": 9}.get(key, 7)  # the cards of its game
    sentences, _rates = explain_scheme(SchemeAsPlayed(item, cards, sizes=[cards]))
    assert all(sentence in seen(page) for sentence in sentences)
    examples = page.text.split('<table class="examples">')[1]
    assert examples.count("<tr>") == len(item.examples) + 1


@pytest.mark.parametrize("key", sampled(rulebook.built_in_keys(), 5))
def test_a_rulebook_shows_a_ladder_for_every_number_of_players(browser: FlaskClient, key: str) -> None:
    book, page = rulebook.find(key), browser.get(f"/rulebooks/{key}")
    assert page.status_code == 200
    for players in range(book.min_players, book.max_players + 1):
        assert f"{players} {' '.join(map(str, book.sizes(players)))} " in seen(page)
    assert "rulebook=" + key in page.text


def test_a_rulebook_tells_a_hand_that_is_played_by_it(browser: FlaskClient) -> None:
    page = seen(browser.get("/rulebooks/pagat"))
    assert "A sample hand Ann, Ben, Cat and Di sit in this order and get 5 cards each. Di deals." in page
    assert "Ann 2 2 Made 2 + 10 = 12 Ben 0 0 Made 10 Cat 1 2 Missed 2 Di 1 1 Made 1 + 10 = 11" in page


def test_the_chances_of_a_hand_of_one_card_stand_beside_the_rules_that_have_one(browser: FlaskClient) -> None:
    assert "/rules/one-card" in browser.get("/rulebooks/pagat").text
    assert "/rules/one-card" not in browser.get("/rulebooks/murder").text
    page = seen(browser.get("/rules/one-card"))
    assert "With a trump" in page
    assert "Higher trumps not in sight 3 4 5 6 7 0 100 100 100 100 100 1 96 94 92 90 88" in page
    printed = browser.get("/rules/one-card.pdf")
    assert printed.data.startswith(b"%PDF")


def table(page: TestResponse) -> list[list[str]]:
    rows = re.findall(r"<tr>(.*?)</tr>", page.text.split('<table class="points">')[1].split("</table>")[0], re.S)
    return [re.findall(r"<t[hd][^>]*>([^<]*)</t[hd]>", row) for row in rows[2:]]


def test_the_table_has_the_points_of_every_bid_and_every_number_of_tricks(browser: FlaskClient) -> None:
    page = browser.get("/schemes/pike?cards=2")
    assert table(page) == [["0", "10", "−11", "−12"], ["1", "−11", "11", "−11"], ["2", "−12", "−11", "12"]]
    assert len(table(browser.get("/schemes/pike"))) == 8
    assert len(table(browser.get("/schemes/pike?cards=13"))) == 14
    assert table(browser.get("/schemes/boerenbridge?cards=3&total=98")) == [["None", "0", "1", "2", "1"]]
    prizes = table(browser.get("/schemes/romanian_whist?cards=2&run=5&option_prizes=yes"))
    assert prizes[1] == ["1", "−11", "16", "−11"]


def test_murder_is_shown_for_each_part_in_the_contract(browser: FlaskClient) -> None:
    def made_two(more: str) -> str:
        return table(browser.get(f"/schemes/murder?cards=6&{more}"))[2][3]

    assert made_two("") == "10"
    assert made_two("role=declarer") == "14"
    assert made_two("role=declarer&double=once") == "18"
    assert made_two("role=declarer&double=re") == "22"
    assert made_two("role=doubler&level=2&contract_taken=2&double=once") == "−2"
    assert made_two("role=doubler&level=2&contract_taken=1&double=once") == "14"
    assert table(browser.get("/schemes/murder?cards=6"))[4][5] == "22"
    assert table(browser.get("/schemes/murder?cards=6&option_over_half_bonus_for=declarer"))[4][5] == "14"


@pytest.mark.parametrize(
    "asked", ["cards=0", "cards=99", "cards=x", "cards=", "players=1&cards=-3", "total=1e9", "role=%00"]
)
def test_nonsense_in_the_address_is_told_at_its_field(browser: FlaskClient, asked: str) -> None:
    page = browser.get(f"/schemes/murder?{asked}")
    assert page.status_code == 200
    assert 'id="why-' in page.text
    assert len(table(page)) == 8


@pytest.mark.parametrize("kind", ["scheme", "rulebook"])
def test_a_rule_file_is_downloaded_as_it_was_written(browser: FlaskClient, kind: str) -> None:
    answer = browser.get(f"/{kind}s/murder.toml")
    assert answer.headers["Content-Disposition"] == "attachment; filename=murder.toml"
    read = scheme.Scheme.from_toml if kind == "scheme" else rulebook.Rulebook.from_toml
    built_in = scheme.find if kind == "scheme" else rulebook.find
    assert read(answer.text, "murder") == built_in("murder")


@pytest.mark.parametrize(
    "address",
    [
        *("/schemes/nix", "/rulebooks/nix", "/schemes/nix.toml", "/rulebooks/own_nix.toml", "/schemes/own_nix/edit"),
        *("/schemes/new?from=nix", "/rulebooks/..%2Fschemes%2Fmurder.toml", "/schemes/..%2Fscheme.toml"),
    ],
)
def test_what_is_not_there_is_not_found(browser: FlaskClient, address: str) -> None:
    assert browser.get(address).status_code == 404


# --- writing custom rules --------------------------------------------------------------------------------


def test_one_begins_from_a_built_in_with_its_comments_under_a_new_name(browser: FlaskClient) -> None:
    text = typed(browser.get("/schemes/new?from=murder"))
    assert text.startswith("# scorepad/rules/schemes/murder.toml\n")
    assert 'name   = "Murder (ours)"' in text
    assert text.replace(" (ours)", "") == browser.get("/schemes/murder.toml").text


@pytest.mark.parametrize("code", sorted(words.codes()))
@pytest.mark.parametrize("kind", ["scheme", "rulebook"])
def test_the_small_text_to_begin_from_can_be_saved_as_it_is(browser: FlaskClient, kind: str, code: str) -> None:
    address = f"/{kind}s/new"
    text = typed(browser.get(address, headers={"Accept-Language": code}))
    assert ("A line that begins with # is a comment" in text) == (code == "en")
    assert send(browser, address, text).status_code == 303


FROM = [sampled((f"/schemes/new?from={key}" for key in scheme.built_in()), 4)]
FROM += [sampled((f"/rulebooks/new?from={key}" for key in rulebook.built_in_keys()), 4)]


@pytest.mark.parametrize("address", [address for kind in FROM for address in kind])
def test_ones_own_of_any_rule_file_is_sound(browser: FlaskClient, address: str) -> None:
    assert send(browser, address, typed(browser.get(address))).status_code == 303


def test_a_saved_scheme_is_shown_listed_first_and_downloaded(browser: FlaskClient) -> None:
    answer = send(browser, "/schemes/new", OURS)
    assert answer.headers["Location"] == "/schemes/own_sevens"
    assert table(browser.get("/schemes/own_sevens?cards=1")) == [["0", "0", "−1"], ["1", "−1", "7"]]
    listed = re.findall(r'href="/schemes/(\w+)"', browser.get("/rules").text.split('id="schemes"')[1])
    assert next(key for key in listed if key not in ("new", "build")) == "own_sevens"
    assert browser.get("/schemes/own_sevens.toml").text == OURS


def test_look_shows_the_points_and_keeps_nothing(browser: FlaskClient, store: Store) -> None:
    page = send(browser, "/schemes/new", OURS, do="look")
    assert page.status_code == 200
    assert table(page)[3][4] == "21"
    assert typed(page) == OURS
    assert store.rule_files("scheme") == []


def test_look_shows_the_ladder_and_the_words_of_a_rulebook(browser: FlaskClient) -> None:
    page = send(browser, "/rulebooks/new", HOUSE.replace("own_sevens", "pike").replace("top-1-top", "3-1"), do="look")
    assert "4 3 2 1 3 hands" in seen(page)
    assert "In the first hand each player gets 3 cards. Then every hand has one card fewer, down to 1." in seen(page)


@pytest.mark.parametrize(
    ("text", "place", "quoted", "reason"),
    [
        (OURS.replace("7 * bid", "7 * bidd"), "Line 4: Case 1, “give”", '"7 * bidd"\n            ^', "mean “bid”"),
        (OURS.replace('"made"', "made"), "", "when = made\n       ^", "This is not TOML"),
        (OURS.replace("-off", "-off / bid"), "Line 6: Case 2, “give”", "^", "divides by zero"),
        (OURS + AN_EXAMPLE.format(15), "Line 11", "points = 15\n^", "gives 14 here, not 15"),
        (OURS.replace("Sevens", "murder"), "Line 1: “name”", 'name = "murder"\n^', "Another file has this name"),
        (
            OURS + "[options]\nbonus_rounds = true\n", "Line 8: The option “bonus_rounds”", "bonus_rounds = true\n^",
            "Example: bonus_rounds = { default = true }",
        ),
        (OURS + '[options]\nway = "a"\n', "The option “way”", "^", 'way = { default = "a", choices = ["a", "…"] }'),
        (OURS + "[terms]\nover = \"bid >\"\n", "Line 8: The term “over”", "^", "The formula stops too early"),
        ("", "", "", "Enter a text first"),
    ],
)  # fmt: skip
def test_an_unsound_scheme_is_not_saved_and_shows_where_it_is_wrong(
    browser: FlaskClient, store: Store, text: str, place: str, quoted: str, reason: str
) -> None:
    page = send(browser, "/schemes/new", text)
    assert page.status_code == 422
    assert place in seen(page)
    assert reason in seen(page)
    assert quoted in html.unescape(page.text)
    assert typed(page) == text
    assert store.rule_files("scheme") == []


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        (HOUSE, "There is no scheme “own_sevens”."),
        (HOUSE.replace("top-1-top", "1-13").replace("own_sevens", "pike"), "5 players cannot have 13 cards each"),
        (HOUSE.replace("own_sevens", "pike") + "[options]\nprizes = true\n", "no such option"),
        (
            HOUSE.replace("own_sevens", "pike") + '[[special]]\nat = "8"\noptions = { misere = true }\n',
            "no such option",
        ),
        (HOUSE.replace("ladder", "lader"), "Did you mean “ladder”"),
    ],
)
def test_an_unplayable_rulebook_is_not_saved(browser: FlaskClient, store: Store, text: str, reason: str) -> None:
    page = send(browser, "/rulebooks/new", text)
    assert page.status_code == 422
    assert "Line " in seen(page)
    assert reason in seen(page)
    assert typed(page) == text
    assert store.rule_files("rulebook") == []


def test_a_rulebook_may_score_by_a_scheme_of_ones_own_which_then_stays(browser: FlaskClient, store: Store) -> None:
    send(browser, "/schemes/new", OURS)
    assert send(browser, "/rulebooks/new", HOUSE).headers["Location"] == "/rulebooks/own_thursdays"
    assert 'href="/schemes/own_sevens"' in browser.get("/rulebooks/own_thursdays").text
    drop(browser, "/schemes/own_sevens")
    assert store.rule_files("scheme") == ["own_sevens"]
    assert "“Thursdays” uses it" in seen(browser.get("/schemes/own_sevens"))
    drop(browser, "/rulebooks/own_thursdays")
    drop(browser, "/schemes/own_sevens")
    assert store.rule_files("scheme") == store.rule_files("rulebook") == []


def drop(browser: FlaskClient, address: str) -> TestResponse:
    return browser.post(f"{address}/drop", data=hidden(browser.get(address)))


def test_a_rulebook_whose_scheme_is_gone_says_so(browser: FlaskClient, store: Store) -> None:
    store.keep_rule_file("rulebook", "own_thursdays", HOUSE)
    assert "“own_sevens”, does not exist any more" in seen(browser.get("/rulebooks/own_thursdays"))


def test_two_rule_files_have_two_keys_and_the_same_form_sent_twice_makes_one(
    browser: FlaskClient, store: Store
) -> None:
    for _time in range(2):
        assert send(browser, "/schemes/new", OURS).headers["Location"] == "/schemes/own_sevens"
    send(browser, "/schemes/new", OURS.replace("Sevens", "Sevens!"))
    send(browser, "/schemes/new", OURS.replace("Sevens", "七"))
    assert store.rule_files("scheme") == ["own_scheme", "own_sevens", "own_sevens_2"]


def test_an_own_rule_file_is_edited_and_keeps_its_key(browser: FlaskClient, store: Store) -> None:
    send(browser, "/schemes/new", OURS)
    changed = OURS.replace("Sevens", "Eights").replace("7 *", "8 *")
    assert typed(browser.get("/schemes/own_sevens/edit?as=text")) == OURS
    assert send(browser, "/schemes/own_sevens/edit?as=text", changed).status_code == 303
    assert store.rule_file("scheme", "own_sevens") == changed
    assert store.rule_files("scheme") == ["own_sevens"]


def test_an_edit_of_a_text_that_somebody_else_has_changed_is_not_saved(browser: FlaskClient, store: Store) -> None:
    send(browser, "/schemes/new", OURS)
    theirs, mine = OURS.replace("7 *", "8 *"), OURS.replace("7 *", "9 *")
    form = hidden(browser.get("/schemes/own_sevens/edit?as=text"))
    store.keep_rule_file("scheme", "own_sevens", theirs)
    page = browser.post("/schemes/own_sevens/edit", data={**form, "text": mine, "do": "save"})
    assert page.status_code == 409
    assert typed(page) == mine
    assert "8 * bid" in seen(page)
    assert store.rule_file("scheme", "own_sevens") == theirs
    again = browser.post("/schemes/own_sevens/edit", data={**hidden(page), "text": mine, "do": "save"})
    assert again.status_code == 303
    assert store.rule_file("scheme", "own_sevens") == mine


def test_a_built_in_rule_file_is_neither_edited_nor_thrown_away(browser: FlaskClient) -> None:
    assert browser.get("/schemes/murder/edit").headers["Location"] == "/schemes/new?from=murder"
    token = hidden(browser.get("/schemes/new"))
    assert browser.post("/schemes/murder/drop", data=token).status_code == 404


def test_an_own_rule_file_that_cannot_be_read_any_more_is_listed_for_mending(
    browser: FlaskClient, store: Store
) -> None:
    store.keep_rule_file("scheme", "own_old", "nmae = 'Old'")
    page = browser.get("/rules")
    assert "It cannot be read any more" in seen(page)
    assert 'href="/schemes/own_old/edit"' in page.text
    assert browser.get("/schemes/own_old").headers["Location"] == "/schemes/own_old/edit"
    assert "Did you mean “name”" in seen(browser.get("/schemes/own_old/edit"))
    assert send(browser, "/schemes/own_old/edit", OURS).status_code == 303
    assert browser.get("/schemes/own_old").status_code == 200


def test_whatever_is_written_is_escaped_on_every_page(browser: FlaskClient) -> None:
    evil = "</textarea><script>alert(1)</script>"
    text = (
        OURS.replace("Sevens", evil) + f'[options]\nx = {{ default = "{evil[11:30]}", choices = ["{evil[11:30]}"] }}\n'
    )
    answer = send(browser, "/schemes/new", text)
    key = answer.headers["Location"].rsplit("/", 1)[1]
    book = send(
        browser, "/rulebooks/new", HOUSE.replace("Thursdays", evil).replace("own_sevens", key) + f'about = "{evil}"\n'
    )
    pages = ["/rules", f"/schemes/{key}", f"/schemes/{key}/edit", f"/schemes/new?from={key}", book.headers["Location"]]
    for address in pages:
        page = browser.get(address).text
        assert "<script>" not in page, address
        assert "&lt;script&gt;" in page, address
    assert "<script>" not in send(browser, "/schemes/new", f"name = {evil}", do="look").text


@pytest.mark.parametrize(
    "give",
    [
        "sum_to(sum_to(bid ** 3 * cards ** 3) ** 3)",
        *only_in_soak("2 ** " * 30 + "2", "(" * 200 + "1" + ")" * 200, "1 / (bid * 31 - taken * 29 - cards)"),
    ],
)
def test_a_hostile_formula_is_refused_at_little_cost(browser: FlaskClient, give: str) -> None:
    page = cost(lambda: send(browser, "/schemes/new", OURS.replace("7 * bid", give), do="look"), most=600_000)
    assert page.status_code == 200
    assert 'class="refusal"' in page.text


@pytest.mark.parametrize(
    ("known", "explained"), [(rulebook.KEYS, editor.rulebook_keys), (parts.KEYS, editor.scheme_keys)]
)
def test_every_key_of_a_rule_file_is_explained_beside_its_text(
    known: Sequence[str], explained: Callable[[], editor.Glossary]
) -> None:
    words = {word for key, _meaning in explained() for word in re.findall(r"\w+", key)}
    assert {*known} - words == set()
    assert words - {*known} == set(), "nothing else is a key"


def test_the_table_of_points_asks_for_what_is_round_the_hand(app: Flask, browser: FlaskClient) -> None:
    text = 'name = "Late"\n[[points]]\ngive = "bid + 10 * hand + 100 * makers_before"\n'
    key = app.extensions["scorepad"].rules.save_new("scheme", "Late", text)
    assert table(browser.get(f"/schemes/{key}?cards=1&hand=3&makers_before=2")) == [
        ["0", "230", "230"],
        ["1", "231", "231"],
    ]
    page = browser.get(f"/schemes/{key}?hand=0").text
    assert "Enter a whole number from 1 to 1000." in page
    assert "How many made the hand before" in page
