"""Lists of command words, for clients that complete typed text.

Xyzgrid.Commands {"words": ["goto", "look", …], "links": ["look", …]}

`words` are the commands that a player may use, sent when they puppet a character. `links` are those
that a text of the game may offer as a link; staff commands are not among them, so that nobody is
tricked into clicking one.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from xyzgrid_ext.game.protocols import wants

MOST = 1000
"""The largest number of words in one answer."""


def begun(session: Any, asked: frozenset[str]) -> None:
    """Send a subscribed session the command words of its character."""
    if wants.COMMANDS not in asked or session.puppet is None:
        return
    words: set[str] = set()
    links: set[str] = set()
    for command in _commands(session):
        found = {word for word in (command.key, *command.aliases) if len(word) > 1}
        words |= found
        if "perm" not in str(command.locks):
            links |= found
    told = {"words": sorted(words)[:MOST], "links": sorted(links)[:MOST]}
    session.msg(xyzgrid_commands=((), told))


def _commands(session: Any) -> Iterator[Any]:
    """Yield the commands of a session, its account and its character, except exits and channels."""
    caller = session.puppet or session.account or session
    for holder in (session, session.account, session.puppet):
        cmdset = holder.cmdset.current if holder is not None else None
        for command in cmdset.commands if cmdset is not None else ():
            if command.is_exit or command.key.startswith("__"):
                continue
            if command.access(caller, "cmd"):
                yield command
