"""Find this machine's private addresses, and open the sockets of the live table."""

import errno
import socket
from collections.abc import Sequence
from contextlib import suppress
from ipaddress import ip_address, ip_network

from peloton.errors import PelotonError

PORT = 8471
_MAX_PORTS = 20
"""Number of ports to try, from PORT on, if the user gave none."""
HERE = "127.0.0.1"
_SHARED_SPACE = ip_network("100.64.0.0/10")
"""Shared address space (RFC 6598), which some VPNs use; it counts as private."""
_VIRTUAL = ("docker", "br-", "veth")
"""Prefixes of the names of virtual network adapters, which no phone can reach."""
_UNUSED_ADDRESS = "192.0.2.1"
"""An address that no machine has, used only to find the default route."""


def addresses() -> list[str]:
    """Return this machine's private addresses, with the default route's first.

    Private addresses cannot be reached from the Internet.
    """
    import ifaddr

    found = {
        str(ip.ip): adapter.nice_name.startswith(_VIRTUAL)
        for adapter in ifaddr.get_adapters()
        for ip in adapter.ips
        if ip.is_IPv4 and _is_private(str(ip.ip))
    }
    default = _default_address()
    return sorted(found, key=lambda ip: (ip != default, found[ip], ip_address(ip)))


def open_sockets(host: str | None, port: int | None) -> tuple[list[socket.socket], int]:
    """Open the sockets of the live table; return them and their common port.

    Without a host they listen on every private address and on localhost. Raises
    PelotonError if the requested port is in use, or `host` is not an address of this
    machine.
    """
    hosts = [host] if host else [*addresses(), HERE]
    ports = [port] if port else range(PORT, PORT + _MAX_PORTS)
    for number in ports:
        try:
            return _sockets(hosts, number), number
        except OSError as error:
            if error.errno not in {errno.EADDRINUSE, errno.EACCES}:
                raise PelotonError(
                    f"cannot listen on {host or 'the network'}:"
                    f" {error.strerror or error}; expected an address of this machine"
                ) from error
    taken = f"port {port} is in use" if port else f"ports {PORT} and up are in use"
    raise PelotonError(
        f"{taken}, maybe by another live table: stop it, or choose another --port"
    )


def phone_addresses(sockets: Sequence[socket.socket]) -> list[str]:
    """Return the addresses for phones to use: for 0.0.0.0, all private addresses."""
    hosts = [str(opened.getsockname()[0]) for opened in sockets]
    if "0.0.0.0" in hosts:  # noqa: S104 - the user chose it with --host
        hosts = [*addresses(), HERE]
    return hosts


def _sockets(hosts: Sequence[str], port: int) -> list[socket.socket]:
    opened: list[socket.socket] = []
    try:
        for host in hosts:
            opened += [socket.create_server((host, port))]
    except (OSError, UnicodeError) as error:
        for one in opened:
            one.close()
        raise error if isinstance(error, OSError) else OSError(str(error)) from error
    return opened


def _default_address() -> str:
    """Return the address of the default route; no packet is sent."""
    with suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as one:
        one.connect((_UNUSED_ADDRESS, 9))
        return str(one.getsockname()[0])
    return ""


def _is_private(ip: str) -> bool:
    address = ip_address(ip)
    private = address.is_private or address in _SHARED_SPACE
    return private and not address.is_loopback
