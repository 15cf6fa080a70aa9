"""Host names and IP addresses of this machine, and the parsing of Host headers and public addresses."""

import contextlib
import ipaddress
import re
import socket
import threading
from urllib.parse import urlsplit

from scorepad.words import _


def hostname(header: str) -> str:
    """Return the name or IP address in a Host header, in lower case and without the port.

    Return "" for a malformed header.
    """
    if re.search(r"[@/?#\\\s]", header):  # other parsers could take another part of such an address for the host
        return ""
    try:
        return (urlsplit(f"//{header}").hostname or "").rstrip(".")
    except ValueError:
        return ""


def is_well_formed(header: str) -> bool:
    """Return whether a Host header can be a host name: no empty label, and none over 63 characters."""
    try:
        header.encode("idna")
    except UnicodeError:
        return False
    return True


def public_address(text: str) -> str:
    """Return a public address in the form that browsers use, such as "https://scores.example.org".

    At that address people reach this machine through a proxy. Raise ValueError with a message for the user.
    """
    try:
        parts = urlsplit(text)
        host, port = (parts.hostname or "").rstrip(".").encode("idna").decode("ascii"), parts.port
    except ValueError:
        raise ValueError(
            _("“{text}” is not an address. Example: https://scores.example.org.").format(text=text)
        ) from None
    if parts.scheme not in _USUAL_PORTS:
        raise ValueError(_("An address begins with https:// or http://, such as https://scores.example.org."))
    if not host or port == 0 or "@" in parts.netloc or not re.fullmatch(r"[a-z0-9._:-]+", host):
        raise ValueError(_("“{text}” is not an address. Example: https://scores.example.org.").format(text=text))
    if parts.path not in ("", "/") or parts.query or parts.fragment:
        raise ValueError(_("An address ends with its name or port. Scorepad cannot be in a folder of a website."))
    return f"{parts.scheme}://{url_host(host)}" + ("" if port in (None, _USUAL_PORTS[parts.scheme]) else f":{port}")


def url_host(host: str) -> str:
    """Return a host for use in an address: an IPv6 address in brackets, any other host unchanged."""
    return f"[{host}]" if ":" in host else host


_USUAL_PORTS = {"https": 443, "http": 80}


def matches_public_address(header: str, address: str) -> bool:
    """Return whether a request with this Host header was sent to this public address."""
    try:
        return public_address(f"{urlsplit(address).scheme}://{header}") == address
    except ValueError:
        return False


def is_loopback(host: str) -> bool:
    """Return whether `host` is "localhost" or a loopback address."""
    address = _number(host)
    return host == "localhost" if address is None else address.is_loopback


def is_number(host: str) -> bool:
    """Return whether `host` is an IP address, not a name."""
    return _number(host) is not None


def is_own_host(host: str, *, on_lan: bool) -> bool:
    """Return whether `host` is this machine: a loopback host, or with `on_lan` its name or address in the network."""
    if is_loopback(host):
        return True
    return on_lan and (host in {socket.gethostname().lower(), local_name()} or _is_own_number(host))


def local_name() -> str:
    """Return the mDNS name of this machine, such as "laptop.local", for networks without a name server."""
    return socket.gethostname().lower().partition(".")[0] + ".local"


class LocalName:
    """A lookup of the mDNS name of this machine, which stays the same when the IP address changes.

    A background thread resolves the name, because the answer may be late or never come.
    """

    def __init__(self) -> None:
        self.name = local_name()
        self._numbers: set[str] = set()
        self._asking = threading.Thread(target=self._ask, daemon=True)
        self._asking.start()

    def _ask(self) -> None:
        with contextlib.suppress(OSError, UnicodeError):  # the name is unknown or not a valid host name
            self._numbers = {str(entry[4][0]) for entry in socket.getaddrinfo(self.name, None, type=socket.SOCK_STREAM)}

    def leads_to(self, number: str, seconds: float) -> bool:
        """Return whether the name resolves within `seconds` to `number`, an IP address of this machine.

        The comparison excludes loopback addresses, as in some hosts files, which only this machine knows. It also
        excludes another machine with the same name.
        """
        self._asking.join(seconds)
        return number in self._numbers


def _is_own_number(host: str) -> bool:
    """Return whether `host` is an IP address of this machine now, by binding a socket to it.

    The addresses of a laptop change as it moves.
    """
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
    """Parse an IP address; return None for a name. An IPv4 address mapped to IPv6 is returned as IPv4."""
    try:
        address = ipaddress.ip_address(host)
    except ValueError:
        return None
    return getattr(address, "ipv4_mapped", None) or address


def household_address(address: str) -> str:
    """Return the part of an IP address that identifies a household.

    That is a complete IPv4 address, or the first half of an IPv6 address. Devices choose the second half freely.
    """
    ip = _number(address)
    if ip is None:
        return address
    return str(ip if ip.version == 4 else ipaddress.ip_network((ip.packed[:8] + bytes(8), 64)))


def lan_address() -> str | None:
    """Return the IPv4 address of this machine in its local network, or None without a network."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # only selects the route; no packet is sent
            address = str(probe.getsockname()[0])
        except OSError:
            return None
    return None if is_loopback(address) else address
