"""Saves a game in a hand-made file: only the line of the current node changes."""

from __future__ import annotations

from xyzgrid_ext.core.coords import Coord
from xyzgrid_ext.core.matrix.lines import words_of


def move_current(text: str, current: Coord) -> str:
    """Change the current node in the text of a definition file that `parse` accepts.

    Everything else stays as its author wrote it: comments, order, blanks, line ends. A missing
    `currentnode` line is added after `startnode`.
    """
    lines = text.split("\n")
    words = [words_of(line.removeprefix("\ufeff").removesuffix("\r")) for line in lines]
    keywords = [line_words[0].text if line_words else "" for line_words in words]
    if "currentnode" in keywords:
        for number, keyword in enumerate(keywords):
            if keyword == "currentnode":
                lines[number] = _with_numbers(lines[number], current)
    elif "startnode" in keywords:
        number = keywords.index("startnode")
        end = "\r" if lines[number].endswith("\r") else ""
        lines.insert(number + 1, f"currentnode  {_xyz(current)}{end}")
        if number + 1 == len(keywords):
            lines.append("")  # the last line had no line end: the new last one gets it
    return "\n".join(lines)


def _with_numbers(line: str, coord: Coord) -> str:
    bom = line[: line.startswith("\ufeff")]
    line = line[len(bom) :]
    first, last = words_of(line.removesuffix("\r"))[1:4:2]
    return bom + line[: first.start] + _xyz(coord) + line[last.start + len(last.text) :]


def _xyz(coord: Coord) -> str:
    return f"{coord.x} {coord.y} {coord.z}"
