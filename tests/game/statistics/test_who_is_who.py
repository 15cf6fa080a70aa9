"""People with all their names, similar pairs, and the people that a new game offers."""

from builders import hand, play

from scorepad.game.statistics import people as people_module
from scorepad.game.statistics.evening import Evening, evening_of
from scorepad.game.statistics.group_statistics import EVERY, GroupStatistics
from scorepad.game.statistics.people import NO_DECISIONS, Decisions, find_similar_people, list_people, suggest_players
from scorepad.game.statistics.year import group_year


def evening(players: str, day: int = 1) -> Evening:
    """Return an evening that the first two players win; Xaver joins a table of two."""
    house, players = {"ladder": "2", "hook": False}, players if players.count(" ") > 1 else f"{players} Xaver"
    names = players.split()
    game = play("ohell", players, hand(players, [1] * len(names), [1, 1] + [0] * (len(names) - 2)), house=house)
    result = evening_of(game)
    assert result
    return result._replace(date=f"2026-03-{day:02}")


def years(*tables: str, joined: dict[str, str] | None = None, decisions: Decisions = NO_DECISIONS) -> GroupStatistics:
    return GroupStatistics([evening(table, day) for day, table in enumerate(tables, 1)], joined, decisions)


def test_every_name_stands_with_its_evenings_below_its_person() -> None:
    people = years("Ann Bob", "Anne Bob", "ann Bob", "Zoe Bob", joined={"anne": "Ann"}).people
    ann, bob, _xaver, zoe = list_people(people)
    assert (ann.person, ann.evenings, bob.evenings, zoe.person) == ("ann", 3, 4, "Zoe")
    assert [(name.name, name.evenings, name.joined) for name in ann.names] == [("Ann", 2, False), ("Anne", 1, True)]
    assert ann.names[0].spellings == ["Ann", "ann"]


def test_names_that_look_alike_are_told_once_but_not_of_one_table_nor_of_two_people() -> None:
    tables = ("Anne Bob Zoe", "Ann Bob Cat", "Annie Bob Cat", "Catherine Ann Zo", "Katherine Ann Zo")

    def similar(*more: str, decisions: Decisions = NO_DECISIONS) -> set[tuple[str, str]]:
        pairs = find_similar_people(years(*tables, *more, decisions=decisions).people)
        return {(pair.person, pair.alike) for pair in pairs}

    result = similar()
    assert result == {
        ("Ann", "Anne"), ("Ann", "Annie"), ("Anne", "Annie"), ("Zo", "Zoe"), ("Catherine", "Katherine"),
        ("Cat", "Catherine"),
    }  # fmt: skip
    decisions = Decisions(two=frozenset({frozenset({"ann", "anne"}), frozenset({"zo", "zoe"})}))
    assert similar(decisions=decisions) == result - {("Ann", "Anne"), ("Zo", "Zoe")}
    assert ("Ann", "Annie") not in similar("Ann Annie")
    assert find_similar_people(years("Ann Bob", "Anne Bob", joined={"anne": "Ann"}).people) == []


def test_who_plays_most_lately_is_offered_first_and_each_person_once() -> None:
    lately = ["Di Anne"] * 5 + ["Di Cat"]
    decisions = Decisions(names={"ann": "Annie"}, hidden=frozenset({"bob"}))
    people = years(*lately, joined={"anne": "Ann"}, decisions=decisions).people
    names = ["Ann", "Anne", "Bob", "Cat", "Newcomer", "newcomer"]
    assert suggest_players(people, [*names, "Di"]) == ["Di", "Annie", "Cat", "Newcomer"]
    nobody_lately = years(joined={"anne": "Ann"}, decisions=decisions).people
    assert suggest_players(nobody_lately, ["Anne", *names]) == ["Annie", "Cat", "Newcomer"]
    assert suggest_players(people, names, without=["Anne"]) == ["Cat", "Newcomer"]


def test_who_is_hidden_stands_in_no_table_and_was_met_all_the_same() -> None:
    shown, hidden = (
        years(*["Ann Bob Cat"] * 5, decisions=value) for value in (NO_DECISIONS, Decisions(hidden=frozenset({"bob"})))
    )
    assert [row.person for row in hidden.table()] == [row.person for row in shown.table() if row.person != "Bob"]
    assert {row.person: row.beaten for row in shown.table()}["Cat"] == hidden.table()[-1].beaten is not None
    assert [pair.person for pair in hidden.person("ann").pairs] == ["Cat"]


def test_a_name_joined_to_one_of_two_that_only_an_accent_tells_apart_is_that_one() -> None:
    people = years("Zoe Zoë", "Zo Ann", joined={"zo": "Zoë"}).people
    assert people.name(people.find("Zo") or "") == "Zoë"


def test_names_that_two_joined_crosswise_at_one_moment_are_one_person() -> None:
    people = years("Ann Bob", "Anne Bob", joined={"anne": "Ann", "ann": "Anne"}).people
    assert people.find("Ann") == people.find("Anne")


def test_what_was_said_is_read_as_it_was_kept() -> None:
    decisions = Decisions({"ann": "Ännchen"}, frozenset({"bob"}), frozenset({frozenset({"zoe", "zo"})}))
    assert people_module.from_text(people_module.to_text(decisions)) == decisions
    assert people_module.from_text(None) == NO_DECISIONS


def test_a_joined_name_that_sat_beside_its_person_is_found_by_its_own_row() -> None:
    both = years("Ann Bob", "Anne Bob", "Ann Anne Bob", joined={"anne": "Ann"})
    people = both.people
    assert {row.person: both.person(str(people.find(row.person))).row.evenings for row in both.table()} == {
        "Ann": 3, "Anne": 1, "Bob": 3, "Xaver": 2,
    }  # fmt: skip
    page = group_year(both, EVERY)
    assert [len(curve) - 1 for curve in page.curves] == [row.evenings for row in page.people]


def test_two_are_never_called_alike_though_one_was_called_as_the_other_is_now() -> None:
    people = years("Ann Bob", "Anna Ann Bob", joined={"anna": "Ann"}, decisions=Decisions(names={"ann": "Anna"})).people
    assert sorted(people.name(person) for person in people) == ["Ann", "Anna", "Bob", "Xaver"]
