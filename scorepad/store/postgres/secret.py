"""The host's own secret, by which those of its groups are wrapped in the database: on no two machines another one."""

from __future__ import annotations

from pathlib import Path

from scorepad.errors import other_secret
from scorepad.store.groups import SECRET
from scorepad.store.postgres.rows import HostRows
from scorepad.store.postgres.wrapping import mark_of_host
from scorepad.store.sqlite.secret import secret_beside


class HostSecret:
    """As it was `said`, in the environment, else as it lies at its `place` on this machine."""

    def __init__(self, rows: HostRows, where: str, place: Path, said: str) -> None:
        self._rows, self._where, self.place, self._said = rows, where, place, said.strip().encode()
        self._known = b""

    def told(self) -> bytes:
        """StoreUnavailable where the groups were begun by a host with another one."""
        if not self._known:
            self._known = self._checked()
        return self._known

    def _checked(self) -> bytes:
        said, kept = self._said, self._kept()
        if not said and (kept is None or self.place.exists()):  # one made now would be another one
            self.place.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            said = secret_beside(self.place)
        if said and kept is None:
            first = "INSERT INTO host (name, value) VALUES ('secret', ?) ON CONFLICT (name) DO NOTHING"
            self._rows.write(lambda sql: sql.execute(first, [mark_of_host(said)]))
            kept = self._kept()
        if not said or kept != mark_of_host(said):
            raise other_secret(self._where, SECRET, str(self.place))
        return said

    def _kept(self) -> str | None:
        """The mark of the secret by which this database's groups were begun."""
        query = "SELECT value FROM host WHERE name = 'secret'"
        row = self._rows.read(lambda sql: sql.execute(query).fetchone())
        return row and str(row[0])
