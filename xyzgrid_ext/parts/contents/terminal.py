"""`python -m xyzgrid_ext mobs`: rules of evennia-mob-spawner as rows for a map module."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from pprint import pformat

from xyzgrid_ext.core.findings import Finding
from xyzgrid_ext.parts.contents.readers import read_rules
from xyzgrid_ext.terminal.files import print_converted

_EPILOG = """\
The rows are what the key `contents` of a map has. What they cannot say is reported on
standard error.

    python -m xyzgrid_ext mobs millholm.yaml >> world/millholm.py"""


def declare_mobs(parser: ArgumentParser) -> None:
    """Declare the arguments of the command."""
    parser.epilog = _EPILOG
    parser.add_argument("file", metavar="FILE", help="a file of rules (YAML)")


def run_mobs(options: Namespace) -> int:
    """Print the rows, or the fault of the file; return the exit code."""
    return print_converted(options.file, _contents)


def _contents(text: str, file: str) -> tuple[str, list[Finding]]:
    rules, cure = read_rules(text, file), "decide whether you need it"
    left_out = [Finding.info("left-out", note, cure, file) for note in rules.notes]
    return f"CONTENTS = {pformat(rules.rows, sort_dicts=False, width=90)}\n", left_out
