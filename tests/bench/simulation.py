"""How far a host over a database goes: `make simulation`. What a hand costs is measured here and now; how people play
and what machines can do is assumed, in the numbers below; the rest is arithmetic, and a queue that is played through.

A table is a game that is played. Its hands are tapped and recorded by a worker, which commits each tap and each record
in the database, and are shown to those who look on.
"""

from __future__ import annotations

import heapq
import os
import time
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

import psycopg
from stores import put_tap

from bench import database, writing
from scorepad.store.postgres.database import MOST, WAIT
from scorepad.store.postgres.groups import PostgresGroups

TABLES = (1_000, 100_000, 10_000_000)

HAND = 120.0
"""Seconds from hand to hand at a table."""
TAPS, LOOKERS, PLAYERS = 7, 5, 5
"""Taps of a hand that are kept (a bid each, two corrections), lookers-on at a table, players."""
TABLES_A_GROUP = 2
HOURS = 4 * 52
"""That a table plays in a year: an evening a week."""

LOOKS = 50
"""Of a worker in a second, whatever is followed, while anything is."""
FRAME = 3_000
"""Bytes of what each looker-on is sent after a record."""
MEMORY = 20_000
"""Bytes of a worker for each looker-on (`make bench`)."""

USED = 0.5
"""Of a machine at an ordinary time: the rest is for evenings when all play."""
CORES, BYTES_OF_MEMORY, NETWORK = 8, 16e9, 1.25e8
"""Of a machine with workers, one worker a core; bytes, and bytes in a second."""
SERVER_CORES, CONNECTIONS, COMMITS, DISK = 16, 500, 10_000, 2e12
"""Of one server of the database: connections and commits in a second that it bears, and bytes."""
STREAMS = 1_000
"""Lookers-on that a worker bears (`make bench`)."""

SHARDS = 20
"""That the groups are spread over, where one is lost, or slow."""
SLOW = 50
"""Times as long as the others that a slow shard takes."""
ASKED = 150.0
"""Questions to the database in a second by one worker, in the queue that is played through."""


@dataclass(frozen=True)
class Cost:
    """What a hand costs: seconds of a worker's core and of the server's, commits, bytes on the disk and of its log; and
    a look: ms of the server's core."""

    worker: float
    server: float
    commits: float
    disk: float
    log: float
    look: float


def measured(hands: int = 200) -> Cost:
    """What a hand costs here."""
    with database.groups() as there:
        key = there.create()
        table = writing.Recording(there.open(key))
        with psycopg.connect(there.database().address, autocommit=True) as link:
            before = _state(link)
            worker = 0.0
            for hand in range(hands):
                table.ready(seen_before=True)
                begun = time.thread_time()
                for tap in range(TAPS):
                    put_tap(table.repository.store, table.game_id, table.hand, f"bid.p{tap % PLAYERS + 1}", hand % 3)
                table.record()
                worker += time.thread_time() - begun
            server, disk, log = (now - then for now, then in zip(_state(link), before, strict=True))
        look = _look(there)
    return Cost(worker / hands, server / hands, TAPS + 2, disk / hands, log / hands, look)


def _state(link: psycopg.Connection[Any]) -> tuple[float, float, float]:
    """Seconds of the cores of all processes of the server, bytes on its disk and of its log."""
    pids = [pid for (pid,) in link.execute(b"SELECT pid FROM pg_stat_activity").fetchall()]
    stats = [Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split() for pid in pids]
    seconds = sum(int(one[11]) + int(one[12]) for one in stats) / os.sysconf("SC_CLK_TCK")
    query = b"SELECT pg_database_size(current_database()), pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')"
    [(disk, log)] = link.execute(query).fetchall()
    return seconds, float(disk), float(log)


def _look(there: PostgresGroups, times: int = 200) -> float:
    look = database.look(there, 50)
    with psycopg.connect(there.database().address, autocommit=True) as link:
        look()
        before = _state(link)[0]
        for _time in range(times):
            look()
        return (_state(link)[0] - before) / times


def demands(cost: Cost, tables: int) -> dict[str, tuple[float, float]]:
    """What so many tables ask for, and how much of it one server of the database has, or one machine with workers."""
    hands = tables / HAND
    workers = max(1.0, hands * cost.worker / USED, tables * LOOKERS / STREAMS)
    return {
        "connections to the database": (workers * MOST, CONNECTIONS),
        "commits in a second": (hands * cost.commits / USED, COMMITS),
        "cores of the database": ((hands * cost.server + workers * LOOKS * cost.look) / USED, SERVER_CORES),
        "bytes of a year": (tables * HOURS * 3600 / HAND * cost.disk, DISK),
        "workers": (workers, CORES),
        "memory of lookers-on": (tables * LOOKERS * MEMORY, BYTES_OF_MEMORY),
        "bytes to lookers-on in a second": (hands * 2 * LOOKERS * FRAME / USED, NETWORK),
    }


def waits(
    seconds: float, slow: float, *, apart: bool, luck: Random, questions: int = 50_000
) -> tuple[list[float], float]:
    """How long the questions to sound shards wait for a connection of a worker's pool, where one of SHARDS takes `slow`
    seconds and the others `seconds`, and which share of them gives up; `apart`: a pool for each shard."""
    pools = [[0.0] * (max(1, MOST // SHARDS) if apart else MOST) for _pool in range(SHARDS if apart else 1)]
    now, found = 0.0, []
    for _question in range(questions):
        now += luck.expovariate(ASKED)
        shard = luck.randrange(SHARDS)
        pool = pools[shard if apart else 0]
        begin = max(now, pool[0])
        if begin - now < WAIT:
            heapq.heapreplace(pool, begin + luck.expovariate(1 / (slow if shard == 0 else seconds)))
        if shard:
            found.append(min(begin - now, WAIT))
    return sorted(found), sum(one == WAIT for one in found) / len(found)


def fullest(tables: int, luck: Random) -> float:
    """How many times the mean the fullest of SHARDS has, where groups go to shards by their keys."""
    groups = min(tables // TABLES_A_GROUP, 200_000)  # more are spread more evenly still
    counts = [0] * SHARDS
    for _group in range(groups):
        counts[luck.randrange(SHARDS)] += 1
    return max(counts) * SHARDS / groups


def main() -> None:
    """Tell it."""
    cost, luck = measured(), Random(19)
    print(
        f"A hand: {cost.worker * 1000:.1f} ms of a worker, {cost.server * 1000:.1f} ms of the server, "
        f"{cost.commits:.0f} commits, {cost.disk:.0f} bytes kept, {cost.log:.0f} of log. "
        f"A look at 50 groups: {cost.look * 1000:.2f} ms of the server."
    )
    hands = 3600 / HAND
    print(
        f"A table and hour: {hands:.0f} hands, {hands * cost.worker:.2f} s of a worker, {hands * cost.server:.2f} s of "
        f"the server, {hands * cost.commits:.0f} commits, {hands * cost.disk / 1000:.0f} kB kept."
    )
    for tables in TABLES:
        print(f"\n{tables:,} tables, {tables * LOOKERS:,} lookers-on; the fullest of {SHARDS} shards has "
              f"{fullest(tables, luck):.2f} times the mean")  # fmt: skip
        asked = demands(cost, tables)
        wall = max(list(asked)[:4], key=lambda what: asked[what][0] / asked[what][1])
        for what, (wanted, had) in asked.items():
            first = " <- the first wall of one server" if what == wall and wanted > had else ""
            print(f"  {what}: {wanted:,.1f}, that is {wanted / had:,.2f} of one machine{first}")
    print(f"\nOf {SHARDS} shards one is sound, slow ({SLOW} times) or lost (given up after {WAIT:.0f} s): what "
          f"questions to the others wait for a connection, of {MOST} a worker")  # fmt: skip
    usual = cost.server / cost.commits + 0.001  # and the way there and back
    for name, slow in (("sound", usual), ("slow", usual * SLOW), ("lost", WAIT)):
        for apart in (False, True):
            found, refused = waits(usual, slow, apart=apart, luck=luck)
            half, most = (1000 * found[len(found) * part // 100] for part in (50, 99))
            kind = "a pool for each shard" if apart else "one pool"
            print(
                f"  {name}, {kind}: {half:,.0f} ms in the middle, {most:,.0f} ms for the last hundredth, "
                f"{refused:.0%} refused"
            )


if __name__ == "__main__":
    main()
