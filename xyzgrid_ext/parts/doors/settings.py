"""The setting of doors."""

from __future__ import annotations

from typing import Any

from xyzgrid_ext.core.markup import text_width
from xyzgrid_ext.game.base.setting_rows import Setting, read_tuple


def _symbols(value: Any) -> tuple[str, ...]:
    symbols = tuple(map(str, read_tuple(value)))
    if len(symbols) != 3 or any(text_width(symbol) != 1 for symbol in symbols):
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
