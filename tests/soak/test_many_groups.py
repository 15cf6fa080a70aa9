"""Tests of a group with ten games among 10,000 groups with a million games: its pages cost as much as among two.

The other groups are inserted in bulk: each game is one line of the list and one event.
"""

import contextlib
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import psycopg
import pytest
from databases import Server, new_database
from hosting import hosted
from tools.bench import games
from tools.bench.__main__ import in_turn

pytestmark = pytest.mark.soak  # a million games take minutes

GROUPS, GAMES = 10_000, 100
"""Number of groups, and of games in each."""

BAR = 1.3

_FILL = f"""
INSERT INTO groups (group_key, place, which, secret)
  SELECT 'bulk' || lpad(one::text, 12, '0'), {GAMES * 2}, 'bulk', '' FROM generate_series(1, {GROUPS}) AS one;
INSERT INTO games (group_key, number, id, version, head, title, rulebook, players, state, leader, hands, date, updated,
                   place, searched, rank)
  SELECT 'bulk' || lpad(one::text, 12, '0'), game, 'game' || game, 1, repeat('0', 64), 'Thursday', 'ohell',
         '["Ann", "Bob", "Cat", "Di", "Eve"]', 'running', 'Ann', 10, '2026-11-20', '2026-11-20T20:15:00Z',
         game, 'thursday ann bob cat di eve', game
  FROM generate_series(1, {GROUPS}) AS one, generate_series(1, {GAMES}) AS game;
INSERT INTO events (group_key, game, seq, number, id, at, by, event, previous, hash)
  SELECT group_key, number, 1, number + {GAMES}, 'e1', updated, 'bulk', repeat('x', 400), '', head FROM games
  WHERE group_key LIKE 'bulk%';
ANALYZE;
"""


@contextlib.contextmanager
def among(server: Server, folder: Path, *, others: bool) -> Iterator[Callable[[str], Callable[[], object]]]:
    """Yield a function that requests pages of a group with ten games.

    The database holds one more group, or thousands with `others`.
    """
    with new_database(server) as address, hosted(folder, address) as host:
        host.begin("Friday")
        group = host.begin("Thursday")
        ids = [games.keep(group.games, players=5, hands=10) for _game in range(10)]
        if others:
            with contextlib.closing(psycopg.connect(address, autocommit=True)) as link:
                link.execute(_FILL.encode())
        somebody = host.owner(group)

        def asking(path: str) -> Callable[[], object]:
            def ask() -> None:
                assert somebody.way.ask("GET", group.root + path.format(game=ids[0])).status == 200

            ask()
            return ask

        yield asking


@pytest.mark.timeout(3600)
def test_a_group_costs_the_same_among_ten_thousand_as_among_two(tmp_path: Path, server: Server) -> None:
    with among(server, tmp_path / "few", others=False) as alone, among(server, tmp_path / "many", others=True) as many:
        for path in ("/games/{game}", "/", "/?search=ann", "/years"):
            slow, quick = in_turn(many(path), alone(path), clock=time.perf_counter)
            print(f"{path}: {slow:.2f} ms among {GROUPS} groups, {quick:.2f} ms among two: {slow / quick:.2f} ×")
            assert slow / quick <= BAR, path
