"""Random games: the sheet always matches its events, for allowed and refused actions."""

from itertools import pairwise
from random import Random

from builders import check_whole
from game.state.random_game import course
from hypothesis import given, settings
from hypothesis import strategies as st
from soak import often

from scorepad.game.report.log_text import log_lines
from scorepad.game.report.sheet_files import sheet_json
from scorepad.game.state.game import Game


@settings(max_examples=often(30, 400))
@given(st.integers(0, 2**64))
def test_a_game_is_its_events_whatever_people_try(seed: int) -> None:
    luck = Random(seed)
    games = [*course(luck, luck.randint(1, 60))]
    for before, game in pairwise(games):
        sheet = sheet_json(game)
        assert sheet_json(Game.replay(game.events)) == sheet
        if len(game.history.standing) > len(before.history.standing):
            back = game.then(game.undo())
            assert sheet_json(back) == sheet_json(before)
            assert sheet_json(back.then(back.redo())) == sheet
    check_whole(games[-1])
    sentences = log_lines(games[-1].events)
    assert len(sentences) == len(games[-1].events)
    assert all(sentence.endswith((".", "!", "?", "…", "”")) for sentence in sentences)
