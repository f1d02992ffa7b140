"""`check`: reports all faults in maps, and in the files of parts, in one go."""

from __future__ import annotations

import json
from argparse import ArgumentError, ArgumentParser, Namespace
from collections.abc import Iterator
from dataclasses import replace

from xyzgrid_ext.core.findings import Finding, finding_texts, is_refused, tally
from xyzgrid_ext.core.parts import terminal_parts
from xyzgrid_ext.terminal.where import WorkPlace, add_workers_option, executor

_MAPS = (".matrix", ".py")
_EPILOG = """\
The exit code is 0 without errors, 1 with errors (with --strict also with
warnings), and 2 for wrong usage.

--json prints a list of objects with the keys file, line, column, severity
(error, warning or info), code, message and cure. Line and column count from 1;
0 means the whole file.

FILE.py is a map module: its drawn maps, matrices and maps of rooms are read as the
game reads them. Maps whose legend has classes are for `evennia xyzgrid check`."""


def declare_check(parser: ArgumentParser) -> None:
    """Add the arguments of `check` to its parser."""
    parser.epilog = _EPILOG
    parser.add_argument(
        "files",
        nargs="*",
        metavar="FILE",
        help="a matrix file, a map module, or a file of a part, as below",
    )
    parser.add_argument("--strict", action="store_true", help="warnings fail the check, too")
    parser.add_argument("--json", action="store_true", help="print the findings as JSON")
    for part in terminal_parts():
        part.declare_check(parser)
    add_workers_option(parser)


def run_check(options: Namespace) -> int:
    """Check the files, and print the findings; return 1 if there are errors."""
    findings: list[Finding] = []
    place = None
    with executor(options) as work:
        for place, of_place in _check_files(options, work):
            findings += of_place
            if not options.json:
                for text in finding_texts(of_place):
                    print(text, end="\n\n")
                print(f"{place}: {tally(of_place) or 'no findings'}")
    if place is None:
        raise ArgumentError(None, "name a FILE")
    if options.json:
        print(json.dumps([finding.as_data() for finding in findings], indent=1))
    return int(is_refused(findings, strict=options.strict))


def _check_files(options: Namespace, work: WorkPlace) -> Iterator[tuple[str, tuple[Finding, ...]]]:
    no_maps = [file for file in options.files if not file.endswith(_MAPS)]
    results = dict[str, Iterator[tuple[Finding, ...]]]()
    for part in terminal_parts() if no_maps else ():
        files = [file for file in no_maps if file not in results and part.takes(file)]
        results |= dict.fromkeys(files, iter(part.check(files, options, work)))
    names: dict[str, str] = {}
    for file in options.files:
        yield file, next(results[file]) if file in results else tuple(_map_findings(file, names))
    for part in terminal_parts():
        yield from part.check_more(options)


def _map_findings(file: str, names: dict[str, str]) -> Iterator[Finding]:
    """Yield the findings of a file; `names` has the maps of the modules before it, with these."""
    from xyzgrid_ext.core.coords import map_key
    from xyzgrid_ext.core.grid import check_grid
    from xyzgrid_ext.core.parts import core_parts
    from xyzgrid_ext.terminal.files import SUFFIX, read_text
    from xyzgrid_ext.terminal.maps import maps_of

    if file.endswith(SUFFIX):
        from xyzgrid_ext.core.mapdata.validate import doubled_coordinates

        text = read_text(file)
        if isinstance(text, str):  # those who import it say what else there is
            yield from doubled_coordinates(text.encode(), file)
    for name, grid, findings, matrix in maps_of(file):
        yield from findings
        if grid is None:
            continue
        if file.endswith(SUFFIX) and (first := names.setdefault(map_key(name), file)) != file:
            message = f"{file} defines '{name}', which {first} defines as well"
            yield Finding.error("map-name-taken", message, "give one of them another zcoord", name)
        # the file of a matrix is the map; a module has several
        yield from check_grid(replace(grid, name=name if matrix is None else file))
        for part in core_parts():
            for find in part.checks:
                yield from find(grid, matrix, file)
