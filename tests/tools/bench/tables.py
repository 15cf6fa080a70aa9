"""A load test of many tables on a host with two workers, with five viewers each.

No request fails, each viewer sees each hand, and a scorer waits hardly longer than alone.
"""

import contextlib
import tempfile
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from random import Random
from statistics import median
from typing import NamedTuple

from builders import play
from hosting import hosted
from web.host.running import hosting

from scorepad.web.groups.links import Role
from tools.bench.room import Lookers, Scorer, come_in

GROUPS, LOOKERS, HANDS = 10, 5, 10
"""Groups of the host, viewers per table, hands per table."""

PACE = 20.0
"""Seconds between hands, including the calls."""

ALONE = 20
"""Tables that play first, one at a time, with a hand every 0.1 s; fewer hands give no 99th percentile."""

PLAYERS = "Ann Bob Cat Di"
CALLS = [{"level": "1", "call": "H"}, *[{"call": "pass"}] * 3]


class Hand(NamedTuple):
    """Seconds from a tap on *Save* to the next page, and until the last viewer sees the hand, through any worker."""

    answered: float
    seen: float


@dataclass(frozen=True)
class Table:
    """A game of Murder in a group of the host."""

    key: str
    game_id: str
    links: dict[Role, str]

    @property
    def path(self) -> str:
        return f"/g/{self.key}/games/{self.game_id}"

    @contextlib.contextmanager
    def begun(self, port: int) -> Iterator[tuple[Scorer, Lookers]]:
        """Yield the scorer and the viewers."""
        where = ("127.0.0.1", port)
        cookies = [come_in(where, self.links[Role.LOOK]) for _looker in range(LOOKERS)]
        scorer = Scorer(where, self.path, come_in(where, self.links[Role.SCORE]), len(PLAYERS.split()))
        with (
            contextlib.closing(scorer),
            contextlib.closing(Lookers(where, f"{self.path}/stream/view", cookies)) as lookers,
        ):
            yield scorer, lookers

    def evening(self, port: int, hands: int, pace: float, luck: Random) -> list[Hand]:
        """Return the times of each hand.

        Raise AssertionError if an answer or the viewers' data are wrong.
        """
        with self.begun(port) as (scorer, lookers):
            time.sleep(luck.uniform(0, pace))
            return [self._hand(scorer, lookers, hand, pace * luck.uniform(0.8, 1.2)) for hand in range(1, hands + 1)]

    def _hand(self, scorer: Scorer, lookers: Lookers, hand: int, seconds: float) -> Hand:
        for call in CALLS:
            scorer.call(hand, **call)
            time.sleep(seconds / (len(CALLS) + 1))
        sent, answered = scorer.take(hand)
        lookers.wait_for(1 + 2 * hand, 5)
        seen = lookers.seen(1 + 2 * hand)
        assert len(seen) == LOOKERS, f"hand {hand} is seen by {len(seen)}, {lookers.ended} streams were ended"
        time.sleep(max(0, sent + seconds / (len(CALLS) + 1) - time.perf_counter()))
        return Hand(answered - sent, max(seen) - sent)


def set_up(folder: Path, database: str, number_of_tables: int) -> list[Table]:
    """Create all tables in the groups of a host that is not running yet."""
    tables: list[Table] = []
    with hosted(folder, database) as host:
        for number in range(GROUPS):
            group = host.begin(f"Group {number}")
            assert group.links is not None
            for _table in range((number_of_tables + ALONE) // GROUPS):
                game = play("murder", PLAYERS, house={"ladder": f"3x{HANDS + 1}"})
                game_id = group.games.keep(game, by="test")
                links = {role: group.links.link("", game_id, role) for role in (Role.LOOK, Role.SCORE)}
                tables.append(Table(group.key, game_id, links))
            host.host.opened.give_back(group)
    return tables


def hundredth(hands: list[Hand]) -> float:
    """Return the 99th percentile of the hands' answer times, in ms."""
    return sorted(hand.answered for hand in hands)[len(hands) * 99 // 100] * 1000


@dataclass(frozen=True)
class Pace:
    """The hands of tables that play `alone` and of those that play `together`."""

    alone: list[Hand]
    together: list[Hand]

    @property
    def ratio(self) -> float:
        """Return the ratio of the 99th percentiles."""
        return hundredth(self.together) / hundredth(self.alone)

    def seen(self, percentile: int) -> float:
        """Return a percentile of the ms until the last viewer of a table sees a hand."""
        return sorted(hand.seen for hand in self.together)[len(self.together) * percentile // 100] * 1000

    def __str__(self) -> str:
        least, most = hundredth(self.alone), hundredth(self.together)
        medians = " and ".join(
            f"{median(hand.answered for hand in some) * 1000:.1f}" for some in (self.alone, self.together)
        )
        return f"{len(self.together)} hands: {most:.1f} ms, alone {least:.1f} ms; medians {medians} ms"


def evenings(number_of_tables: int, database: str = "") -> Pace:
    """Play all tables, with groups in folders or in the database at this address.

    Raise AssertionError if a request fails, or a hand is not shown or not stored.
    """
    luck = Random(17)
    with tempfile.TemporaryDirectory() as folder:
        groups = Path(folder) / "groups"
        every = set_up(groups, database, number_of_tables)
        luck.shuffle(every)
        tables, single = every[ALONE:], every[:ALONE]
        with (
            hosting(groups, "--log", "none", database=database) as host,
            ThreadPoolExecutor(number_of_tables) as at_once,
        ):
            alone = [hand for table in single for hand in table.evening(host.port, HANDS, 0.1, luck)]
            playing = [at_once.submit(table.evening, host.port, HANDS, PACE, Random(luck.random())) for table in tables]
            together = [hand for evening in playing for hand in evening.result()]
        with hosted(groups, database, most_open=GROUPS) as again:
            for table in every:
                with again.host.opened.lease(table.key) as group:
                    sheet = group.games.load(table.game_id).game.sheet
                assert [row.kind for row in sheet.rows] == ["hand"] * HANDS
    return Pace(alone, together)
