"""`import`: prints another program's map file as a map module."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace, RawDescriptionHelpFormatter

from xyzgrid_ext.core.findings import Finding, RefusedError
from xyzgrid_ext.core.formats import module_of
from xyzgrid_ext.terminal.files import complain, read_text

_EPILOG = """\
What such a module cannot contain is reported on standard error.

    python -m xyzgrid_ext import isle.xml > world/isle.py"""


def arguments(parser: ArgumentParser) -> None:
    """Declare the arguments of the command."""
    parser.formatter_class = RawDescriptionHelpFormatter
    parser.epilog = _EPILOG
    parser.add_argument("file", metavar="FILE", help="MMP (XML), or a Mudlet map as JSON")


def run(options: Namespace) -> int:
    """Print the module, or the faults of the file."""
    text = read_text(options.file)
    if isinstance(text, Finding):
        complain(text)
        return 1
    try:
        module, findings = module_of(text, options.file)
    except RefusedError as error:
        complain(*error.findings)
        return 1
    print(module, end="")
    complain(*findings)
    return 0
