"""Clients that draw maps, as they behave on the wire: Mudlet by GMCP, an older one by MSDP.

    server  WILL GMCP   DO NAWS   DO TTYPE            client  DO GMCP  WILL NAWS  WILL TTYPE
            SB TTYPE SEND                                     SB TTYPE IS MUDLET
                                                              SB GMCP Core.Hello {…}
                                                              SB GMCP Core.Supports.Set […]

Written for the tests, from descriptions of the protocols; it shares nothing with Evennia's own.
"""

import json
import time

from tools.runner.telnet import GMCP, NAWS, WILL, Telnet

TTYPE, MSDP = 24, 69
_IS, _SEND = 0, 1
VAR, VAL, TABLE_OPEN, TABLE_CLOSE, ARRAY_OPEN, ARRAY_CLOSE = 1, 2, 3, 4, 5, 6
MODULES = ("Char 1", "Char.Skills 1", "Char.Items 1", "Room 1", "IRE.Rift 1", "IRE.Composer 1")


class MapClient(Telnet):
    """Negotiates as a client of the given name that takes the given options."""

    def __init__(self, host, port, *, name="MUDLET", options=(GMCP,), modules=MODULES):
        self._name, self._modules = name, modules
        self.answered = set()  # options that were agreed on
        self._read = 0  # subnegotiations that were looked at
        super().__init__(host, port, accept={TTYPE, NAWS, *options}, width=100)

    # --- what comes

    def gmcp(self, least=0):
        """Return the messages since the last time: [(name, what it holds, or None)].

        At least so many are waited for; then those that follow at once are taken along.
        """
        return [message_of(data) for data in self._heard(GMCP, least)]

    def msdp(self, least=0):
        """Return the variables since the last time, as they came: [(name, value)]; see `gmcp`."""
        return [pair for data in self._heard(MSDP, least) for pair in variables_of(data)]

    def _heard(self, option, least):
        end = time.monotonic() + self._timeout
        while len(self._new(option)) < least and self._receive(end - time.monotonic()):
            pass
        self.read()
        found = self._new(option)
        self._read = len(self.subnegotiations)
        return found

    def _new(self, option):
        return [data for known, data in self.subnegotiations[self._read :] if known == option]

    # --- what goes

    def say_gmcp(self, message, *content):
        """Send a message, and what it holds as JSON."""
        text = " ".join((message, *(json.dumps(one) for one in content)))
        self.send_option(GMCP, text.encode())

    def say_msdp(self, name, *values):
        """Send a variable with one value or more."""
        values = b"".join(bytes([VAL]) + value.encode() for value in values)
        self.send_option(MSDP, bytes([VAR]) + name.encode() + values)

    # --- telnet

    def _answer(self, verb, option):
        super()._answer(verb, option)
        if option in self.answered or option not in self._accept:
            return
        self.answered.add(option)
        if option == GMCP and verb == WILL:
            self.say_gmcp("Core.Hello", {"client": "Mudlet", "version": "4.19.1"})
            if self._modules is not None:
                self.say_gmcp("Core.Supports.Set", list(self._modules))

    def _split(self):
        before = len(self.subnegotiations)
        super()._split()
        for option, data in self.subnegotiations[before:]:
            if option == TTYPE and data[:1] == bytes([_SEND]):
                self.send_option(TTYPE, bytes([_IS]) + self._name.encode())


def message_of(data):
    """Return the name of a GMCP message and what it holds; None where that is nothing."""
    name, _blank, content = data.decode("utf-8").partition(" ")
    return name, json.loads(content) if content else None


def variables_of(data):
    """Return the variables of an MSDP message: texts, lists, and tables of these."""
    assert data[0] == VAR, data
    name, rest = data[1:].split(bytes([VAL]), 1)
    if rest[:1] == bytes([ARRAY_OPEN]):
        assert rest[-1] == ARRAY_CLOSE, rest
        return [(name.decode(), [one.decode() for one in rest[1:-1].split(bytes([VAL]))[1:]])]
    if rest[:1] == bytes([TABLE_OPEN]):
        assert rest[-1] == TABLE_CLOSE, rest
        pairs = (part.split(bytes([VAL]), 1) for part in rest[1:-1].split(bytes([VAR]))[1:])
        return [(name.decode(), {key.decode(): value.decode() for key, value in pairs})]
    found = []
    for part in data[1:].split(bytes([VAR])):
        name, value = part.split(bytes([VAL]), 1)
        found.append((name.decode(), value.decode()))
    return found
