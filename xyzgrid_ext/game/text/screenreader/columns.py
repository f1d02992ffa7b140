"""Turns lists for builders, made for the eye, into lines that can be read aloud.

+ (0,0,town) Lantern Square            made: (0,0,town) Lantern Square.
~ (1,0,town) Mill: key Mil -> Mill     changed: (1,0,town) Mill: key Mil becomes Mill.
town                     24 rooms      town: 24 rooms.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from django.utils.translation import gettext as _

_COLOURS = re.compile(r"(?<!\|)\|[a-zA-Z]")
_COLUMNS = re.compile(r" {2,}")
_PERCENT = re.compile(r"(?<=\d) ?%")  # German has a space before it


def aloud(lines: Iterable[str]) -> str:
    """Return the lines without columns, indentation and signs."""
    signs = {"+": _("made"), "~": _("changed"), "-": _("removed"), ">": _("moved")}
    told = []
    for line in lines:
        plain = _COLOURS.sub("", line)
        sign, _blank, rest = plain.partition(" ")
        text = f"{signs[sign]}: {rest}" if sign in signs else plain
        text = _COLUMNS.sub(": ", text.strip()).replace(" -> ", _(" becomes "))
        text = _PERCENT.sub(_(" percent"), text)
        if text:
            told.append(text if text[-1] in ".:!?" else f"{text}.")
    return "\n".join(told)
