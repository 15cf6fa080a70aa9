"""Where a database is: an address without a password, which everybody on the machine could read in the list of
programs, and which would come into messages and logs."""

from __future__ import annotations

from urllib.parse import parse_qs, urlsplit

from psycopg import ProgrammingError
from psycopg.conninfo import conninfo_to_dict

from scorepad.errors import address_unsafe
from scorepad.store.postgres.failures import failure


def checked(where: str) -> str:
    """The address as it may be used and shown. StoreUnavailable where a password stands in it: libpq takes one from
    PGPASSWORD, PGPASSFILE or ~/.pgpass. StoreUnavailable where it is none that libpq can read."""
    parts = urlsplit(where)
    if parts.password or parse_qs(parts.query).keys() & {"password", "sslpassword"}:
        raise address_unsafe(shown(where))
    try:
        conninfo_to_dict(where)
    except ProgrammingError as error:
        raise failure(error, shown(where)) from error
    return where


def shown(where: str) -> str:
    """An address as a message may have it: who lets themselves in, and by what, is cut out."""
    parts = urlsplit(where)
    return f"{parts.scheme}://{parts.netloc.rpartition('@')[2]}{parts.path}"


def servers(where: str) -> list[str]:
    """The machines that an address leads to, a name or a number each; a path, or "", where that is a file of this
    one."""
    said = conninfo_to_dict(where)
    return str(said.get("hostaddr") or said.get("host") or "").split(",")
