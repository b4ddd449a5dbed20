"""By which address somebody is counted, where there are limits for those who hold no key."""

from __future__ import annotations

import ipaddress


def neighbourhood(address: str | None) -> str:
    """The address by which somebody is counted: an IPv6 network as a whole. "" for this computer itself, which may be
    the teacher, or a proxy of which nobody told us, and then stands for all."""
    try:
        found = ipaddress.ip_address((address or "").partition("%")[0])
    except ValueError:
        return address or ""
    if isinstance(found, ipaddress.IPv6Address):
        found = found.ipv4_mapped or found
    if found.is_loopback:
        return ""
    return str(found) if found.version == 4 else str(ipaddress.ip_network((found, 64), strict=False).network_address)
