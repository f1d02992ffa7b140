"""The setting of doors."""

from __future__ import annotations

from typing import Any

from xyzgrid_ext.core.markup import columns
from xyzgrid_ext.game.base.setting_rows import Setting, several


def _symbols(value: Any) -> tuple[str, ...]:
    symbols = tuple(map(str, several(value)))
    if len(symbols) != 3 or any(columns(symbol) != 1 for symbol in symbols):
        raise ValueError("not three symbols, each one column wide")
    return symbols


SYMBOLS = Setting(
    "XYZGRID_DOOR_SYMBOLS",
    "three symbols",
    ("'", "+", "*"),
    "what maps show for an open, a closed and a locked [door](../howto/doors.md)",
    _symbols,
)
SETTINGS = (SYMBOLS,)
