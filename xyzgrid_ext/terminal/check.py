"""`check`: say what is wrong in matrix files, all at once."""

from __future__ import annotations

import json
from argparse import ArgumentParser, Namespace, RawDescriptionHelpFormatter

from xyzgrid_ext.core.findings import Finding, Severity, is_refused, tally
from xyzgrid_ext.core.grid import check_grid, from_matrix
from xyzgrid_ext.terminal.files import read_matrix

_EPILOG = """\
exit code: 0 no errors, 1 errors (with --strict also for warnings), 2 wrong usage

--json prints one list of objects with the keys file, line, column, severity
(error, warning or info), code, message and cure; line and column count from 1,
0 means the whole file."""


def arguments(parser: ArgumentParser) -> None:
    """Declare what the command takes."""
    parser.formatter_class = RawDescriptionHelpFormatter
    parser.epilog = _EPILOG
    parser.add_argument("files", nargs="+", metavar="FILE", help="a matrix definition file")
    parser.add_argument("--strict", action="store_true", help="warnings are errors")
    parser.add_argument("--json", action="store_true", help="print the findings as data")


def run(options: Namespace) -> int:
    """Check the files and print what was found."""
    findings: list[Finding] = []
    for file in options.files:
        parsed = read_matrix(file)
        found = parsed.findings
        if parsed.matrix is not None:
            found += tuple(check_grid(from_matrix(parsed.matrix, file)[0]))
        findings += found
        if not options.json:
            for finding in found:
                print(finding, end="\n\n")
            faults = tally(found, (Severity.ERROR, Severity.WARNING))
            print(f"{file}: {faults or 'no faults'}")
    if options.json:
        print(json.dumps([finding.as_data() for finding in findings], indent=1))
    return int(is_refused(findings, strict=options.strict))
