"""How many seconds of play a kill costs: measured, and held against what SECURITY.md says.

● ● ● written ● ● ● ● kill -9         moments are noted as they come; what the next start does
              └─────┘ lost            not know of is lost, from its first moment to the last
"""

import json
import os
import signal
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import stand
from breaks import LOST, Break, is_whole

_OF_WALKS, _OF_BOARDS = 20.0, 3.0  # what SECURITY.md says
_STEP, _MAP = 0.25, "glasswork"
_KEYS = ("left", "right", "drop")


def kill_later(chance: Random, _database: Path) -> None:
    """Kill this process at some moment of the next minute of the game."""
    moment = chance.uniform(1.0, 60.0)
    stand.game().clock.callLater(moment, os.kill, os.getpid(), signal.SIGKILL)


def _note(kind: str, value: object) -> None:
    """Write down what there is at this moment, at once."""
    game = stand.game()
    with (game.folder / "told.jsonl").open("a") as notes:
        notes.write(json.dumps([kind, json.dumps([game.clock.seconds(), value])]) + "\n")


def _noted(told: list[list[str]], kind: str) -> list[tuple[float, Any]]:
    return [(*json.loads(value),) for one, value in told if one == kind]


def _measured(seconds: float, most: float) -> Iterator[str]:
    with (stand.game().folder / LOST).open("a") as file:
        file.write(f"{seconds}\n")
    if seconds > most:
        yield f"{seconds:.1f} seconds are lost, and not {most:g} at most"


def explores() -> None:
    """Ann comes into a room that is new to her each second, until it ends."""
    from xyzgrid_ext.game.typeclasses.script import get_xyzgrid

    character, live = stand.game().player("Ann").character, get_xyzgrid().live
    for room in range(live.grids[_MAP].rooms):
        character.move_to(live.object((_MAP, room)), quiet=True)
        _note("room", room)
        stand.game().passes(1.0, _STEP)


def knows_rooms(told: list[list[str]]) -> Iterator[str]:
    """Ann has explored what she had, but for some seconds."""
    from xyzgrid_ext.game.typeclasses.script import get_xyzgrid
    from xyzgrid_ext.game.visibility.viewer import visited_rooms

    rooms = _noted(told, "room")
    known = visited_rooms(get_xyzgrid().live, stand.game().player("Ann").character, _MAP)
    lost = [at for at, room in rooms if not known[int(room)]]
    yield from _measured(rooms[-1][0] - lost[0] if lost else 0.0, _OF_WALKS)
    yield from is_whole(told)


def plays_live() -> None:
    """Bob plays against the clock, until it ends."""
    from evennia import create_object

    from xyzgrid_ext.parts.boards.game import session
    from xyzgrid_ext.parts.boards.game.files import MACHINE
    from xyzgrid_ext.parts.boards.game.machines import CmdPlay

    game = stand.game()
    CmdPlay.sees_only_lines = lambda self: False  # its client keeps a board in one place
    session.monotonic_time = game.clock.seconds
    player = game.player("Bob")
    player.types("stop")
    attributes = [("board", "firing-line-turns"), ("live", "firing-line")]
    place = player.character.location
    create_object(MACHINE, key="brass", location=place, attributes=attributes)
    player.types("play brass = live")
    chance = Random(1)
    while True:
        machine = session.machine_of(player.character)
        assert machine is not None, "Bob does not sit there any more"
        _note("cycle", _cycle(machine))
        if session.session_of(machine).is_over:
            player.types("restart")
        elif chance.random() < 0.1:
            player.types(chance.choice(_KEYS))
        game.passes(_STEP, _STEP)


def _cycle(machine: Any) -> list[Any]:
    """Which game is played on a machine, and what of it."""
    from xyzgrid_ext.parts.boards.game import session

    playing = session.session_of(machine).play
    return [playing.seed, playing.keys]


def has_cycles(told: list[list[str]]) -> Iterator[str]:
    """The game has all the cycles that Bob was shown, but for some seconds."""
    from xyzgrid_ext.parts.boards.game import session

    cycles = _noted(told, "cycle")
    known = _cycle(session.machine_of(stand.game().player("Bob").character))
    kept = [at for at, cycle in cycles if cycle == known]
    if not kept:
        yield f"the game that is stored was never played: {known}"
    else:
        yield from _measured(cycles[-1][0] - kept[-1], _OF_BOARDS)
    yield from is_whole(told)


BREAKS = (
    Break("kill -9: explored rooms", explores, kill_later, knows_rooms),
    Break("kill -9: live play", plays_live, kill_later, has_cycles),
)
