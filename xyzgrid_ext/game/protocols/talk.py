"""Tells clients of a character's hearts, and of what others say to it, as the IRE games do.

    Char.Vitals         {"hp": "2", "maxhp": "3", "string": "H:2/3"}
    Comm.Channel.List   [{"name": "public", "caption": "Public", "command": "public"}]
    Comm.Channel.Text   {"channel": "public", "talker": "Ann", "text": "[Public] Ann: hello"}

The shapes are those that the IRE games document: values of vitals are texts, and the text of a
channel is the whole line. Where hearts do not count, they are all there. `say` is a channel, too.
For clients with MXP, commands that a text names are links.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache

from evennia.comms.models import ChannelDB
from evennia.utils.ansi import strip_ansi

from xyzgrid_ext.game.base.command_sets import player_words
from xyzgrid_ext.game.base.evennia_types import Character, ClientSession
from xyzgrid_ext.game.parts import hearts_of
from xyzgrid_ext.game.protocols.subscriptions import CHANNELS, VITALS, subscriptions_of

SAY = "say"
"""The name of the channel of what is said in a room."""
_NO_FIGHT = (3, 3)
_SAID = ("say", "pose", "whisper", "page")
_COMMAND = re.compile(r"(?<!\|lt)\|w([^|\n<>\[\]]+)\|n")


def tell_vitals(session: ClientSession) -> None:
    """Send a subscribed session its character's hit points, if they have changed."""
    if VITALS not in subscriptions_of(session) or session.puppet is None:
        return
    left, most = hearts_of(session.puppet) or _NO_FIGHT
    if session.ndb.xyzgrid_vitals != (left, most):
        session.ndb.xyzgrid_vitals = left, most
        text = f"H:{left}/{most}"
        session.msg(char_vitals=((), {"hp": str(left), "maxhp": str(most), "string": text}))


def send_talk_state(session: ClientSession, asked: frozenset[str]) -> None:
    """Send a session hit points and channels, as far as it has `asked` (subscribed) for them."""
    if VITALS in asked:
        session.ndb.xyzgrid_vitals = None
        tell_vitals(session)
    if CHANNELS in asked and session.account is not None:
        channels = ChannelDB.objects.get_subscriptions(session.account)
        rows = [
            {"name": name, "caption": str(channel.key), "command": name}
            for channel in channels
            for name in [str(channel.key).lower()]
        ]
        rows.append({"name": SAY, "caption": "Say", "command": SAY})
        session.msg(comm_channel_list=(rows, {}))


def tell_speech(talker: Character, hearers: Iterable[Character], text: str) -> None:
    """Tell the clients of those who hear somebody what was said."""
    for hearer in hearers:
        for session in hearer.sessions.all():
            _tell(session, SAY, str(talker.key), strip_ansi(text))


def tell_channel_message(session: ClientSession, channel_id: int, text: str) -> None:
    """Tell a session of a message on a channel."""
    channel = ChannelDB.objects.filter(id=channel_id).first()
    if channel is not None:
        line = strip_ansi(text)
        said_by = line.removeprefix(strip_ansi(channel.channel_prefix()))
        _tell(session, str(channel.key).lower(), said_by.partition(":")[0].strip(), line)


def _tell(session: ClientSession, channel: str, talker: str, text: str) -> None:
    if CHANNELS in subscriptions_of(session):
        row = {"channel": channel, "talker": talker, "text": text}
        session.msg(comm_channel_text=((), row))


def with_links(text: str, kind: str) -> str:
    """Return a text with its commands as links, unless its type `kind` is that of speech: `say`."""
    return text if kind in _SAID else _COMMAND.sub(_link, text)


def _link(match: re.Match[str]) -> str:
    line = match[1]
    is_command = line.split(" ")[0].lower() in _words()
    return f"|lc{line}|lt{match[0]}|le" if is_command else match[0]


@lru_cache(1)
def _words() -> frozenset[str]:
    return frozenset(word for word in player_words() if len(word) > 1)
