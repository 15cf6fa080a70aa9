"""What PostgreSQL and the way to it refuse: what passes, and the rest in our own words."""

from __future__ import annotations

import psycopg
from psycopg_pool import PoolTimeout

from scorepad.errors import StoreFull, StoreUnavailable, database_busy, database_lost
from scorepad.words import _

_CONFLICTS = ("40001", "40P01")
"""Two who wrote at once, and one of them has to begin again; a deadlock."""

_LOST = ("08", "57P", "25P03")
"""How codes begin that tell of a connection that is lost, of a server that ends or begins, or that it has given up
waiting for what comes next."""

_BEHIND = "25006"
"""A server that only follows another one: after a failover the address soon leads to the one that leads."""

_TAKES_LONG = ("57014", "55P03")
"""A statement or a lock that has waited for as long as it may."""

_FULL = ("53100", "54000")
_TOO_MANY = "53300"


def is_conflict(error: psycopg.Error) -> bool:
    """Whether somebody else was quicker, so that the same is tried again from its beginning."""
    return error.sqlstate in _CONFLICTS


def is_lost(error: psycopg.Error) -> bool:
    """Whether the connection is gone, or there was none, as while a server starts anew."""
    if error.sqlstate is None:
        return isinstance(error, psycopg.OperationalError)
    return error.sqlstate.startswith(_LOST) or error.sqlstate in (_BEHIND, _TOO_MANY)


def failure(error: psycopg.Error, where: str) -> StoreUnavailable:
    """What PostgreSQL complains of at an address that may be shown."""
    if error.sqlstate in _FULL:
        return StoreFull()
    if is_conflict(error) or error.sqlstate in _TAKES_LONG:
        return database_busy(where)
    said = str(error).strip().partition("\n")[0]
    if is_lost(error) or isinstance(error, PoolTimeout):
        return database_lost(where, said)
    return StoreUnavailable(_("The database {where} refuses this: {said}").format(where=where, said=said))
