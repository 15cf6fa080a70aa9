"""The share page: links and codes for viewing and scoring a game and for the statistics, and their renewal."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from urllib.parse import urlsplit

from flask import Blueprint, Response, abort, flash, make_response, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from scorepad.web.auth.addresses import LocalName, in_address, is_loopback, is_number, lan_address
from scorepad.web.auth.login import OWNS, links, public_address, remember, unkept
from scorepad.web.groups.group import group
from scorepad.web.groups.links import YEARS, Role
from scorepad.web.submit import game_or_404
from scorepad.words import _

blueprint = Blueprint("share", __name__)

MOST_WAIT = 0.2
"""Seconds for which the page waits, at most, until it is known whether the network knows this machine by name."""

KINDS = {"look": Role.LOOK, "score": Role.SCORE}


@blueprint.get("/games/<game_id>/share")
def show(game_id: str) -> Response:
    """Both links of a game; without a network, how to be found on one."""
    sheet = game_or_404(game_id).game.sheet
    return _page(game_id=game_id, sheet=sheet, shown=_shown(game_id, KINDS), alone=links() is None)


@blueprint.post("/games/<game_id>/share/<kind>/renew")
def renew(game_id: str, kind: str) -> AnyResponse:
    """Take a link back; the page shows the new one."""
    game_or_404(game_id)
    if kind not in KINDS:
        abort(404)
    return _renewed(game_id, KINDS[kind], url_for("share.show", game_id=game_id))


@blueprint.get("/share/years")
def years() -> Response:
    """Return the link by which others see the years."""
    return _page(years=True, shown=_shown(YEARS, {YEARS: Role.LOOK}), alone=links() is None)


@blueprint.post("/share/years/renew")
def renew_years() -> AnyResponse:
    """Take that link back; the page shows the new one."""
    return _renewed(YEARS, Role.LOOK, url_for("share.years"))


def _shown(game_id: str, kinds: Mapping[str, Role]) -> dict[str, list[dict[str, object]]]:
    there, addresses = links(), _addresses()
    if there is None or not addresses:
        return {}
    return {kind: drawn(there.link("", game_id, role), addresses) for kind, role in kinds.items()}


def _renewed(game_id: str, role: Role, shown: str) -> AnyResponse:
    there = links()
    if there is None:
        abort(404)
    there.renew(game_id, role)
    flash(_("The old link is worth nothing any more, and whoever came in by it is out."))
    return redirect(shown, code=303)


@blueprint.post("/device/another")
def another() -> Response:
    """Return a link for one more device of the owner's: shown once, good once."""
    there, addresses = links(), _addresses()
    if there is None or not addresses or group().key:
        abort(404)  # on a host, owner links last and have their own page
    return _page(shown={"owner": drawn(there.way_in(""), addresses)}, alone=False)


@blueprint.post("/device/alone")
def alone() -> AnyResponse:
    """Shut out every other browser that came in as the owner's: a phone that was lost, say."""
    there = links()
    if there is None or group().key:
        abort(404)
    there.renew_owner()
    remember({OWNS: there.owner_mark()})
    flash(_("Only this device is yours now. Links of games go on opening them."))
    return redirect(url_for("device.settings"), code=303)


def _page(**words: object) -> Response:
    return unkept(make_response(render_template("auth/share.html", **words)))


def _addresses() -> list[str]:
    """Where phones find this Scorepad, the best first: at its public address.

    Else by a name, which it keeps on another network too, and by a number. [] without a network.
    """
    public = public_address()
    if public:
        return [public]
    asked = urlsplit(request.host_url)
    host, port = asked.hostname or "", f":{asked.port}" if asked.port else ""
    number = host if is_number(host) and not is_loopback(host) else lan_address()
    names = [host] if not (is_number(host) or is_loopback(host)) else _names(number)
    return [f"{asked.scheme}://{in_address(one)}{port}" for one in [*names, number] if one]


def _names(number: str | None) -> list[str]:
    known = LocalName()
    return [known.name] if number and known.leads_to(number, MOST_WAIT) else []


def drawn(path: str, addresses: Sequence[str]) -> list[dict[str, object]]:
    """Return the link that leads to `path` at each of these addresses, and its code."""
    from printables import qr  # late: no start needs what draws

    codes = {link: qr.as_path(link) for link in (address + path for address in addresses)}
    return [{"link": link, "size": size, "path": drawn} for link, (size, drawn) in codes.items()]
