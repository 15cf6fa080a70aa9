"""Tests of flipped bits on the disk: each is detected, or no stored data differs for the reader."""

import contextlib
import random
from pathlib import Path
from typing import Any

import pytest
from stores import file_behind, put_tap, sqlite3
from tools.bench.games import game_file

from scorepad.errors import ScorepadError
from scorepad.game.files.game_file import read_game
from scorepad.repository import GameRepository
from scorepad.store import open_store
from scorepad.store.records import Pile
from soak import often

RULE_FILE = "name = 'Ours'\n" * 20


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a file of games, some with drafts and some in the trash, with a custom rule file and links."""
    folder = tmp_path_factory.mktemp("games")
    with contextlib.closing(open_store(folder)) as store:
        repository = GameRepository(store)
        games = [read_game(game_file(players, hands)) for players in (3, 4) for hands in (1, 2, 4)]
        for number in range(often(30, 100)):
            game_id = repository.keep(games[number % len(games)], by="Zoë’s phone")
            for player in range(number % 5):
                put_tap(store, game_id, 5, f"bid.p{player}", str(player))
            store.keep_setting(f"link look {game_id}", f"{number:032x}")
            if number % 10 == 0:
                store.remove_game(game_id)
        store.keep_rule_file("scheme", "own_ours", RULE_FILE)
        return file_behind(store)


def what_counts(file: Path) -> list[Any]:
    """Return every record and rule file as stored, and what the store reads from all other tables."""
    with contextlib.closing(sqlite3.connect(file)) as rows:
        events = "SELECT g.id, seq, e.id, at, by, event, e.hash FROM games AS g JOIN events AS e ON game = g.number"
        rule_files = "SELECT kind, key, text, hash FROM laws ORDER BY key"
        stored = [*rows.execute(f"{events} ORDER BY g.id, seq"), *rows.execute(rule_files)]
    with contextlib.closing(open_store(file)) as store:
        ids = sorted(store.game_ids())
        taps = [store.draft(game_id) for game_id in ids]
        links = [store.setting(f"link look {game_id}") for game_id in ids]
        piles: list[Pile] = ["running", "finished", "binned"]
        lines = [store.games(pile, limit=1000) for pile in piles]
        return [stored, taps, links, lines]


@pytest.mark.soak
def test_of_single_bits_that_flip_each_is_noticed_or_harmless(whole: Path, tmp_path: Path) -> None:
    right, good = what_counts(whole), whole.read_bytes()
    chance, noticed, flips = random.Random(3), 0, often(100, 10_000)
    for _flip in range(flips):
        bit = chance.randrange(len(good) * 8)
        spoilt = bytearray(good)
        spoilt[bit // 8] ^= 1 << bit % 8
        (tmp_path / "scorepad.db").write_bytes(spoilt)
        if check_findings(tmp_path):
            noticed += 1
        else:
            assert what_counts(tmp_path / "scorepad.db") == right, f"bit {bit} went unnoticed"
    assert flips // 10 < noticed < flips, f"{noticed} of {flips} mattered"


def check_findings(folder: Path) -> list[str]:
    """Return the findings of `scorepad check`."""
    try:
        with contextlib.closing(open_store(folder)) as store:
            spoilt = store.spoilt_side_tables() + store.verify_all()
            spoilt += [game_id for game_id in store.game_ids() if not store.is_list_row_intact(game_id)]
            return spoilt
    except ScorepadError as error:
        return [str(error)]
