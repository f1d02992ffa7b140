"""`evennia xyzgrid import`: a map file of another program becomes a map module."""

from __future__ import annotations

import sys
from pathlib import Path

from xyzgrid_ext.core.errors import UsageError
from xyzgrid_ext.core.findings import tally
from xyzgrid_ext.core.formats import module_of
from xyzgrid_ext.game.cli.exporting import TO, free_path, save, show
from xyzgrid_ext.game.cli.grammar import Request

_LARGEST = 128 * 2**20  # bytes


def import_file(request: Request) -> int:
    """Write the module; report on standard error what the module cannot represent."""
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
    module, findings = module_of(text, file.name)
    for finding in findings:
        print(finding, file=sys.stderr)
    if TO not in request.values:
        return show([module])
    path = free_path(request)
    save(path, [module])
    told = f", {tally(findings)}" if findings else ""
    print(f"{path}: a map module{told}\n{_next(path)}")
    return 0


def _next(path: Path) -> str:
    """Return the advice on how to add the module, by its Python name."""
    whole = path.resolve()
    rests = [whole.relative_to(top) for top in sys.path if top and whole.is_relative_to(top)]
    if not rests:
        return "Python does not find it there: move it to the other map modules, and add it."
    name = ".".join(min(rests, key=lambda rest: len(rest.parts)).with_suffix("").parts)
    return f"Add it: evennia xyzgrid add {name}"
