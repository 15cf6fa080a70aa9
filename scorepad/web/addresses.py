"""Names and numbers of this machine, as a browser or a server writes them."""

from __future__ import annotations

import ipaddress
import socket
from urllib.parse import urlsplit


def hostname(header: str) -> str:
    """The name or number in a Host header, small letters, without the port; "" when the header makes no sense."""
    try:
        return (urlsplit(f"//{header}").hostname or "").rstrip(".")
    except ValueError:
        return ""


def is_loopback(host: str) -> bool:
    """Whether `host` leads from this machine to itself."""
    address = _number(host)
    return host == "localhost" if address is None else address.is_loopback


def is_ours(host: str, *, on_lan: bool) -> bool:
    """Whether `host` is a way to call this machine: from itself only, or from its network too."""
    if is_loopback(host):
        return True
    own = socket.gethostname().lower()
    return on_lan and (host in {own, f"{own}.local"} or _is_own_number(host))


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
    """The address that `host` is; None when it is a name."""
    try:
        address = ipaddress.ip_address(host)
    except ValueError:
        return None
    return getattr(address, "ipv4_mapped", None) or address


def lan_address() -> str | None:
    """The address by which others on the network reach this machine; None without a network."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asker:
        try:
            asker.connect(("192.0.2.1", 9))  # asks only which way a packet would go; none is sent
            address = str(asker.getsockname()[0])
        except OSError:
            return None
    return None if is_loopback(address) else address
