"""The details of a hand: its rows, the calculation of its points, its contract in words."""

from builders import FOUR, THREE, Entry, hand, on, play, row_of

from scorepad.game.report.hand_detail import contract_in_words, explanations, numbered, rows_of


def test_what_happens_between_two_hands_belongs_to_the_one_that_comes_next() -> None:
    game = play(
        "pike", THREE, {"adjust": {"player": "Ann", "points": 3, "why": "won the cut"}},
        hand(THREE, [1, 1, 0], [1, 2, 0]), {"misdeal": {}}, {"join": {"player": "Di"}},
        hand(FOUR, [1, 0, 0, 0], [1, 1, 0, 0]), hand(FOUR, [1, 0, 0, 1], [1, 0, 0, 0]), house={"ladder": "3-1"},
    )  # fmt: skip
    assert [number for number, _row in numbered(game.sheet.rows)] == [1, 1, 2, 2, 2, 3]
    assert [row.kind for row in rows_of(game, 2)] == ["hand", "entry", "hand"]
    assert rows_of(game, 4) == []


def in_words(contract: Entry, trump: str = "H") -> str:
    bids = dict.fromkeys(FOUR.split(), 0) | {"Bob": contract["level"]}
    played = hand(FOUR, [*bids.values()], [0, 1, 1, 0], contract=contract, trump=trump)
    game = play("murder", FOUR, played, house={"ladder": "2 3"})
    return contract_in_words(game, row_of(game))


def test_a_contract_is_told_with_its_suit_and_who_doubled() -> None:
    assert in_words({"declarer": "Bob", "level": 1}) == "Bob plays 1 in hearts"
    assert in_words({"declarer": "Bob", "level": 1}, "N") == "Bob plays 1 in no trumps"
    doubled = {"declarer": "Bob", "level": 1, "doubler": "Cat"}
    assert in_words(doubled) == "Bob plays 1 in hearts, doubled by Cat"
    assert in_words({**doubled, "redoubled": True}) == "Bob plays 1 in hearts, doubled by Cat, redoubled"
    game = play("pike", THREE, hand(THREE, [1, 1, 0], [1, 2, 0]), house={"ladder": "3"})
    assert contract_in_words(game, row_of(game)) == "", "there is none"


def test_how_points_came_about_names_tricks_only_where_they_were_written_down() -> None:
    bids = {"Ann": 1, "Bob": 0, "Cat": 1}
    written = {"hand": {"bids": bids, "made": {"Ann": True, "Bob": False, "Cat": False}}}
    made = play("blackout", THREE, written, house={"ladder": "3"})
    counted = on(made, {"correct": {"hand": 1, "taken": {"Ann": 1, "Bob": 2, "Cat": 0}}})
    parts = []
    for game in (made, counted):
        row = row_of(game)
        parts.append(explanations(game, row)["p2"])
        assert parts[-1] == game.sheet.scheme.explain(row.variables["p2"], known="tricks" if row.taken else "made")
    assert parts[0] != parts[1]


def test_where_only_how_far_off_is_written_the_points_are_told_by_that() -> None:
    written = {"hand": {"bids": {"Ann": 2, "Bob": 1, "Cat": 1}, "off": {"Ann": 2, "Bob": 1, "Cat": 0}}}
    game = play("oh_hell_500", THREE, written, scheme="golf", house={"ladder": "5x2", "writes": "off"})
    fields = {game.names[player]: why.text for player, why in explanations(game, row_of(game)).items()}
    assert fields == {"Ann": "2 off: 1 + 2 = 3", "Bob": "one off: 1", "Cat": "made: 0"}
