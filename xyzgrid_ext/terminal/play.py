"""`play`, `replay` and `generate`: games and maps of parts, in a terminal."""

from __future__ import annotations

from argparse import ArgumentError, ArgumentParser, Namespace

from xyzgrid_ext.core.chance import parse_seed
from xyzgrid_ext.core.parts import terminal_parts
from xyzgrid_ext.terminal.files import complain
from xyzgrid_ext.terminal.where import add_workers_option


def declare_play(parser: ArgumentParser) -> None:
    """Add the arguments of `play` to its parser."""
    parser.epilog = ""
    parser.add_argument("file", metavar="GAME", help="what to play, as below")
    parser.add_argument("--json", action="store_true", help="print JSON")
    for part in terminal_parts():
        part.declare_play(parser)


def run_play(options: Namespace) -> int:
    """Play a game in the terminal, by the first part that can; return its exit code."""
    given = vars(options)  # games have --keys or --moves
    if options.json and given.get("keys") is given.get("moves") is None:
        raise ArgumentError(None, "--json needs --keys or --moves")
    codes = (part.play(options) for part in terminal_parts())
    code = next((code for code in codes if code is not None), None)
    if code is None:
        complain(f"there is nothing to play in {options.file!r}")
    return 1 if code is None else code


def declare_replay(parser: ArgumentParser) -> None:
    """Add the arguments of `replay` to its parser."""
    parser.add_argument("text", metavar="TEXT", help="a replay, as a game printed it")
    parser.add_argument("--json", action="store_true", help="print JSON, as play --json does")
    for part in terminal_parts():
        part.declare_replay(parser)


def run_replay(options: Namespace) -> int:
    """Play a replay, `word:...`, by the part that has its word, or else the one for others."""
    rows = {word: run for part in terminal_parts() for word, run in part.replays.items()}
    run = rows.get(options.text.partition(":")[0], rows.get(""))
    if run is None:
        complain("no part plays such a game again")
        return 1
    return run(options)


_CODES = """

The exit code is 0 for what was made, 1 if there is no such thing, and 2 for wrong usage."""


def declare_generate(parser: ArgumentParser) -> None:
    """Add the arguments of `generate` to its parser."""
    parser.epilog = ""
    parser.set_defaults(generate=None)
    parser.add_argument("--seed", type=parse_seed, default=1, metavar="S", help="default 1")
    for part in terminal_parts():
        part.declare_generate(parser)
    parser.epilog = f"{parser.epilog}{_CODES}".lstrip()
    parser.add_argument("--json", action="store_true", help="print it as JSON")
    add_workers_option(parser)


def run_generate(options: Namespace) -> int:
    """Make and print what the options ask for, by the part that has them; return its exit code."""
    if options.generate is None:
        raise ArgumentError(None, "say what to make")
    return int(options.generate(options))
