"""The share pages: links and QR codes for a game and for the statistics, their renewal, and the admission of phones."""

from collections.abc import Mapping, Sequence
from urllib.parse import urlsplit

from flask import Blueprint, Response, abort, flash, make_response, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from scorepad.errors import ScorepadError
from scorepad.web.auth.addresses import LocalName, is_loopback, is_number, lan_address, url_host
from scorepad.web.auth.lan import Lan, is_on_lan, lan
from scorepad.web.auth.login import SESSION_OWNER, disable_caching, public_address, shared_links, update_session
from scorepad.web.groups.group import group
from scorepad.web.groups.links import YEARS, Role
from scorepad.web.submit import game_or_404
from scorepad.words import _

blueprint = Blueprint("share", __name__)

MOST_WAIT = 0.2
"""Maximum time in seconds that the page waits for the name of this machine to resolve."""

KINDS = {"score": Role.SCORE, "look": Role.LOOK}


@blueprint.get("/games/<game_id>/share")
def show(game_id: str) -> Response:
    """Render the view link and the scoring link of a game, or the button that admits phones."""
    sheet = game_or_404(game_id).game.sheet
    return _page(game_id=game_id, sheet=sheet, shown=_links_by_kind(game_id, KINDS), lan=_local_lan())


@blueprint.post("/games/<game_id>/share/<kind>/renew")
@blueprint.post("/share/years/renew", endpoint="renew_years", defaults={"game_id": YEARS, "kind": "look"})
def renew(game_id: str, kind: str) -> AnyResponse:
    """Revoke a link of a game or of the statistics, and redirect to the page with the new one."""
    group_links = shared_links()
    if game_id != YEARS:
        game_or_404(game_id)
    if group_links is None or kind not in KINDS:
        abort(404)
    group_links.renew(game_id, KINDS[kind])
    flash(_("The old link is invalid now, and all who used it are signed out."))
    return _share_page(game_id)


@blueprint.get("/share/years")
def years() -> Response:
    """Render the view link of the statistics."""
    return _page(years=True, shown=_links_by_kind(YEARS, {YEARS: Role.LOOK}), lan=_local_lan())


@blueprint.post("/share/admit")
def admit() -> AnyResponse:
    """Open the listener for phones in the local network. On failure, give the reason on the page."""
    listener, host = _local_lan() or abort(404), lan_address()
    try:
        if host:
            listener.open(host)
        else:
            flash(_("There is no network here, so phones cannot reach it."))
    except ScorepadError as error:
        flash(str(error))
    return _share_page(request.args.get("game", ""))


@blueprint.post("/share/stop")
def stop() -> AnyResponse:
    """Close the listener for phones and their connections."""
    (_local_lan() or abort(404)).close()
    flash(_("Phones can no longer reach this Scorepad."))
    return _share_page(request.args.get("game", ""))


def _local_lan() -> Lan | None:
    """Return the listener for phones; None for a request that came by it, which may not open or close it."""
    return None if is_on_lan() else lan()


def _share_page(game_id: str) -> AnyResponse:
    """Redirect to the page of the links of a game, or of the statistics for "" or YEARS."""
    is_game = game_id not in ("", YEARS)
    return redirect(url_for("share.show", game_id=game_id) if is_game else url_for("share.years"), code=303)


def _links_by_kind(game_id: str, kinds: Mapping[str, Role]) -> dict[str, list[dict[str, object]]]:
    group_links, addresses = shared_links(), _addresses()
    if group_links is None or not addresses:
        return {}
    return {kind: link_codes(group_links.link("", game_id, role), addresses) for kind, role in kinds.items()}


@blueprint.post("/device/another")
def another() -> Response:
    """Render a link for another device of the owner. It is shown once and works once."""
    group_links, addresses = shared_links(), _addresses()
    if group_links is None or not addresses or group().key:
        abort(404)  # on a host, owner links stay valid and have a separate page
    return _page(shown={"owner": link_codes(group_links.new_owner_link(""), addresses)})


@blueprint.post("/device/alone")
def alone() -> AnyResponse:
    """Sign out all other devices of the owner, such as a lost phone."""
    group_links = shared_links()
    if group_links is None or group().key:
        abort(404)
    group_links.renew_owner()
    update_session({SESSION_OWNER: group_links.owner_mark()})
    flash(_("All other devices are signed out. Links of games stay valid."))
    return redirect(url_for("device.settings"), code=303)


def _page(lan: Lan | None = None, **words: object) -> Response:
    has_moved = lan is not None and lan.address is not None and lan.address[0] != lan_address()
    return disable_caching(make_response(render_template("auth/share.html", lan=lan, has_moved=has_moved, **words)))


def _addresses() -> list[str]:
    """Return the addresses at which phones reach this Scorepad, the best first, [] without a network.

    The public address comes alone. Without one, a host name comes before the IP address, because the name stays the
    same in another network.
    """
    public = public_address()
    if public:
        return [public]
    url, listener = urlsplit(request.host_url), lan()
    host, port_number = listener.address if listener and listener.address else (url.hostname or "", url.port)
    port = f":{port_number}" if port_number else ""
    number = host if is_number(host) and not is_loopback(host) else lan_address()
    names = [host] if not (is_number(host) or is_loopback(host)) else _names(number)
    return [f"{url.scheme}://{url_host(host_name)}{port}" for host_name in [*names, number] if host_name]


def _names(number: str | None) -> list[str]:
    local = LocalName()
    return [local.name] if number and local.leads_to(number, MOST_WAIT) else []


def link_codes(path: str, addresses: Sequence[str]) -> list[dict[str, object]]:
    """Return the link to `path` at each of these addresses, with its QR code as an SVG path."""
    from printables.page import qr  # late: the start does not need it

    codes = {link: qr.as_path(link) for link in (address + path for address in addresses)}
    return [{"link": link, "size": size, "path": drawn} for link, (size, drawn) in codes.items()]
