"""Common sizes of hands to choose from for a new game, each with its number of hands and the time they take."""

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from scorepad.errors import RuleError, RuleFileError
from scorepad.rules.rulebook import Rulebook
from scorepad.rules.rulebook.ladder_by_players import LadderByPlayers
from scorepad.rules.rulebook.relevance import numbers_of_players
from scorepad.words import _, join_label, ngettext, ours

COMMON = ("top-1-top", "1-top-1", "top-1")
FIXED, PER_CARD = 1.5, 0.1
"""Minutes of a hand, and of a card of one player: a deal of ten cards with five players takes about 6½ minutes."""
STEP = 5  # minutes
ENDLESS = "…"


class LadderText(NamedTuple):
    """A ladder for one number of players: its sizes, and how many hands and how much time they are."""

    label: str
    about: str


class LadderChoice(NamedTuple):
    """A ladder to choose; `texts` are by number of players."""

    ladder: str
    texts: dict[int, LadderText]


def ladder_choices(rulebook: Rulebook) -> list[LadderChoice]:
    """Return the usual ladder of the game, its other ladders with their names, and common ones, each pattern once."""
    choices, shown = list[LadderChoice](), set[str]()
    usual = rulebook.ladder_text
    named = {ladder: ours(name) for name, ladder in rulebook.ladders.items()}
    for ladder in (usual,) if rulebook.ladder.endless else dict.fromkeys((usual, *named, *COMMON)):
        texts = dict(_texts(rulebook, ladder, named.get(ladder, "")))
        label = str([text.label for text in texts.values()])
        if texts and label not in shown:
            shown.add(label)
            choices.append(LadderChoice(ladder, texts))
    return choices


def _texts(rulebook: Rulebook, ladder: str, name: str) -> Iterator[tuple[int, LadderText]]:
    try:
        played = rulebook.with_house({"ladder": ladder})
        for players in numbers_of_players(played):
            sizes = played.sizes(players)
            endless, text = played.ladder.endless, played.ladder_text
            if isinstance(played.ladder, LadderByPlayers):
                text = str(played.ladder.for_players(players))
            pattern = _pattern(sizes, text) + " …" * endless
            label = join_label(name, pattern) if name else pattern
            yield players, LadderText(label, "" if endless else _length(sizes, players))
    except (RuleError, RuleFileError):  # not a ladder of this game
        return


def _pattern(sizes: Sequence[int], ladder: str) -> str:
    """Return the sizes where the ladder turns, such as 10–1–10, or the ladder as typed if it is no plain one."""
    steps = [after - before for before, after in pairwise(sizes)]
    if not steps or any(abs(step) != 1 for step in steps):
        return ladder.removesuffix("…").strip()
    turns = [size for at, size in enumerate(sizes[1:-1]) if steps[at] != steps[at + 1]]
    return "–".join(map(str, (sizes[0], *turns, sizes[-1])))


def _length(sizes: Sequence[int], players: int) -> str:
    minutes = len(sizes) * FIXED + sum(sizes) * players * PER_CARD
    hours, rest = divmod(round(minutes / STEP) * STEP, 60)
    if hours:
        time = (_("{hours} h {minutes} min") if rest else _("{hours} h")).format(hours=hours, minutes=rest)
    else:
        time = _("{minutes} min").format(minutes=max(rest, STEP))
    words = ngettext(
        "{n} hand, about {time} with {players} players", "{n} hands, about {time} with {players} players", len(sizes)
    )
    return words.format(n=len(sizes), time=time, players=players)
