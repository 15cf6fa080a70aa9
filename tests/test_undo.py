"""Undo and Redo: each takes back one of the scorer's own actions, the latest first, of any kind."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from soak import often

from scorepad.errors import RuleError, ScorepadError
from scorepad.game.decide import control, hands, players, setup
from scorepad.game.report.log_text import redo_label, undo_label
from scorepad.game.report.sheet_files import sheet_json
from scorepad.game.state import events as e
from scorepad.game.state.game import Game
from scorepad.repository import GameRepository, StoredGame
from scorepad.rules import rulebook, scheme
from scorepad.store import Store, open_store
from scorepad.store.records import Action

ANN, BEN = "session of Ann", "session of Ben"
PLAYERS = ("p1", "p2", "p3")


class Table:
    """A game at which several people tap and save, each in their own browser."""

    def __init__(self, store: Store) -> None:
        self.games = GameRepository(store)
        book = rulebook.find("pagat").with_house({"ladder": "2-3-2", "hook": False})
        opened = setup.open_game(book, scheme.find("tens"), ["Ann", "Bob", "Cat"])
        self.id = self.games.create(opened, by="Ann")

    @property
    def stored(self) -> StoredGame:
        return self.games.load(self.id)

    @property
    def draft(self) -> dict[str, str]:
        tapped = self.games.store.draft(self.id)["values"]
        return {field: value for field, value in tapped.items() if value != ""}

    @property
    def state(self) -> Any:
        return sheet_json(self.stored.game), self.stored.game.sheet.bids, self.draft

    def tap(self, field: str, value: str, author: str = ANN) -> None:
        hand = hands.open_hand(self.stored.game).number
        before = self.games.store.draft(self.id)["values"].get(field, "")
        action = Action(author, author, "", hand, {field: (before, value)})
        self.games.tap(self.id, action, seen=self.stored.version)

    def record(self, decide: Callable[[Game], e.Event], author: str = ANN) -> None:
        stored = self.stored
        self.games.append(self.id, decide(stored.game), seen=stored.version, by=author, author=author)

    def bid(self, *bids: int, author: str = ANN) -> None:
        fields = dict(zip(PLAYERS, bids, strict=True))
        self.record(lambda game: hands.record_bids(game, fields), author)

    def take(self, *tricks: int, author: str = ANN) -> None:
        taken = dict(zip(PLAYERS, tricks, strict=True))
        self.record(lambda game: hands.record_tricks(game, taken), author)

    def comment(self, text: str, author: str = ANN) -> None:
        self.record(lambda game: players.comment(game, text), author)

    def undo(self, author: str | None = ANN) -> str:
        timeline = self.games.timeline(self.stored)
        step = timeline.undoable(author)[-1]
        self.games.undo(self.stored, step, by="", author=author or "")
        return undo_label(timeline.words(step, undoes=True))

    def redo(self, author: str | None = ANN) -> str:
        timeline = self.games.timeline(self.stored)
        step = timeline.redoable(author)[-1]
        self.games.redo(self.stored, step, by="", author=author or "")
        return redo_label(timeline.words(step))


@pytest.fixture
def table(tmp_path: Path) -> Table:
    return Table(open_store(tmp_path))


def test_a_changed_bid_goes_back_to_what_it_was(table: Table) -> None:
    table.tap("bid.p1", "1")
    table.tap("bid.p2", "0")
    table.tap("bid.p2", "1")
    assert table.undo() == "Undo Bob’s bid 1 → 0"
    assert table.draft == {"bid.p1": "1", "bid.p2": "0"}
    assert table.redo() == "Redo Bob’s bid 0 → 1"
    assert table.draft == {"bid.p1": "1", "bid.p2": "1"}
    assert [table.undo() for _tap in range(3)] == ["Undo Bob’s bid 1 → 0", "Undo Bob’s bid 0", "Undo Ann’s bid 1"]
    assert table.draft == {}


def test_another_dealer_between_two_bids_is_one_action(table: Table) -> None:
    table.tap("bid.p1", "1")
    table.record(lambda game: players.set_dealer(game, "p2", None))
    table.tap("bid.p2", "0")
    assert table.undo() == "Undo Bob’s bid 0"
    assert "deals" in table.undo()
    assert (table.stored.game.sheet.open_hand.dealer, table.draft) == ("p1", {"bid.p1": "1"})  # type: ignore[union-attr]


def test_a_saved_hand_comes_back_with_its_whole_draft_and_each_of_its_taps_can_be_undone(table: Table) -> None:
    for player in PLAYERS:
        table.tap(f"bid.{player}", "1")
    table.bid(1, 1, 1)
    table.tap("taken.p1", "2")
    table.tap("taken.p2", "0")
    table.tap("taken.p3", "0")
    table.take(2, 0, 0)
    assert table.undo() == "Undo tricks of hand 1"
    assert table.draft == {"taken.p1": "2", "taken.p2": "0", "taken.p3": "0"}
    table.undo()
    assert table.draft == {"taken.p1": "2", "taken.p2": "0"}
    table.undo()
    table.undo()
    assert table.undo() == "Undo bids of hand 1"
    assert table.draft == {"bid.p1": "1", "bid.p2": "1", "bid.p3": "1"}
    for _action in range(5):
        table.redo()
    assert table.stored.game.hand_row(1) is not None


def test_of_two_scorers_each_undoes_the_own_last_action(table: Table) -> None:
    table.tap("bid.p1", "1")
    table.tap("bid.p2", "0", BEN)
    table.comment("Ben says hello.", BEN)
    assert table.undo(ANN) == "Undo Ann’s bid 1"
    assert table.draft == {"bid.p2": "0"}
    assert "Ben says hello." in table.undo(BEN)
    assert table.undo(BEN) == "Undo Bob’s bid 0"
    assert table.redo(ANN) == "Redo Ann’s bid 1"
    assert table.draft == {"bid.p1": "1"}


def test_a_comment_is_taken_back_from_under_the_bids_of_another(table: Table) -> None:
    table.comment("A word.")
    table.bid(1, 1, 1, author=BEN)
    table.comment("Another.", BEN)
    table.undo(ANN)
    assert [comment.text for comment in table.stored.game.sheet.comments] == ["Another."]
    assert table.stored.game.sheet.bids is not None
    table.redo(ANN)
    assert [comment.text for comment in table.stored.game.sheet.comments] == ["A word.", "Another."]


def test_a_step_is_named_after_a_player_whose_joining_was_undone_after_it(table: Table) -> None:
    table.record(lambda game: players.join(game, "Di"))
    table.record(lambda game: players.set_dealer(game, "p4"))
    table.undo()
    table.undo()
    timeline = table.games.timeline(table.stored)
    labels = [redo_label(timeline.words(step)) for step in timeline.redoable(ANN)]
    assert any("Di deals next" in label for label in labels)


def test_a_player_whose_joining_was_undone_is_refused_by_name(table: Table) -> None:
    table.record(lambda game: players.join(game, "Di"))
    table.undo()
    with pytest.raises(RuleError, match=r"^Di is not at the table"):
        players.join(table.stored.game, "Eve", before="p4")


def _change_the_bid(table: Table) -> None:
    table.tap("bid.p1", "2", BEN)


def _save_the_bids(table: Table) -> None:
    table.bid(1, 1, 1, author=BEN)


@pytest.mark.parametrize(("act", "named"), [(_change_the_bid, "Ann’s bid 1 → 2"), (_save_the_bids, "bids of hand 1")])
def test_what_another_has_built_on_is_refused_and_named(table: Table, act: Callable[[Table], None], named: str) -> None:
    table.tap("bid.p1", "1")
    act(table)
    before = table.state
    with pytest.raises(RuleError, match=named):
        table.undo(ANN)
    assert table.state == before


def test_saved_bids_are_not_undone_while_another_taps_the_tricks(table: Table) -> None:
    table.bid(1, 1, 1)
    table.tap("taken.p2", "0", BEN)
    with pytest.raises(RuleError, match="Bob’s tricks 0"):
        table.undo(ANN)


NUMBERS = st.sampled_from("012")
TAPS = st.tuples(st.sampled_from(["bid.p1", "bid.p2", "bid.p3", "taken.p1", "taken.p2", "trump"]), NUMBERS)
ACTS = st.one_of(
    TAPS.map(lambda tap: lambda table, author: table.tap(*tap, author)),
    st.tuples(*[st.integers(0, 2)] * 3).map(lambda values: lambda table, author: table.bid(*values, author=author)),
    st.sampled_from([(2, 0, 0), (0, 1, 1), (1, 1, 1), (3, 0, 0)]).map(
        lambda taken: lambda table, author: table.take(*taken, author=author)
    ),
    st.just(lambda table, author: table.comment("A word.", author)),
    st.just(lambda table, author: table.record(lambda game: players.set_dealer(game, "p2", None), author)),
    st.just(lambda table, author: table.record(lambda game: players.adjust(game, "p1", 5, ""), author)),
    st.just(lambda table, author: table.record(lambda game: players.leave(game, "p3"), author)),
    st.just(lambda table, author: table.record(lambda game: hands.correct(game, 1, {"taken": {"p1": 1}}), author)),
    st.just(lambda table, author: table.record(control.end, author)),
)  # fmt: skip


@settings(max_examples=often(25, 400), deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(ACTS, max_size=14))
def test_as_many_undos_as_actions_give_the_state_before_and_as_many_redos_give_it_back(
    tmp_path_factory: pytest.TempPathFactory, acts: list[Callable[[Table, str], None]]
) -> None:
    table = Table(open_store(tmp_path_factory.mktemp("games")))
    states = [table.state]
    for act in acts:
        try:
            act(table, ANN)
        except (ScorepadError, LookupError):
            continue
        states.append(table.state)
    for state in states[-2::-1]:
        table.undo(ANN)
        assert table.state == state
    for state in states[1:]:
        table.redo(ANN)
        assert table.state == state
