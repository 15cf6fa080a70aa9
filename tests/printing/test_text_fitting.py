"""Names and sentences in letters that can be printed, in their order and in their room."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from printables.page.text_fitting import printable, to_visual_order, wrapped
from scorepad.short_names import short_names


def test_emoji_are_left_out_beside_letters_and_a_family_of_them_alone_is_one_word() -> None:
    family, thumb = "\U0001f468\u200d\U0001f469\u200d\U0001f467", "\U0001f44d\U0001f3fd"
    assert printable(f"Zo\u00eb {family} B {thumb}", lambda code: code < 0x300) == "Zo\u00eb B"
    assert printable(f"{family}{thumb}", lambda code: code < 0x300) == "man thumbsup"
    assert printable("\u674e Li", lambda code: code < 0x300) == "Li Li", "a letter that is missing is spelled"
    assert printable("\ue000", lambda code: code < 0x300) == "?"


# Unicode's bidirectional rules (UAX 9), one case each; on the right, the visual order from left to right. In brackets
# the rules on which the case depends.
MIXED = {
    "مريم": "\ufee2\ufef3\ufeae\ufee3",  # Arabic letters are joined
    "سلام": "\ufee1\ufefc\ufeb3",  # lam and alef are one sign
    "שרה 12": "12 הרש",
    "Bar (שרה) 12": "Bar (הרש) 12",
    "שרה (Bar) 12": "12 (Bar) הרש",  # brackets have the direction of the line, not of their content [N0]
    "Dan שרה (דן)": "Dan (ןד) הרש",  # but after a right-to-left word its direction, as they contain such a word [N0]
    "[2] סמי": "ימס [2]",  # the first letter gives the direction, and brackets are mirrored [P2, L4]
    "סמי <Sam>": "<Sam> ימס",
    "סמי «Sam»": "«Sam» ימס",
    "a ((b)) ש": "a ((b)) ש",
    "(a(ב)c) ד": "(a(ב)c) ד",
    "ד (א(b)ג)": "(ג(b)א) ד",
    "דן 1, 2": "2 ,1 ןד",  # a comma and a space separate two numbers [W6, N1] …
    "דן 1,2": "1,2 ןד",  # … a comma alone does not [W4]
    "דן 1-2": "1-2 ןד",  # a hyphen joins numbers after Hebrew [W4] …
    "د 1-2": "2-1 \ufea9",  # … and not after Arabic [W2]
    "د 1/2": "1/2 \ufea9",
    "דן +5": "5+ ןד",
    "דן!": "!ןד",
    "Dan דן!": "Dan ןד!",
}


@pytest.mark.parametrize("name", MIXED)
def test_names_in_two_directions_stand_in_the_order_of_unicodes_rules(name: str) -> None:
    assert to_visual_order(name) == MIXED[name]


def test_names_that_look_alike_when_cut_are_cut_to_where_they_part() -> None:
    assert short_names(["Christopher", "Christine", "Bo"], 7, len) == ["Chr…oph", "Chr…ine", "Bo"]
    assert short_names(["Ann", "Ann-Sophie", "Ann-Kathrin"], 5, len) == ["Ann", "A…Sop", "A…Kat"]
    assert short_names(["Maximilian", "Maximilia", "Maxi"], 5, len) == ["Max…n", "Maxi…", "Maxi"]


def test_a_name_is_cut_at_the_end_of_a_word_where_that_tells_it_apart_or_else_numbered_by_its_seat() -> None:
    names = ["Annetta-Sophie Blume", "Bartholomew-James Roe", "J. R. Ewing"]
    assert short_names(names, 12, len) == ["Annetta", "Bartholomew", "J. R. Ewing"]
    assert short_names(names, 8, len) == ["Annetta", "Barthol…", "J. R."]
    assert short_names(["Eva Maria Holm", "Eva Marta Holm"], 10, len) == ["Eva Maria", "Eva Marta"]
    assert short_names(["□", "□", "Bo"], 7, len) == ["□ 1", "□ 2", "Bo"]
    assert short_names(["Christopher", "Christine"], 3, len) == ["C…o", "C…i"]
    assert short_names(["Christopher", "Christophes"], 2, len) == ["…1", "…2"]


@given(st.lists(st.text("abAB -", min_size=1, max_size=12), min_size=1, max_size=10, unique=True), st.integers(4, 12))
def test_however_short_no_name_looks_like_another_or_leaves_its_room(names: list[str], room: int) -> None:
    shown = short_names(names, room, len)
    assert len(set(shown)) == len(names)
    assert all(len(item) <= room for item in shown)


def test_lines_break_at_spaces_and_stop_at_the_most() -> None:
    assert wrapped("one two three four", 9, len) == ["one two", "three", "four"]
    assert wrapped("one two three four", 9, len, 2) == ["one two", "three…"]


def test_no_line_begins_with_the_semicolon_or_colon_of_a_french_sentence() -> None:
    """Even in letters that lack the narrow space before it."""
    french = "On annonce un nombre de plis\u00a0; le donneur parle en dernier\u202f: son annonce."
    lines = ["On annonce un", "nombre de", "plis\u00a0; le", "donneur parle", "en dernier\u00a0:", "son annonce."]
    assert wrapped(printable(french, lambda code: code < 0x2000), 15, len) == lines
