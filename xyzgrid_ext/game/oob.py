"""What clients send besides lines: functions that Evennia calls by the name of the message.

Hook it up with INPUT_FUNC_MODULES += ["xyzgrid_ext.game.oob"].

    ["xyzgrid_key", ["left"], {}]     a key of the board that one plays: itself, its name, an arrow

By GMCP the same is `Xyzgrid.Key "left"`.
"""

from __future__ import annotations

from typing import Any


def xyzgrid_key(session: Any, *keys: str, **options: Any) -> None:
    """Press keys, all in one cycle where the board takes several; no key lets a moment pass."""
    # Evennia loads this module before it is ready itself, and in the Portal as well: what it would
    # load along, the contrib's commands among it, would find half an Evennia
    from xyzgrid_ext.game.machines.playing import press_keys

    if session.puppet is not None:
        press_keys(session.puppet, keys)
