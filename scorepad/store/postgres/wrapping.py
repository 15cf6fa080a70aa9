"""The secret of a group, wrapped by the host's own: what lies in a database, and in every dump of it, opens nothing.

The host's secret is in no database. From it, the key of the group and a random nonce one HMAC-SHA-256 makes the 32
bytes that the group's secret is hidden by, another one the seal that tells whether this host's secret is the one.
"""

from __future__ import annotations

import hmac
import secrets

_NONCE, _SECRET, _SEAL = 16, 32, 16
"""Bytes."""


def wrapped(host: bytes, key: str, secret: bytes) -> str:
    """The secret (32 bytes) of the group of this key as a database may keep it."""
    nonce = secrets.token_bytes(_NONCE)
    hidden = _hidden(host, key, nonce, secret)
    return (nonce + hidden + _seal(host, key, nonce + hidden)).hex()


def unwrapped(host: bytes, key: str, kept: str) -> bytes | None:
    """The secret of a group; None where another host has wrapped it, or what is kept is not as it was."""
    try:
        data = bytes.fromhex(kept)
    except ValueError:
        return None
    nonce, hidden, seal = data[:_NONCE], data[_NONCE:-_SEAL], data[-_SEAL:]
    if len(hidden) != _SECRET or not hmac.compare_digest(seal, _seal(host, key, nonce + hidden)):
        return None
    return _hidden(host, key, nonce, hidden)


def mark_of_host(host: bytes) -> str:
    """What tells the host's secret from another and does not tell it."""
    return hmac.digest(host, b"mark", "sha256").hex()


def _hidden(host: bytes, key: str, nonce: bytes, secret: bytes) -> bytes:
    pad = hmac.digest(host, b"hide\n" + key.encode() + b"\n" + nonce, "sha256")
    return bytes(one ^ other for one, other in zip(secret, pad, strict=True))


def _seal(host: bytes, key: str, data: bytes) -> bytes:
    return hmac.digest(host, b"seal\n" + key.encode() + b"\n" + data, "sha256")[:_SEAL]
