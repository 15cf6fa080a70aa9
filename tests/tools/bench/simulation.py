"""A simulation of the limits of a host with a database, run by `make simulation`.

The cost of a hand is measured. The habits of players and the capacities of machines are assumptions, listed below. The
rest is arithmetic and a simulated queue.

A table is a game in play. A worker handles its taps and records, commits each of them to the database, and sends them
to the viewers.
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

from scorepad.store.postgres.database import MOST, WAIT
from scorepad.store.postgres.groups import PostgresGroups
from tools.bench import database, writing

TABLES = (1_000, 100_000, 10_000_000)

HAND = 120.0
"""Seconds between the hands of a table."""
TAPS, LOOKERS, PLAYERS = 7, 5, 5
"""Number of saved taps of a hand (a bid each, two corrections), of viewers at a table, and of players."""
TABLES_A_GROUP = 2
HOURS = 4 * 52
"""Hours that a table plays in a year: one evening a week."""

LOOKS = 50
"""Version queries of a worker per second while any game is followed."""
FRAME = 3_000
"""Bytes sent to each viewer after a record."""
MEMORY = 20_000
"""Bytes of a worker's memory for each viewer (`make bench`)."""

USED = 0.5
"""Share of a machine's capacity in use on average; the rest is for evenings when all tables play."""
CORES, BYTES_OF_MEMORY, NETWORK = 8, 16e9, 1.25e8
"""A machine with workers: one worker per core, bytes of memory, network bytes per second."""
SERVER_CORES, CONNECTIONS, COMMITS, DISK = 16, 500, 10_000, 2e12
"""A database server: cores, connections, commits per second, and bytes of disk."""
STREAMS = 1_000
"""Viewers that a worker can serve (`make bench`)."""

SHARDS = 20
"""Shards that hold the groups, one of which fails or is slow."""
SLOW = 50
"""Factor by which a slow shard is slower than the others."""
ASKED = 150.0
"""Queries of one worker per second in the simulated queue."""


@dataclass(frozen=True)
class Cost:
    """The cost of a hand and of a version query.

    For a hand: seconds of the worker's and of the server's cores, commits, bytes of disk and of log. For a version
    query: seconds of the server's cores.
    """

    worker: float
    server: float
    commits: float
    disk: float
    log: float
    look: float


def measured(hands: int = 200) -> Cost:
    """Measure the cost of a hand on this machine."""
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
    """Return the CPU seconds of all server processes, the bytes of the database and of its log."""
    pids = [pid for (pid,) in link.execute(b"SELECT pid FROM pg_stat_activity").fetchall()]
    stats = [Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split() for pid in pids]
    seconds = sum(int(fields[11]) + int(fields[12]) for fields in stats) / os.sysconf("SC_CLK_TCK")
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
    """Return the demand of `tables` tables, with the capacity of one database server or one worker machine."""
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
    """Simulate queries to healthy shards that wait for a connection of a worker's pool.

    One of SHARDS takes `slow` seconds, the others take `seconds`. With `apart` each shard has its own pool. Return the
    sorted waits in seconds and the share of queries that time out.
    """
    pools = [[0.0] * (max(1, MOST // SHARDS) if apart else MOST) for _pool in range(SHARDS if apart else 1)]
    now, delays = 0.0, []
    for _question in range(questions):
        now += luck.expovariate(ASKED)
        shard = luck.randrange(SHARDS)
        pool = pools[shard if apart else 0]
        begin = max(now, pool[0])
        if begin - now < WAIT:
            heapq.heapreplace(pool, begin + luck.expovariate(1 / (slow if shard == 0 else seconds)))
        if shard:
            delays.append(min(begin - now, WAIT))
    return sorted(delays), sum(delay == WAIT for delay in delays) / len(delays)


def fullest(tables: int, luck: Random) -> float:
    """Return the load of the fullest of SHARDS, relative to the mean, if group keys choose the shard."""
    groups = min(tables // TABLES_A_GROUP, 200_000)  # larger numbers spread more evenly
    counts = [0] * SHARDS
    for _group in range(groups):
        counts[luck.randrange(SHARDS)] += 1
    return max(counts) * SHARDS / groups


def main() -> None:
    """Print the results."""
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
        wanted_and_had = demands(cost, tables)
        wall = max(list(wanted_and_had)[:4], key=lambda what: wanted_and_had[what][0] / wanted_and_had[what][1])
        for what, (wanted, had) in wanted_and_had.items():
            first = " <- the first wall of one server" if what == wall and wanted > had else ""
            print(f"  {what}: {wanted:,.1f}, that is {wanted / had:,.2f} of one machine{first}")
    print(f"\nOf {SHARDS} shards one is sound, slow ({SLOW} times) or lost (given up after {WAIT:.0f} s): what "
          f"questions to the others wait for a connection, of {MOST} a worker")  # fmt: skip
    usual = cost.server / cost.commits + 0.001  # plus the round trip
    for name, slow in (("sound", usual), ("slow", usual * SLOW), ("lost", WAIT)):
        for apart in (False, True):
            delays, refused = waits(usual, slow, apart=apart, luck=luck)
            half, most = (1000 * delays[len(delays) * part // 100] for part in (50, 99))
            kind = "a pool for each shard" if apart else "one pool"
            print(
                f"  {name}, {kind}: {half:,.0f} ms in the middle, {most:,.0f} ms for the last hundredth, "
                f"{refused:.0%} refused"
            )


if __name__ == "__main__":
    main()
