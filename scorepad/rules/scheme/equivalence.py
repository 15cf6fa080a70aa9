"""Whether two schemes give the same points."""

import json
from collections.abc import Mapping
from hashlib import sha256
from typing import Any

from scorepad.rules.scheme.parts import scored_data

_EARLIER = {"a8051294ab58fa59": "murder", "0d3e98a103985c47": "pocha"}
"""Earlier built-in schemes, by SHA-256 of their data; today's scheme with its usual options gives the same points."""


def matching_key(data: Mapping[str, Any], known: Mapping[str, Mapping[str, Any]]) -> str | None:
    """Return the key of the known scheme that gives the same points as `data`, or None.

    Names, examples and texts for the reader do not matter.
    """
    points = _points(data)
    found = next((key for key, scored in known.items() if _points(scored) == points), None)
    earlier = _EARLIER.get(sha256(json.dumps(points, sort_keys=True).encode()).hexdigest()[:16])
    return found or (earlier if earlier in known else None)


def _points(data: Mapping[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in scored_data(data).items() if key not in ("name", "examples")}
