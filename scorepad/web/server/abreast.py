"""How many requests of a worker run at once. Of more each keeps the others from running: all are answered later than if
they came one after the other."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from scorepad.aside import Places

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment


def abreast(app: WSGIApplication, places: Places) -> WSGIApplication:
    """The application, each request of which takes a place."""

    def answer(environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        with places.taken():
            return app(environ, start_response)

    return answer
