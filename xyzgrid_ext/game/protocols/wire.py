"""The Portal's plugin, telnet, and websockets, which do what clients expect.

The settings PORTAL_SERVICES_PLUGIN_MODULES, TELNET_PROTOCOL_CLASS and WEBSOCKET_PROTOCOL_CLASS name
them. The first restores the capitals in names such as `Room.WrongDir`, which Evennia drops. The
second separates GMCP and MSDP for clients that use both: Evennia sends everything by both, and
nested data by MSDP as Python text. It also has clients with MXP read text as text, which Evennia
6.1 forgets, so that they take the arrows of maps for tags. The third tells the Server of broken
connections. Each works without the others.
"""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec
from typing import Any

from evennia.server.portal import mxp, telnet_oob
from evennia.server.portal.mccp import mccp_compress
from evennia.server.portal.telnet_oob import GMCP, MSDP
from evennia.server.portal.webclient import WebSocketClient
from evennia.utils import logger

from xyzgrid_ext.game.parts import chosen_parts, log_faults
from xyzgrid_ext.game.protocols.telnet import SizedTelnet
from xyzgrid_ext.parts import all_parts, guard, load

NAMES = {
    "room_wrongdir": "Room.WrongDir",
    "room_updateexits": "Room.UpdateExits",
    "room_addplayer": "Room.AddPlayer",
    "room_removeplayer": "Room.RemovePlayer",
}
"""Evennia's name of a message -> its name in GMCP, where Evennia loses the capitals."""
_SINCE_6 = "evennia.server.portal.gmcp_utils"
_GMCP_ONLY = {
    *NAMES, "room_info", "room_players", "char_items_list", "char_items_add", "char_items_remove",
    "char_vitals", "comm_channel_list", "comm_channel_text",
    "client_map", "xyzgrid_map", "xyzgrid_way", "xyzgrid_party", "xyzgrid_commands",
    *(name for part in all_parts() for name in part.gmcp),
}  # fmt: skip
_Sized: Any = SizedTelnet
for _part in chosen_parts().parts:
    for _path in _part.telnet:
        with guard(_part.name):
            _Sized = type("_Sized", (load(_path), _Sized), {})
_LOCK = b"\x1b[7z"
"""Has a client with MXP read everything as text, except the tags that Evennia marks as secure."""


class Telnet(_Sized):
    """Evennia's telnet protocol, with each message sent only by its own protocol."""

    def requestNegotiation(self, about: bytes, data: bytes) -> None:  # noqa: N802  Twisted's name
        """Send a subnegotiation; after that of MXP, have text read as text if Evennia does not."""
        super().requestNegotiation(about, data)
        if about == mxp.MXP and not (_escapes() or hasattr(mxp, "MXP_LOCK_LOCKED")):
            self.transport.write(mccp_compress(self, _LOCK))

    def send_default(self, cmdname: str, *args: object, **kwargs: object) -> None:
        """Send a message out of band; a name in capitals is an MSDP variable."""
        kwargs.pop("options", None)
        if cmdname in _GMCP_ONLY:
            if self.oob.GMCP:
                self.requestNegotiation(GMCP, self.oob.encode_gmcp(cmdname, *args, **kwargs))
        elif cmdname.isupper():
            if self.oob.MSDP:
                self.requestNegotiation(MSDP, self.oob.encode_msdp(cmdname, *args, **kwargs))
        else:
            super().send_default(cmdname, *args, **kwargs)


class WebSocket(WebSocketClient):
    """Evennia's websocket, whose player leaves when the connection breaks.

    Evennia keeps such a player in the game until the same browser comes again, if ever.
    """

    def onClose(  # noqa: N802  Twisted's name
        self, was_clean: bool, code: int | None = None, reason: str | None = None
    ) -> None:
        """Tell the Server, whoever closed; the browser stays logged in, and may come back."""
        super().onClose(was_clean, code, reason)
        if hasattr(self, "websocket_close_code") and getattr(self, "sessionhandler", None):
            self.sessionhandler.disconnect(self)


def _escapes() -> bool:
    """Whether Evennia escapes `<`, as 5.0.1 does; under the lock the escapes would be shown."""
    return str(mxp.mxp_parse("<")) != "<"


def start_plugin_services(portal: object) -> None:
    """Set up the names of GMCP, and log faults of parts. Evennia calls it before it listens."""
    gmcp_names().update(NAMES)
    log_faults(logger.log_err)


def gmcp_names() -> dict[str, str]:
    """Return Evennia's table of GMCP names: in `gmcp_utils` since 6, in `telnet_oob` before.

    Raises:
        AttributeError: if it is in neither.
    """
    place = import_module(_SINCE_6) if find_spec(_SINCE_6) is not None else telnet_oob
    names: dict[str, str] = place.EVENNIA_TO_GMCP
    return names
