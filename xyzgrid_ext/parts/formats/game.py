"""`evennia xyzgrid export` and `import`: map files of other programs.

MAP ... | all ─► seeing ─► MapViews, one at a time ─► writer ─► terminal, or a new file
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Iterator
from io import TextIOWrapper
from pathlib import Path
from typing import Any

from xyzgrid_ext.core.coords import map_key
from xyzgrid_ext.core.errors import UsageError
from xyzgrid_ext.core.findings import tally
from xyzgrid_ext.core.view import MapHead, MapView
from xyzgrid_ext.game.base.files import replace_file
from xyzgrid_ext.game.cli.grammar import Request
from xyzgrid_ext.game.cli.naming import find_level
from xyzgrid_ext.game.cli.report import count_text
from xyzgrid_ext.game.db import objects
from xyzgrid_ext.game.visibility import room_view
from xyzgrid_ext.game.visibility.viewer import FullViewer, Observer
from xyzgrid_ext.game.world.current import current
from xyzgrid_ext.game.world.world import Live
from xyzgrid_ext.parts.formats.core import FORMATS, Format, convert_to_module

TO, AS = "--to", "--as"
_ALL = "all"
_OTHER = "name another file"


def export(request: Request) -> int:
    """Write the maps that `evennia xyzgrid export` names to a file; return the exit code."""
    row = _format(request)
    live = current()
    looker = _character(request.values[AS]) if AS in request.values else FullViewer()
    maps = list(_chosen(live, looker, request.names))
    heads = [head for head, _ in maps]
    pieces = row.write(heads, _views(live, looker, maps))
    if TO not in request.values:
        return _print_file(pieces)
    path = _free_path(request)
    replace_file(path, pieces, str(path), _OTHER)
    rooms = sum(head.known for head in heads)
    print(f"{path}: {row.title}, {count_text(len(heads), 'map')}, {count_text(rooms, 'room')}")
    return 0


def _free_path(request: Request) -> Path:
    """Return the file to be written; a UsageError if it exists, and --yes was not given."""
    path = Path(request.values[TO])
    if path.exists() and "--yes" not in request.options:
        raise UsageError(
            f"{path} is there already", "name another file, or add --yes to replace it"
        )
    return path


def _print_file(pieces: Iterable[str]) -> int:
    """Print a file as UTF-8, whatever the encoding of the terminal; return the exit code."""
    if isinstance(sys.stdout, TextIOWrapper):
        sys.stdout.reconfigure(encoding="utf-8")
    try:
        for piece in pieces:
            sys.stdout.write(piece)
        sys.stdout.flush()
    except BrokenPipeError:
        # the reader has closed the pipe; drop the buffer, or Python complains at exit
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 128 + 13
    return 0


def _format(request: Request) -> Format:
    rows = [row for row in FORMATS if f"--{row.name}" in request.options]
    if len(rows) != 1:
        text = ", ".join(f"--{row.name}" for row in FORMATS)
        raise UsageError("which format?" if not rows else "one format at a time", f"say {text}")
    return rows[0]


def _character(name: str) -> Any:
    characters = objects.find_characters(name)
    if len(characters) != 1:
        fault = f"{len(characters)} characters are" if characters else "no character is"
        raise UsageError(
            f"{fault} called '{name}'", "names are those of the characters, not accounts"
        )
    return characters[0]


_Chosen = tuple[MapHead, range | None]


def _chosen(live: Live, looker: Observer, names: Iterable[str]) -> Iterator[_Chosen]:
    """Yield the chosen maps, each with its chosen levels; None for all levels."""
    heads = {head.key: head for head in room_view.map_heads(live, looker)}
    words = list(dict.fromkeys(names))
    if not words:
        raise UsageError("which map?", f"name maps, or say {_ALL}")
    if [map_key(word) for word in words] == [_ALL] and live.level(_ALL) is None:
        # copies of dungeons come and go: only those who are in one have it on their map
        everything = isinstance(looker, FullViewer)
        keys = (key for key in heads if not (everything and key in live.copies))
        yield from ((heads[key], None) for key in keys)
        return
    chosen = set()
    for word in words:
        key, z = find_level(live, word)
        if key not in heads:
            raise _untold(live, key)
        if key in chosen:
            raise UsageError(f"'{word}' is there twice", "name a map once, or one of its levels")
        chosen.add(key)
        yield heads[key], None if z is None else range(z, z + 1)


def _untold(live: Live, key: str) -> UsageError:
    name = live.grids[key].name
    if not live.has_rooms(key):
        return UsageError(f"'{name}' has no rooms yet", "make them: evennia xyzgrid spawn")
    return UsageError(f"nothing of '{name}' may be told", "leave out --as to see everything")


def _views(live: Live, looker: Observer, maps: Iterable[_Chosen]) -> Iterator[MapView]:
    for head, levels in maps:
        view = room_view.map_view(live, looker, head.key, levels)
        if view is not None:
            yield view


_LARGEST = 128 * 2**20  # bytes


def import_file(request: Request) -> int:
    """Write the module for a map file; report what is lost on standard error; return the code."""
    if len(request.names) != 1:
        raise UsageError("which file?", "name one: import isle.xml --to world/isle.py")
    file = Path(request.names[0])
    try:
        if file.stat().st_size > _LARGEST:
            raise UsageError(f"{file} has more than {_LARGEST >> 20} MB", "split the map")
        text = file.read_text(encoding="utf-8-sig")
    except UnicodeDecodeError as error:
        raise UsageError(f"{file} is not UTF-8 text", "save it as UTF-8") from error
    except OSError as error:
        raise UsageError(f"{file} cannot be read: {error.strerror}", "correct its name") from error
    module, findings = convert_to_module(text, file.name)
    for finding in findings:
        print(finding, file=sys.stderr)
    if TO not in request.values:
        return _print_file([module])
    path = _free_path(request)
    replace_file(path, [module], str(path), _OTHER)
    losses = f", {tally(findings)}" if findings else ""
    print(f"{path}: a map module{losses}\n{_next(path)}")
    return 0


def _next(path: Path) -> str:
    """Return the advice on how to add the module, by its Python name."""
    whole = path.resolve()
    rests = [whole.relative_to(top) for top in sys.path if top and whole.is_relative_to(top)]
    if not rests:
        return "Python does not find it there: move it to the other map modules, and add it."
    name = ".".join(min(rests, key=lambda rest: len(rest.parts)).with_suffix("").parts)
    return f"Add it: evennia xyzgrid add {name}"
