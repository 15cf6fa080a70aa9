"""Names and numbers of this machine, as a browser or a server writes them."""

from __future__ import annotations

import contextlib
import ipaddress
import re
import socket
import threading
from urllib.parse import urlsplit

from scorepad.words import _


def hostname(header: str) -> str:
    """Return the name or number in a Host header, small letters, without the port.

    "" when the header makes no sense.
    """
    if re.search(r"[@/?#\\\s]", header):  # a whole address, of which we would read another part than others do
        return ""
    try:
        return (urlsplit(f"//{header}").hostname or "").rstrip(".")
    except ValueError:
        return ""


def is_well_formed(header: str) -> bool:
    """Return whether a Host header can be a host at all: no empty label, none over 63 letters."""
    try:
        header.encode("idna")
    except UnicodeError:
        return False
    return True


def public_address(text: str) -> str:
    """Return an address at which people reach this machine through a proxy, as a browser writes it.

    "https://scores.example.org". ValueError is a sentence about what is wrong with it.
    """
    try:
        there = urlsplit(text)
        host, port = (there.hostname or "").rstrip(".").encode("idna").decode("ascii"), there.port
    except ValueError:
        raise ValueError(_("“{text}” is no address.").format(text=text)) from None
    if there.scheme not in _USUAL_PORTS:
        raise ValueError(_("An address begins with https:// or http://, such as https://scores.example.org."))
    if not host or port == 0 or "@" in there.netloc or not re.fullmatch(r"[a-z0-9._:-]+", host):
        raise ValueError(_("“{text}” is no address.").format(text=text))
    if there.path not in ("", "/") or there.query or there.fragment:
        raise ValueError(_("An address ends with its name or port: Scorepad cannot live in a folder of a site."))
    return f"{there.scheme}://{in_address(host)}" + ("" if port in (None, _USUAL_PORTS[there.scheme]) else f":{port}")


def in_address(host: str) -> str:
    """Return a name or number for an address, with brackets if it contains colons."""
    return f"[{host}]" if ":" in host else host


_USUAL_PORTS = {"https": 443, "http": 80}


def leads_to(header: str, address: str) -> bool:
    """Whether a browser that sends this Host header was asked for this public address."""
    try:
        return public_address(f"{urlsplit(address).scheme}://{header}") == address
    except ValueError:
        return False


def is_loopback(host: str) -> bool:
    """Whether `host` leads from this machine to itself."""
    address = _number(host)
    return host == "localhost" if address is None else address.is_loopback


def is_number(host: str) -> bool:
    """Whether `host` is an IP address, not a name."""
    return _number(host) is not None


def is_ours(host: str, *, on_lan: bool) -> bool:
    """Whether `host` is a way to call this machine: from itself only, or from its network too."""
    if is_loopback(host):
        return True
    return on_lan and (host in {socket.gethostname().lower(), local_name()} or _is_own_number(host))


def local_name() -> str:
    """Return the mDNS name of this machine, "laptop.local", for networks without a name server."""
    return socket.gethostname().lower().partition(".")[0] + ".local"


class LocalName:
    """Whether the network knows this machine as `local_name()`, which stays the same where its number does not.

    That is asked on the side, for an answer may take its time or never come.
    """

    def __init__(self) -> None:
        self.name = local_name()
        self._numbers: set[str] = set()
        self._asking = threading.Thread(target=self._ask, daemon=True)
        self._asking.start()

    def _ask(self) -> None:
        with contextlib.suppress(OSError, UnicodeError):  # unknown, or not a name that a network can know
            self._numbers = {str(one[4][0]) for one in socket.getaddrinfo(self.name, None, type=socket.SOCK_STREAM)}

    def leads_to(self, number: str, seconds: float) -> bool:
        """Return whether the name resolves within `seconds` to `number`, an address of this machine.

        A name that resolves to loopback, as in some hosts files, is known on this machine only. Otherwise it may be
        another machine's too.
        """
        self._asking.join(seconds)
        return number in self._numbers


def _is_own_number(host: str) -> bool:
    """Whether `host` is an address of this machine now: only those can be bound. A laptop's change as it moves."""
    address = _number(host)
    if address is None or address.is_unspecified or address.is_multicast:
        return False
    with socket.socket(socket.AF_INET6 if address.version == 6 else socket.AF_INET, socket.SOCK_DGRAM) as binder:
        try:
            binder.bind((str(address), 0))
        except OSError:
            return False
    return True


def _number(host: str) -> ipaddress.IPv4Address | ipaddress.IPv6Address | None:
    """Return the address that `host` is; None when it is a name."""
    try:
        address = ipaddress.ip_address(host)
    except ValueError:
        return None
    return getattr(address, "ipv4_mapped", None) or address


def lan_address() -> str | None:
    """Return the address by which others on the network reach this machine; None without a network."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asker:
        try:
            asker.connect(("192.0.2.1", 9))  # asks only which way a packet would go; none is sent
            address = str(asker.getsockname()[0])
        except OSError:
            return None
    return None if is_loopback(address) else address
