"""Find this machine's private addresses, and open the sockets of the live table."""

import errno
import socket
from contextlib import ExitStack, suppress
from ipaddress import ip_address

from peloton.errors import PelotonError

PORT = 8471
HERE = "127.0.0.1"
_VIRTUAL = ("docker", "br-", "veth")
"""Prefixes of the names of virtual network adapters, which no phone can reach."""


def addresses() -> list[str]:
    """Return this machine's private addresses, with the default route's first.

    Private addresses cannot be reached from the Internet.
    """
    import ifaddr

    default, found = "", set()
    with suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as one:
        # No machine has this address: it finds the default route; no packet is sent.
        one.connect(("192.0.2.1", 9))
        default = str(one.getsockname()[0])
    for adapter in ifaddr.get_adapters():
        virtual = adapter.nice_name.startswith(_VIRTUAL)
        for ip in (ip_address(str(ip.ip)) for ip in adapter.ips if ip.is_IPv4):
            # The shared address space (RFC 6598) of some VPNs is not global either.
            if not (ip.is_global or ip.is_loopback):
                found.add((str(ip) != default, virtual, ip))
    return [str(ip) for *_, ip in sorted(found)]


def open_sockets(host: str | None, port: int | None) -> tuple[list[socket.socket], int]:
    """Open the sockets of the live table; return them and their common port.

    Without a host, or with 0.0.0.0, they listen on every private address and on
    localhost. Without a port, 20 ports are tried, from PORT on. Raises PelotonError if
    the port or all of these are not free, or `host` is not an address of this machine.
    """
    own = host and host != "0.0.0.0"  # noqa: S104 - means all addresses, as by default
    hosts = [host] if own else [*addresses(), HERE]
    for number in [port] if port else range(PORT, PORT + 20):
        with ExitStack() as stack:
            try:
                servers = (socket.create_server((name, number)) for name in hosts)
                sockets = [stack.enter_context(server) for server in servers]
            except (OSError, UnicodeError) as error:
                code = getattr(error, "errno", None)
                if code == errno.EADDRINUSE or (code == errno.EACCES and not port):
                    continue
                reason = (getattr(error, "strerror", None) or str(error)).split(" (")[0]
                where = host or "the network"
                advice = "expected an address of this machine"
                if code == errno.EACCES:  # for example, only root may use port 80
                    where, advice = f"port {port}", "choose another --port"
                message = f"cannot listen on {where}: {reason}; {advice}"
                raise PelotonError(message) from error
            stack.pop_all()
            return sockets, number
    taken = f"port {port} is in use" if port else f"ports {PORT} and up are in use"
    raise PelotonError(
        f"{taken}, maybe by another live table: stop it, or choose another --port"
    )
