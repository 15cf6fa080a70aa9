"""Tests of a server that is killed or stopped while four scorers write.

No answered line is lost, and none is saved twice.
"""

import contextlib
import random
import re
import signal
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path

from program import environment, started
from waiting import until

from scorepad.game.decide import setup
from scorepad.game.state.events import Commented
from scorepad.repository import GameRepository
from scorepad.rules import rulebook, scheme
from scorepad.store import open_store
from soak import often
from soak.scorers import Scorer, writing

KILLS_A_GAME = 10  # a page with thousands of comments takes longer than a server lives here


def begin(folder: Path) -> list[str]:
    """Start two games, so that two scorers write in each."""
    opened = setup.open_game(rulebook.find("pike"), scheme.find("pike"), ["Ann", "Bob", "Cat"])
    with contextlib.closing(open_store(folder)) as store:
        return [GameRepository(store).create(opened, by="") for _game in range(2)]


def until_recorded(scorers: list[Scorer], more: int) -> None:
    """Wait until this number of further lines is answered."""
    before = sum(len(scorer.recorded) for scorer in scorers)
    for _moment in range(12000):
        if sum(len(scorer.recorded) for scorer in scorers) >= before + more:
            return
        time.sleep(0.005)
    raise AssertionError(f"nothing is recorded any more: {[scorer.wrong for scorer in scorers]}")


def check(folder: Path, games: list[str], scorers: list[Scorer]) -> None:
    """Check that each answered line is stored once, each unanswered one at most once, and no other line."""
    with contextlib.closing(open_store(folder)) as store:
        assert store.verify_all() == []
        repository = GameRepository(store)
        counts = Counter(
            event.text for game in games for event in repository.load(game).game.events if isinstance(event, Commented)
        )
    assert [text for text, times in counts.items() if times > 1] == []
    answered = {text for scorer in scorers for text in scorer.recorded}
    unknown = {scorer.open for scorer in scorers}
    assert answered - counts.keys() == set(), "answered and lost"
    assert counts.keys() - answered - unknown == set(), "recorded, and nobody was told"
    assert [wrong for scorer in scorers for wrong in scorer.wrong] == []


def test_a_server_killed_again_and_again_loses_no_answered_line_and_counts_none_twice(tmp_path: Path) -> None:
    kills, chance = often(4, 1000), random.Random(9)
    command = [sys.executable, "-m", "soak.restarted", str(tmp_path)]
    env = environment(tmp_path, PYTHONPATH=":".join(sys.path))
    games = begin(tmp_path)
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=env) as running:
        assert running.stdin is not None
        assert running.stdout is not None
        port = int(running.stdout.readline())
        scorers = [Scorer(port, name) for name in ("Ann", "Bob", "Cat", "Di")]
        for scorer, game in zip(scorers, games * 2, strict=True):
            scorer.game = game
        with writing(scorers):
            for kill in range(1, kills + 1):
                until_recorded(scorers, 2)
                time.sleep(chance.uniform(0, 0.1))
                if kill % KILLS_A_GAME == 0:
                    new = begin(tmp_path)
                    games += new
                    for scorer, game in zip(scorers, new * 2, strict=True):
                        scorer.game = game
                running.stdin.write("again\n")
                running.stdin.flush()
                assert running.stdout.readline() == "killed\n"
            until_recorded(scorers, 8)
            answers = [scorer.answers for scorer in scorers]
            until(lambda: all(writer.answers > count + 1 for writer, count in zip(scorers, answers, strict=True)))
        running.stdin.close()
    assert all(scorer.open is None for scorer in scorers), "the last ones were answered"
    check(tmp_path, games, scorers)


def test_a_server_told_to_end_finishes_what_it_is_writing(tmp_path: Path) -> None:
    for _end in range(often(1, 50)):
        games = begin(tmp_path / "data")
        with started(tmp_path) as running:
            assert running.stdout is not None
            assert running.stderr is not None
            port = int(re.findall(r":(\d+)", running.stdout.readline())[0])
            scorers = [Scorer(port, name) for name in ("Ann", "Bob", "Cat", "Di")]
            for scorer, game in zip(scorers, games * 2, strict=True):
                scorer.game = game
            with writing(scorers):
                until_recorded(scorers, 12)
                running.send_signal(signal.SIGTERM)
                assert running.wait(60) == 0
            assert running.stderr.read() == ""
        check(tmp_path / "data", games, scorers)
