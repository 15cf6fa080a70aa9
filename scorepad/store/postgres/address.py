"""Where a database is: an address without a password, which everybody on the machine could read in the list of
programs, and which would come into messages and logs."""

from __future__ import annotations

from urllib.parse import parse_qs, urlsplit

from scorepad.errors import AddressUnsafe


def checked(where: str) -> str:
    """The address as it may be used and shown. AddressUnsafe where a password stands in it: libpq takes one from
    PGPASSWORD, PGPASSFILE or ~/.pgpass."""
    parts = urlsplit(where)
    if parts.password or parse_qs(parts.query).keys() & {"password", "sslpassword"}:
        raise AddressUnsafe(shown(where))
    return where


def shown(where: str) -> str:
    """An address as a message may have it: who lets themselves in, and by what, is cut out."""
    parts = urlsplit(where)
    return f"{parts.scheme}://{parts.netloc.rpartition('@')[2]}{parts.path}"
