"""Loads the Sokoban levels of an XSB file as levels of the boxes game.

; The first one       a title: of the map below, unless that has a `Title: …`
#####
#@$.#                 @ + the player, on a goal   $ * a box, on a goal   . a goal
#####
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from xyzgrid_ext.core.findings import Finding, Severity
from xyzgrid_ext.parts.boards.core.automaton.board import Automaton, make_automaton
from xyzgrid_ext.parts.boards.core.automaton.check import LoadedGame
from xyzgrid_ext.parts.boards.core.automaton.extras import Level
from xyzgrid_ext.parts.boards.core.automaton.model import MAX_CELLS, make_map

XSB_SUFFIX = ".xsb"
"""The ending of the names of files with Sokoban levels in the XSB format."""
_ROW = re.compile(r"[ \-_]*#[#@+$*. \-_pPbB]*")
_TITLE = re.compile(r"\s*(?:;|title:)\s*(.*?)\s*", re.IGNORECASE)
_SIGNS = str.maketrans({"@": "@", "p": "@", "+": "&", "P": "&", "$": "o", "b": "o", "*": "O",
                        "B": "O", "-": " ", "_": " "})  # fmt: skip


def load_levels(boxes: Automaton, name: str, text: str, file: str = "") -> LoadedGame:
    """Return a board with the levels of an XSB file (Sokoban). Never raises.

    Args:
        boxes: the boxes game that comes with the package, which gives the symbols.
        name: the board's name in replays.
        text: the contents of the file.
        file: the file name in findings.
    """
    findings: list[Finding] = []
    levels = list(_levels(boxes, text, file, findings))
    if not levels:
        cure = "expected rows of # @ + $ * . and spaces, and an empty line after each level"
        findings.append(Finding.error("no-levels", "no level can be played", cure, file))
        return LoadedGame(None, tuple(findings))
    title = name.replace("_", " ").replace("-", " ").title()
    extras = replace(boxes.extras, title=title, levels=tuple(levels))
    return LoadedGame(make_automaton(name, boxes.game, extras), tuple(findings))


def _levels(boxes: Automaton, text: str, file: str, findings: list[Finding]) -> Iterator[Level]:
    win, lose = boxes.extras.levels[0].win, boxes.extras.levels[0].lose
    title, start = "", 0
    rows: list[str] = []
    for number, line in enumerate([*text.splitlines(), ""], 1):
        if _ROW.fullmatch(line.rstrip()):
            start = start if rows else number
            rows.append(line.rstrip().translate(_SIGNS))
            continue
        if rows:
            if (fault := _fault(rows)) is None:
                yield Level(title, make_map(rows), win, lose)
            else:
                cure = "a level has one player, boxes, and a goal for each of them"
                findings.append(
                    Finding(
                        Severity.WARNING, "odd-level", f"{fault}; it is left out", cure, file, start
                    )
                )
            title, rows = "", []
        if (match := _TITLE.fullmatch(line)) is not None:
            title = match[1]


def _fault(rows: list[str]) -> str | None:
    """Return the reasons why a level cannot be played; None if it can."""
    signs = "".join(rows)
    players = signs.count("@") + signs.count("&")
    boxes, goals = signs.count("o"), signs.count(".") + signs.count("&")
    if players != 1:
        return f"a level with {players} players"
    if not boxes or boxes > goals:
        return f"a level with {boxes} boxes to be moved and {goals} empty goals"
    if len(rows) * max(map(len, rows)) > MAX_CELLS:
        return "a level that is too large"
    return None
