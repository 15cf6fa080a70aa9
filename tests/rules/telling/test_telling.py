"""Rules in words: whole sentences made from the rulebook, so that a house rule changes them."""

import re
from typing import Any

import pytest

from scorepad.rules import scheme
from scorepad.rules.rulebook import built_in_keys, find
from scorepad.rules.rulebook.house_options import OPTIONS
from scorepad.rules.rulebook.trumps import PLAIN_WAYS
from scorepad.rules.telling import ExplainedGame, Section, explain_game


def sections(
    key: str, house: dict[str, Any] | None = None, points: str | None = None, players: int | None = None, **options: Any
) -> dict[str, Section]:
    """Return the sections of a rulebook's rules in words, by place."""
    rulebook = find(key).with_house(house or {})
    usual = rulebook.scheme if points is None else points
    item = scheme.find(usual) if usual else None
    return {section.place: section for section in explain_game(ExplainedGame(rulebook, item, players, options))}


def lines_of(key: str, place: str, house: dict[str, Any] | None = None, **more: Any) -> list[str]:
    """Return the sentences in one place."""
    return list(sections(key, house, **more)[place].sentences)


@pytest.mark.parametrize("key", [key for key, own in scheme.built_in().items() if own.options and not own.by_contract])
def test_the_words_of_a_scheme_change_with_each_option_that_changes_the_points_of_every_hand(key: str) -> None:
    points = scheme.find(key)

    def words_and_points(**options: Any) -> tuple[list[str], object]:
        values = points.option_values(options)
        told = [sentence.in_words(values) for sentence in points.told if sentence.holds(values)]
        return [points.about_with(options), *told], points.points_table(7, options=options)

    usual, worth = words_and_points()
    for name, option in points.options.items():
        for value in [*option.choices, *([True] if option.default is False and name != "misere" else [])]:
            words, other = words_and_points(**{name: value})
            assert other == worth or words != usual, (name, value)


@pytest.mark.parametrize("key", built_in_keys())
def test_every_rulebook_is_told_in_whole_sentences_in_the_order_of_learning(key: str) -> None:
    result = sections(key)
    order = ["aim", "players", "deal", "hands", "trumps", "bidding", "trick", "points", "end", "sources"]
    assert [place for place in result if place in order] == order
    sentences = [sentence for place, section in result.items() for sentence in section.sentences if place != "hands"]
    assert [
        sentence for sentence in sentences if not re.match(r"[A-ZÀ-Þ0-9“]", sentence) or not sentence.endswith(".")
    ] == []
    assert len({*sentences}) == len(sentences), "nothing is said twice"
    assert not any(re.search(r"[{}_]", sentence) for sentence in sentences)


@pytest.mark.parametrize(
    ("key", "place", "sentence"),
    [
        ("pike", "players", "It is best with 4–6 players."),
        ("boerenbridge", "points",
         "A player with 80 or more does not bid and gets 1 per trick taken."),
        ("pike", "besides", "A player’s first missed bid of 5 or more also costs a forfeit: the pants."),
        ("pike", "offers", "A misdealt hand costs nothing. The same dealer deals the same number of cards again."),
        ("pagat", "bidding", "There is a hook: the last bidder may not make the bids add up to the cards of the hand."),
        ("pocha", "bidding", "The player at the dealer’s right bids first, then all others in turn, the dealer last."),
        ("pocha", "trick", "The player at the dealer’s right leads to the first trick."),
        ("okenuff", "points", "The scoring is not known. Choose it before you start."),
        ("nullern", "trick",
         "Any card may be played. Only if trumps are led must you play a trump if you have one."),
    ],
)  # fmt: skip
def test_a_rule_reads_like_this(key: str, place: str, sentence: str) -> None:
    assert sentence in lines_of(key, place)


def test_a_sentence_of_the_file_is_told_as_long_as_it_is_true() -> None:
    shows = "On the count of three all players show fingers; a fist is zero. For more than five, use both hands."
    assert shows in lines_of("pike", "bidding")
    assert shows not in lines_of("pike", "bidding", {"bidding": "in turn from the dealer"})
    wiped = [sentence for sentence in lines_of("murder", "points") if sentence.startswith("In the last hand")]
    under = [
        sentence
        for sentence in lines_of("murder", "points", last_hand_wipe="under")
        if sentence.startswith("In the last hand")
    ]
    assert len(wiped) == len(under) == 1
    assert wiped != under


def test_misdeals_and_late_entry_are_scorepads_offers_where_the_source_is_silent() -> None:
    newcomer = "A late joiner starts half-way between the worst total and the median."
    assert newcomer in lines_of("pagat", "offers")
    assert "mishaps" not in sections("pagat")
    assert newcomer in lines_of("murder", "mishaps")
    assert "offers" not in sections("murder")
    assert "A late joiner starts at zero." in lines_of("pagat", "mishaps", {"late_entry": "zero"})


def test_who_sits_at_the_table_makes_numbers_of_the_sizes() -> None:
    assert lines_of("pagat", "hands", players=6) == [
        "In the first hand each player gets 8 cards.",
        "Then every hand has one card fewer, down to 1.",
        "Then every hand has one card more, up to 8.",
        "The total is 15 hands.",
    ]
    assert "With 5 players the pack has 65 cards." not in lines_of("bust", "players", players=5)
    assert "The pack has 65 cards." in lines_of("bust", "players", players=5)


@pytest.mark.parametrize(
    ("place", "house", "sentences"),
    [
        ("bidding", {"hook": {"from": 2, "from_hand": 2, "last_hand": False}}, [
            "The hook applies only in hands of 2 cards and more.",
            "The hook applies only from hand 2 on.",
            "In the last hand of the game the hook does not apply."]),
        ("deal", {"packs": 2}, [
            "Two packs are used in turn: while one is dealt, the player after the next dealer shuffles the other."]),
        ("deal", {"packs": 2, "scorer_deals": False}, ["The scorer does not shuffle."]),
        ("players", {"players": "3-7", "pack": {"5": 52, "6": 60}},
         ["With 3 to 5 players the pack has 52 cards.", "With 6 or 7 players the pack has 60 cards."]),
        ("end", {"ends": {"reaching": 100}}, ["The game is over after the hand in which a player reaches 100."]),
        ("end", {"ends": {"exactly": 50}},
         ["With this scoring the game ends when a player has 50 or more, and the highest total wins."]),
        ("mishaps", {"late_entry": "points a hand", "late_hand": -3}, ["For each of those hands they get −3."]),
        ("trumps", {"trump": "dealer chooses", "no_trump_hands": "top"},
         ["The dealer looks at the hand and names the trumps.", "The largest hands are played without trumps."]),
        ("trumps", {"trump": "none", "no_trump_hands": "all cards dealt"}, ["There are no trumps."]),
        ("trumps", {"no_trump_turned": ["2", "A"], "turned_joker": "no trumps"},
         ["If the card turned up is a 2, there are no trumps.", "If the card turned up is an ace, there are no trumps.",
          "If the card turned up is a joker, there are no trumps."]),
        ("trumps", {"turned_joker": "other joker"},
         ["If the card turned up is a joker, the other joker is the only trump."]),
        ("trick", {"super_trump": True}, ["A second copy of the card turned up beats everything."]),
        ("trick", {"cancelled": True}, ["A trick may be cancelled. A cancelled trick counts for no player."]),
        ("trick", {"trump": "none"}, ["The highest card of the suit led wins the trick."]),
        ("mishaps", {"misplay": {"player": -10}}, [
            "A player whose wrong play cannot be corrected loses 10 points.",
            "The misplayed hand is void and dealt again with the same number of cards."]),
        ("mishaps", {"wrong_count": -4}, [
            "If a player has a wrong number of cards during play, the hand is over. That player loses 4 points, and "
            "the others score as if they had made their bids."]),
    ],
)  # fmt: skip
def test_a_house_rule_reads_like_this(place: str, house: dict[str, Any], sentences: list[str]) -> None:
    result = lines_of("pagat", place, house)
    assert [sentence for sentence in sentences if sentence not in result] == []


@pytest.mark.parametrize(
    ("at", "when"),
    [
        ("first", "The first hand"),
        ("7", "Hand 7"),
        ("8-11", "Hands 8–11"),
        ("4 cards", "Hands of 4 cards"),
    ],
)
def test_a_special_hand_says_when_it_comes(at: str, when: str) -> None:
    house = {"special": [{"at": at, "note": "Sing."}, *({"at": hand, "trump": "N"} for hand in ("1", "3"))]}
    grid = sections("pagat", house)["hands"].grid
    assert grid is not None
    assert grid.rows == ((when, "Sing."), ("Hands 1, 3", "It is played without trumps."))


VALUES = {option.name: tuple(option.answers) for option in OPTIONS}
CHOICES: list[tuple[str, str, tuple[str, ...]]] = [
    ("bidding", "bidding", VALUES["bidding"]),
    ("leads", "trick", VALUES["leads"]),
    ("first_deal", "deal", VALUES["first_deal"]),
    ("direction", "deal", VALUES["direction"]),
    ("ties", "end", VALUES["ties"]),
    ("late_entry", "mishaps", VALUES["late_entry"]),
    ("trump", "trumps", (*PLAIN_WAYS, "cycle H C", "always H", "by makers H C")),
]


@pytest.mark.parametrize(("key", "place", "choices"), CHOICES, ids=[choice[0] for choice in CHOICES])
def test_every_choice_is_told_in_its_own_way(key: str, place: str, choices: tuple[str, ...]) -> None:
    ways = [tuple(lines_of("pagat", place, {key: choice})) for choice in choices]
    assert len({*ways}) == len(choices)


@pytest.mark.parametrize(
    ("ladder", "sentences"),
    [
        ("1-10-1", (
"In the first hand each player gets 1 card. Then every hand has one card more, up to 10. "
"Then every hand has one card fewer, down to 1."
)),
        ("13 …", "In every hand each player gets 13 cards."),
        ("1-top top-1", (
"In the first hand each player gets 1 card. Then every hand has one card more, up to the "
"largest. Then comes the largest hand again. Then every hand has one card fewer, down to "
"1."
)),
        ("3-topxplayers 3x2", (
"In the first hand each player gets 3 cards. Then every hand has one card more, up to "
"the largest. The largest hand is played once for each player. Then come 2 hands of 3 "
"cards each."
)),
        ("players …", "In every hand the number of cards each is the number of players."),
        ("1 2 3 4 3 2 1 1 2 3", (
"In the first hand each player gets 1 card. Then every hand has one card more, up to 4. In the next hand each player "
"gets 3 cards. Then every hand has one card fewer, down to 1. Then comes the hand of 1 card again. Then every hand "
"has one card more, up to 3."
)),
        ("18 17 16", "In the first hand each player gets 18 cards. In the next hand each player gets 17 cards."),
        ("3-5 5x2 …", "After that the hands repeat in the same way until the game ends."),
        ("3-5-3 …", "After that the hands repeat in the same way, from the second one on, until the game ends."),
    ],
)  # fmt: skip
def test_a_ladder_in_words(ladder: str, sentences: str) -> None:
    text = " ".join(lines_of("pike", "hands", {"ladder": ladder}))
    assert sentences in text


def test_points_of_a_tables_own_scheme_are_told_as_they_are() -> None:
    own = scheme.Scheme.from_toml(
        'name = "Ours"\nabout = "As we do."\n[[points]]\nwhen = "made"\ngive = "12 + 2 * bid"\n'
        '[[points]]\ngive = "-7"\n'
    )
    text = {section.place: section.text for section in explain_game(ExplainedGame(find("pagat"), own))}["points"]
    assert text.startswith("A made bid gives 12 and 2 per trick. A made zero gives 12. A missed bid costs 7.")
    odd = scheme.Scheme.from_toml('name = "Odd"\nabout = "As we do."\n[[points]]\ngive = "(bid * taken) % 5"\n')
    text = {section.place: section.text for section in explain_game(ExplainedGame(find("pagat"), odd))}["points"]
    assert text.startswith("As we do. For example, a bid of 3 in a hand of 7 cards is worth 4 if it is made"), text


def test_a_schemes_options_change_its_sentences() -> None:
    strict = lines_of("ascenseur_escalier", "points", strict=True)
    assert "A missed bid gives 5 per trick taken, but costs 5 per trick too many or too few." in strict
    prize = [sentence for sentence in lines_of("romanian_whist", "points", prizes=True) if "prize" in sentence]
    assert len(prize) == 1
    assert not any("prize" in sentence for sentence in lines_of("romanian_whist", "points"))


def test_murders_rates_are_a_small_table() -> None:
    grid = sections("murder")["points"].grid
    assert grid is not None
    rates = {row[0]: row[1:] for row in grid.rows}
    assert rates["Declarer"] == ("10 + 2", "−1")
    assert rates["Declarer redoubled, over half"] == ("10 + 8", "−4")
    assert rates["Doubler"] == ("−1", "10 + 2")
    assert rates["Doubler redoubled, over half"] == ("−3", "10 + 6")
    assert rates["Others, over half"] == ("6 + 4", "−2")
    for_declarer = sections("murder", over_half_bonus_for="declarer")["points"].grid
    assert for_declarer is not None
    assert {row[0]: row[1] for row in for_declarer.rows}["Others, over half"] == "6 + 2"
    by_tricks = sections("murder", over_half_of="tricks")["points"]
    assert by_tricks.grid == grid
    assert "A bid is over half if the player takes more than half of all tricks of the hand." in by_tricks.sentences


@pytest.mark.parametrize(
    ("key", "house", "place", "untrue", "instead"),
    [
        ("wizard", {"trump": "always S"}, "trumps", "jester", "Trumps in every hand: humans."),
        (
            "murder",
            {"scorers_turn": "scorer's left"},
            "deal",
            "the next player deals",
            "if that is the scorer, the player at the scorer’s left deals",
        ),
        ("oh_hell_500", {"direction": "anticlockwise"}, "bidding", "dealer’s right", "at the dealer’s left bids last."),
        (
            "ohell",
            {"ladder": "1-2-1"},
            "hands",
            "The dealer chooses the size of the largest hand, at least three",
            "up to 2.",
        ),
        ("murder", {"ends": "after the ladder"}, "end", "The game is over after its last hand", "as long as you like"),
    ],
)
def test_no_sentence_stays_that_a_house_rule_has_made_untrue(
    key: str, house: dict[str, Any], place: str, untrue: str, instead: str
) -> None:
    text = sections(key, house)[place].text
    assert untrue not in text
    assert instead in text


@pytest.mark.parametrize(
    "made",
    ["10 + bid * hand", "10 + bid + makers_before", "10 + bid + 5 * (place_in_bidding == 1)",
     "10 + bid + 5 * (cards >= 10)"],
)  # fmt: skip
def test_no_sum_is_told_that_holds_only_for_some_hands(made: str) -> None:
    cases = f'[[points]]\nwhen = "made"\ngive = "{made}"\n[[points]]\ngive = "0"\n'
    text = 'name = "Ours"\nabout = "As we like it."\n' + cases
    points = scheme.Scheme.from_toml(text)
    result = {section.place: section.text for section in explain_game(ExplainedGame(find("pagat"), points))}["points"]
    assert result.startswith("As we like it.")
    assert "A made bid" not in result
