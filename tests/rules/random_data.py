"""Data of any kind, as a file or a request may contain it."""

from typing import Any

from hypothesis import strategies as st

SCALARS = (
    st.none()
    | st.booleans()
    | st.integers()
    | st.sampled_from([10**400, -1, 0, 3, float("nan"), float("inf"), -0.5])
    | st.floats()
    | st.text(max_size=8)
)


def anything(words: list[str], keys: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    """Return any JSON-like data, with these words among its scalars."""
    return st.recursive(
        SCALARS | st.sampled_from(words),
        lambda inner: st.lists(inner, max_size=3) | st.dictionaries(keys, inner, max_size=4),
        max_leaves=12,
    )
