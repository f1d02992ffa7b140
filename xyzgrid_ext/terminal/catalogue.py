"""Reads a catalogue of dungeon components: rows named CATALOGUE in a Python module or file."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from xyzgrid_ext import content
from xyzgrid_ext.core.findings import Finding, RefusedError, Severity
from xyzgrid_ext.core.masks import Catalogue, check_catalogue, read_rows
from xyzgrid_ext.terminal import boards
from xyzgrid_ext.terminal.python_files import values_of

ROWS = "CATALOGUE"


def rows_of(place: str) -> list[Any]:
    """Return the rows of a module, `world.catalogue`, or of a file, `caves.py`.

    Raises:
        RefusedError: if it cannot be imported or has no rows.

    """
    place = content.catalogue_at(place)
    (rows,), _findings = values_of(place, ROWS)
    if not isinstance(rows, list | tuple):
        cure = f'define {ROWS} = [{{"name": …, "title": …, "text": …}}, …]'
        raise RefusedError([_finding("no-catalogue", f"it has no list {ROWS}", cure, place)])
    return list(rows)


def check(place: str) -> tuple[Finding, ...]:
    """Report all faults of a catalogue; look for holes only if its rows are sound."""
    try:
        entries, findings = read_rows(rows_of(place), place)
    except RefusedError as refused:
        return refused.findings
    if findings:
        return tuple(findings)
    return tuple(check_catalogue(Catalogue(entries), place, _levels()))


def _levels() -> dict[str, int]:
    """Return the number of levels of each named board; 0 for boards without levels."""
    parser = ArgumentParser()
    boards.arguments(parser)
    usual = parser.parse_args([])
    found = {name: boards.open_board(name, usual) for name in boards.names()}
    return {
        name: len(opened.board.levels) if opened and opened.board else 0
        for name, opened in found.items()
    }


def _finding(code: str, message: str, cure: str, file: str, line: int = 0) -> Finding:
    return Finding(Severity.ERROR, code, message, cure, file, line)
