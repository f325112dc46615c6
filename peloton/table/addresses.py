"""Where the table is found: the addresses of this machine, and sockets on them."""

import errno
import socket
from collections.abc import Sequence
from contextlib import suppress
from ipaddress import ip_address, ip_network

from peloton.errors import PelotonError

PORT = 8471
_TRIED = 20
"""Ports that are tried, one after the other, where none was asked for."""
HERE = "127.0.0.1"
_CARRIER = ip_network("100.64.0.0/10")
"""Addresses within a network of others, as of a VPN: private all the same."""
_NOWHERE = "192.0.2.1"
"""An address that nobody has: asked only which way would lead to it."""


def addresses() -> list[str]:
    """Return the private addresses of this machine, that of its wifi or cable first.

    None of them can be reached from the Internet.
    """
    import ifaddr

    found = {
        str(ip.ip): adapter.nice_name
        for adapter in ifaddr.get_adapters()
        for ip in adapter.ips
        if ip.is_IPv4
    }
    usual = _usual()
    return sorted(
        (ip for ip in found if _is_private(ip)),
        key=lambda ip: (ip != usual, _rank(ip, found[ip]), ip_address(ip)),
    )


def listening(host: str | None, port: int | None) -> tuple[list[socket.socket], int]:
    """Open the sockets of the table; return them with the port they all have.

    Without a host it listens on every private address, and always on this machine.
    PelotonError if the port asked for is taken, or the host is none of this machine.
    """
    hosts = [host] if host else [*addresses(), HERE]
    ports = [port] if port else range(PORT, PORT + _TRIED)
    for number in ports:
        try:
            return _sockets(hosts, number), number
        except OSError as error:
            if error.errno not in {errno.EADDRINUSE, errno.EACCES}:
                message = (
                    f"{host or 'the network'} cannot be listened on:"
                    f" {error.strerror or error}; expected an address of this machine"
                )
                raise PelotonError(message) from error
    taken = f"port {port} is taken" if port else f"all ports from {PORT} on are taken"
    message = f"{taken}, maybe by another table: stop that, or name one with --port"
    raise PelotonError(message)


def hosts_of(sockets: Sequence[socket.socket]) -> list[str]:
    """Return the addresses that phones may ask by; every one for 0.0.0.0."""
    hosts = [str(opened.getsockname()[0]) for opened in sockets]
    if "0.0.0.0" in hosts:  # noqa: S104 - asked for
        hosts = [*addresses(), HERE]
    return hosts


def _sockets(hosts: Sequence[str], port: int) -> list[socket.socket]:
    opened: list[socket.socket] = []
    try:
        for host in hosts:
            one = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
            opened.append(one)
            if hasattr(socket, "SO_EXCLUSIVEADDRUSE"):
                one.setsockopt(socket.SOL_SOCKET, socket.SO_EXCLUSIVEADDRUSE, 1)
            else:
                one.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            one.bind((host, port))
            one.listen(128)
    except (OSError, UnicodeError) as error:
        for one in opened:
            one.close()
        raise error if isinstance(error, OSError) else OSError(str(error)) from error
    return opened


def _usual() -> str:
    """Return the address that this machine itself would use; no packet is sent."""
    with suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as one:
        one.connect((_NOWHERE, 9))
        return str(one.getsockname()[0])
    return ""


def _is_private(ip: str) -> bool:
    address = ip_address(ip)
    private = address.is_private or address in _CARRIER
    return private and not address.is_loopback


def _rank(ip: str, name: str) -> int:
    """Put home networks first, those of containers and without a router last."""
    if ip_address(ip).is_link_local or name.startswith(("docker", "br-", "veth")):
        return 3
    return 0 if ip.startswith("192.168.") else 1 if ip.startswith("10.") else 2
