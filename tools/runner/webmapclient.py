"""Map clients by WebSocket: the same messages as by telnet, in the frames of MUD Standards.

    client   GET / … Sec-WebSocket-Protocol: gmcp.mudstandards.org     server   101, and the same
    BINARY   look                                                      BINARY   Lantern Square …
    TEXT     Core.Supports.Set ["Room 1"]                              TEXT     Room.Info {…}

By json.mudstandards.org a TEXT frame is {"proto": "gmcp", "id": "Room.Info", "data": "{…}"}.
Evennia knows these since 6.0. Written for the tests, from RFC 6455 and mudstandards.org/websocket;
it shares nothing with Evennia's own.
"""

import base64
import hashlib
import json
import os
import struct

from tools.runner.mapclient import GMCP, MODULES, MapClient

FORMATS = ("gmcp.mudstandards.org", "json.mudstandards.org")
TEXT, BINARY, CLOSE, PING, PONG = 1, 2, 8, 9, 10
_GUID = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11"  # of RFC 6455
_FINAL, _MASKED = 0x80, 0x80


class WebMapClient(MapClient):
    """A map client that says by WebSocket all that `MapClient` says by telnet.

    The server must take the format; a frame with text is a message, and ends with a line.
    """

    def __init__(self, host, port, form, *, modules=MODULES):
        self._form = form
        super().__init__(host, port, modules=modules)
        self._shake_hands(f"{host}:{port}")
        self.say_gmcp("Core.Hello", {"client": "Mudlet", "version": "4.19.1"})
        if modules is not None:
            self.say_gmcp("Core.Supports.Set", list(modules))
        self._split()

    def send(self, line):
        """Send one line."""
        self._send_frame(BINARY, line.encode())

    def send_option(self, option, data):
        """Send a message of GMCP; by WebSocket there are no others."""
        assert option == GMCP
        if self._form.startswith("json"):
            name, _blank, content = data.decode().partition(" ")
            data = json.dumps({"proto": "gmcp", "id": name, "data": content}).encode()
        self._send_frame(TEXT, data)

    # ---

    def _shake_hands(self, address):
        key = base64.b64encode(os.urandom(16)).decode()
        lines = (
            "GET / HTTP/1.1",
            f"Host: {address}",
            *("Upgrade: websocket", "Connection: Upgrade", "Sec-WebSocket-Version: 13"),
            f"Sec-WebSocket-Key: {key}",
            f"Sec-WebSocket-Protocol: {self._form}",
        )
        self._socket.sendall("\r\n".join((*lines, "", "")).encode())
        while b"\r\n\r\n" not in self._raw:
            data = self._socket.recv(4096)
            assert data, f"no handshake: {self._raw!r}"
            self._raw += data
        head, self._raw = self._raw.split(b"\r\n\r\n", 1)
        status, *rest = head.decode().split("\r\n")
        told = {name.casefold(): value for name, value in (line.split(": ", 1) for line in rest)}
        digest = hashlib.sha1((key + _GUID).encode()).digest()
        assert status.split()[1] == "101", head
        assert told["sec-websocket-accept"] == base64.b64encode(digest).decode()
        assert told["sec-websocket-protocol"] == self._form
        self.answered.add(GMCP)

    def _send_frame(self, kind, data):
        """Send it masked, as a client must."""
        size = len(data)
        assert size < 1 << 16
        length = bytes([_MASKED | size]) if size < 126 else struct.pack("!BH", _MASKED | 126, size)
        mask = os.urandom(4)
        masked = bytes(byte ^ mask[at % 4] for at, byte in enumerate(data))
        self._socket.sendall(bytes([_FINAL | kind]) + length + mask + masked)

    def _split(self):
        """Move whole frames out of the raw bytes."""
        while (frame := self._next_frame()) is not None:
            kind, data = frame
            if kind == BINARY:
                self._text += data.decode("utf-8") + "\n"
            elif kind == TEXT:
                self.subnegotiations.append((GMCP, self._message(data)))
            elif kind == PING:
                self._send_frame(PONG, data)
            elif kind == CLOSE:
                self.close()

    def _next_frame(self):
        """Return kind and data of a frame that is whole; None if there is none yet."""
        raw = self._raw
        if len(raw) < 2:
            return None
        assert raw[0] & _FINAL, "Evennia sends whole messages"
        size, start = raw[1], 2  # a server does not mask
        if size in (126, 127):
            start = 4 if size == 126 else 10
            size = int.from_bytes(raw[2:start], "big") if len(raw) >= start else len(raw)
        if len(raw) < start + size:
            return None
        self._raw = raw[start + size :]
        return raw[0] & 0x0F, raw[start : start + size]

    def _message(self, data):
        """Return it as by telnet: the name, a blank, and JSON."""
        if self._form.startswith("gmcp"):
            return data
        found = json.loads(data)
        assert found["proto"] == "gmcp", found
        return f"{found['id']} {found['data']}".strip().encode()
