"""`evennia xyzgrid prune`, and what `list` and `plan` say of rooms of no map."""

from __future__ import annotations

from xyzgrid_ext.game import spawning
from xyzgrid_ext.game.launch.diff import diff_lines
from xyzgrid_ext.game.launch.terminal import RELOAD, Progress, Request, confirm, counted
from xyzgrid_ext.game.leftovers import leftovers, numbers
from xyzgrid_ext.game.live import Live
from xyzgrid_ext.game.script import world


def prune(request: Request) -> int:
    """Remove what is left over."""
    live = world()
    left = leftovers(live)
    if not left:
        print("Nothing to do: all rooms that the grid made are of maps on its list.")
        return 0
    print("\n".join(diff_lines(left)[:-1]))
    rooms = counted(len(left.gone_rooms), "room")
    exits = counted(len(left.gone_exits), "exit")
    maps = ", ".join(f"'{name}'" for name in numbers(left)) or "maps that have no rooms any more"
    confirm(f"This removes {rooms} and {exits} of {maps}.", request)
    done = spawning.carry_out(live, left, Progress())
    print(f"removed {rooms} and {exits}, moved {done.moved} people and things\n{RELOAD}")
    return 0


def tell_leftovers(live: Live) -> None:
    """Say how many rooms there are of maps that are on no list."""
    for name, number in numbers(leftovers(live)).items():
        print(
            f"{name:<24} is on no list, and has {counted(number, 'room')}; "
            "`evennia xyzgrid prune` removes them, `add` takes the map up again"
        )
