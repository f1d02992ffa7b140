"""What people type, what their clients and browsers send, and the words of the launcher.

Each input is tried by one of those of `stand`; nothing that they send may put a traceback into the
log, or before their eyes.
"""

import json
import re
import shlex
from collections.abc import Sequence
from random import Random
from typing import Any

import limits
import mutate
import stand
from stand import PEOPLE, checked, game

from xyzgrid_ext.core.errors import GridError

LINES = (
    *("look", "map", "map +", "map speak", "map raw", "map list", "map todo", "map explored"),
    *("goto (3,3,town)", "goto nearest shop", "goto the old well via the bridge", "goto/full Bob"),
    *("path (4,4,town)", "path clear", "path/explored the inn", "goto", "follow Bob", "follow"),
    *("moves", "hint", "save", "restart", "give up", "forward", "wormhole 2", "ba", "up", "out"),
    *("party red", "party", "party none", "attack rat", "attack", "answer an echo", "open chest"),
    *("get rope", "drop rope", "give rope to Bob", "look chest", "use lamp", "north", "south", "w"),
    *("play", "watch", "scores", "play boxes", "undo", "checkpoint", "back", "level 2", "next"),
    *("stop", "quit", "replay", "wait 3", "l", "lll", "shoot", "puzzles", "whisper Bob = hi"),
    *("xyzgrid list", "xyzgrid show town", "xyzgrid check", "xyzgrid plan town", "xyzgrid jobs"),
    *("xyzgrid reach (1,1,town) 3", "xyzgrid path (1,1,town) (2,2,town)", "xyzgrid help spawn"),
    *("dungeon list", "dungeon prove cistern", "dungeon reset cistern", "dungeon list x"),
    *("tel (3,3,town)", "tel Bob = (4,4,town)", "open shaft;s = (3,3,town)", "fly", "dive"),
    *("dungeon new deep rooms=12", "who", "say hello", "study"),
)  # fmt: skip


def script(chance: Random, seeds: Sequence[str]) -> Any:
    who = chance.choice(PEOPLE)
    count = chance.choice((1, 2, 4, 8))
    return [who, [mutate.line(chance, seeds)[:20_000] for _ in range(count)]]


def typed(value: Any) -> None:
    who, lines = value
    player = game().player(who)
    for one in lines:
        limits.anew()
        # Evennia's own to answer for: a whole script to be run, a process to be ended
        checked(player.types(re.sub(r"(?i)^\W*(py|batch\w*|shutdown|reset)\b", "x", one)))
        game().passes(1.0)
        checked("")


GMCP = (
    'Core.Supports.Set ["Room 1", "Client.Map 1", "Xyzgrid 1", "Map 1"]',
    'Core.Supports.Add ["Room.Info 1"]\nCore.Supports.Remove ["Room"]',
    'Xyzgrid.Map {"map": "town", "level": 0}\nMap.Get ["lighthouse", 2]',
    'Xyzgrid.Key ["left", "tick"]\nXyzgrid.Key "l"',
    'Xyzgrid.Subscribe ["room", "map", "board"]',
    "MSDP REPORT ROOM_VNUM ROOM\nMSDP SEND ROOM_EXITS\nMSDP LIST COMMANDS\nMSDP UNREPORT ROOM",
)
SOCKET = (
    '["xyzgrid_subscribe", ["room", "map", "board"], {}]\n["text", ["look"], {}]',
    '["xyzgrid_map", [], {"map": "town", "level": 1}]\n["xyzgrid_map", ["town", 0], {}]',
    '["xyzgrid_key", ["l", "l"], {}]\n["supports_set", [["Room 1"]], {}]',
    '["msdp_report", ["ROOM"], {}]\n["msdp_send", ["ROOM_VNUM"], {}]',
)


def messages(chance: Random, seeds: Sequence[str]) -> Any:
    return [chance.choice(PEOPLE), mutate.text(chance, seeds)[:50_000]]


class _Oob:
    """Evennia's decoder of what clients send, in front of a session of the game."""

    def __init__(self, player: stand.Player) -> None:
        from evennia.server.portal.telnet_oob import TelnetOOB

        self._oob = TelnetOOB.__new__(TelnetOOB)
        self._oob.protocol = lambda: self
        self._oob.MSDP = self._oob.GMCP = True
        self._player = player

    def data_in(self, **message: Any) -> None:
        """Hand on what was understood, as the Server gets it."""
        import evennia

        evennia.SESSION_HANDLER.call_inputfuncs(self._player.session, **message)

    def take(self, line: str) -> None:
        try:
            if line.startswith("MSDP "):
                name, *values = line.split()[1:] or [""]
                parts = [b"\1", name.encode(), *(b"\2" + value.encode() for value in values)]
                self._oob.decode_msdp([bytes([code]) for code in b"".join(parts)])
            else:
                self._oob.decode_gmcp([bytes([code]) for code in line.encode()])
        except (ValueError, RecursionError) as error:  # told in the log by our own telnet
            raise GridError("malformed") from error


def gmcp(value: Any) -> None:
    who, lines = value
    player = game().player(who)
    for one in lines.split("\n")[:20]:
        limits.anew()
        _Oob(player).take(one)
        game().passes(1.5)
        checked(player.told())


def socket(value: Any) -> None:
    import evennia

    who, lines = value
    player = game().player(who)
    for one in lines.split("\n")[:20]:
        limits.anew()
        try:
            name, args, options = json.loads(one)[:3]
            message = {name: [args, options]}
            assert isinstance(name, str)
            assert isinstance(args, list)
            assert isinstance(options, dict)
        except (ValueError, RecursionError, TypeError, AssertionError, KeyError) as error:
            raise GridError("Evennia's Portal does not hand it on") from error
        if name in ("bot_data_in", "inputdebug"):
            continue
        evennia.SESSION_HANDLER.call_inputfuncs(player.session, **message)
        game().passes(1.5)
        checked(player.told())


PATHS = (
    *("/map/", "/map/list/?map=town&level=1", "/map/list/?page=2", "/map/api/maps?hashes=yes"),
    *("/map/api/maps/town", "/map/api/maps/lighthouse?levels=0-2&page=1", "/map/world.xml"),
    *("/map/api/search?q=the&limit=3", "/map/api/path?from=12&to=20", "/map/export/town.svg"),
    *("/map/export/all.json", "/map/export/glasswork.mudlet.json", "/map/token/"),
    *("/map/api/maps/cistern?token=abc:def:ghi", "/map/export/caves.xml?as=Ann"),
)  # fmt: skip


def address(chance: Random, seeds: Sequence[str]) -> Any:
    """Who asks, and for what; its first part stays, else it were no address of ours."""
    found = mutate.line(chance, seeds)
    return [chance.choice((None, *PEOPLE)), found if found.startswith("/map") else f"/map/{found}"]


def web(value: Any) -> None:
    from django.test import Client

    who, address = value
    client = Client(raise_request_exception=True)
    if who:
        client.force_login(game().player(who).account)
    path, _mark, query = address[:3000].partition("?")
    answer = client.get(path, QUERY_STRING=query.encode().decode("latin-1"))  # as WSGI has it
    body = b"".join(answer) if answer.streaming else answer.content
    assert answer.status_code < 500, (answer.status_code, body[:300])
    game().silent()
    if answer.status_code >= 400:
        raise GridError("refused")


WORDS = (
    *("list", "list town", "show lighthouse:2", "show town cistern", "check town --json", "jobs"),
    *(
        "plan glasswork --json",
        "plan (1,1,town)",
        "spawn caves --yes",
        "path (1,1,town) (2,2,town)",
    ),
    *(
        "reach (4,4,town) 3",
        "export glasswork --mmp --to out.xml",
        "export town --json",
        "help add",
    ),
    *(
        "export undertow --svg --to o.svg --yes --as Ann",
        "delete glasswork --yes",
        "add world.town",
    ),
    *("import out.xml --to isle.py", "doctor", "prune --yes", "unadopt", "check --strict", "init"),
)


def launcher(line: str) -> None:
    from xyzgrid_ext.launchcmd import xyzcommand

    try:
        words = shlex.split(line.replace("\0", ""))
    except ValueError as error:
        raise GridError("no shell takes this") from error
    # nothing beside the folder of the child
    words = [word.replace("/", "_").replace("..", "_") for word in words[:12]]
    try:
        xyzcommand(*(word for word in words if word != "--wait"))
    except SystemExit as end:
        if end.code:
            raise GridError("refused") from end
    game().silent()
