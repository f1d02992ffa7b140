"""The command line without a server: `python -m xyzgrid_ext COMMAND …`.

A command is an entry here or of a part, and two functions in a module that is loaded only when the
command is used, so that `--help` is quick: see `core.parts.TerminalWord`.
"""

from __future__ import annotations

import difflib
import errno
import os
import re
import sys
from argparse import ArgumentError, ArgumentParser, RawDescriptionHelpFormatter
from collections.abc import Iterator, Sequence
from contextlib import nullcontext
from importlib import import_module
from io import TextIOWrapper

from xyzgrid_ext import __version__, parts
from xyzgrid_ext.core.parts import TerminalWord

_PROGRAM = "python -m xyzgrid_ext"
_PACKAGE = "xyzgrid_ext.terminal"
_HELP, _PARTS = "help", "--parts"

COMMANDS = (
    TerminalWord("check", "find faults in maps, and in files of parts", f"{_PACKAGE}.check"),
    TerminalWord("docs", "show the documentation, without a network", f"{_PACKAGE}.package"),
    TerminalWord("draw", "draw the levels of a map", f"{_PACKAGE}.maps"),
    TerminalWord("generate", "make a map from a seed", f"{_PACKAGE}.play"),
    TerminalWord("init", "put the package into a game, or take it out", f"{_PACKAGE}.package"),
    TerminalWord("path", "find the shortest route between two rooms", f"{_PACKAGE}.routes"),
    TerminalWord("play", "play a game of a part", f"{_PACKAGE}.play"),
    TerminalWord("replay", "play a game again from its replay", f"{_PACKAGE}.play"),
)
"""The commands of `python -m xyzgrid_ext` that the package has without any part (add-on)."""


def all_commands(names: Sequence[str] | None = None) -> dict[TerminalWord, str]:
    """Return each command, sorted by name -> the name of its part (add-on), "" for COMMANDS.

    `names` are those of the parts in use; None for all that are installed and have their needs.
    """
    of_parts = {word: part.name for part in parts.select_parts(names).parts for word in part.words}
    return dict(sorted((dict.fromkeys(COMMANDS, "") | of_parts).items()))


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command with its arguments and return its exit code; wrong usage exits with 2."""
    try:
        return _run(list(sys.argv[1:] if arguments is None else arguments))
    finally:
        for name, fault in parts.faults.items():
            print(f"the part {name} is off: {fault.traceback}", file=sys.stderr)


def _run(arguments: list[str]) -> int:
    names = None
    if arguments[:1] == [_PARTS]:
        names = tuple(filter(None, "".join(arguments[1:2]).split(",")))
        arguments = arguments[2:]
        for name, reason in parts.select_parts(names).off.items():
            _parser().error(f"part {name}: {reason}")
    if arguments[:1] == [_HELP]:  # as `evennia xyzgrid help WORD`
        arguments = [*arguments[1:2], "--help"]
    options = _parser(names).parse_args(arguments[:1])
    commands = {word.name: (word, part) for word, part in all_commands(names).items()}
    if options.command not in commands:
        _parser().error(_no_word(options.command, names))
    command, part = commands[options.command]
    parts.use_core_of(names)
    with parts.guard(part) if part else nullcontext():
        module = import_module(command.module)
    if part in parts.faults:
        return 1
    parser = ArgumentParser(
        prog=f"{_PROGRAM} {command.name}",
        description=command.help,
        formatter_class=RawDescriptionHelpFormatter,
    )
    getattr(module, f"declare_{command.name}")(parser)
    chosen = parser.parse_args(list(_join_values(arguments[1:])))
    try:
        return int(getattr(module, f"run_{command.name}")(chosen))
    except ArgumentError as error:
        parser.error(str(error))


def _no_word(name: str, names: Sequence[str] | None) -> str:
    for part in parts.all_parts():
        if name in (word.name for word in part.words):
            reason = parts.select_parts(names).off.get(part.name, f"{_PARTS} does not name it")
            return f"{name} is a word of the part {part.name}, which is off: {reason}"
    near = difflib.get_close_matches(name, [word.name for word in all_commands(names)], n=1)
    hint = f"did you mean {near[0]}?" if near else f"see {_PROGRAM} --help"
    return f"there is no command {name!r}; {hint}"


def _join_values(arguments: Sequence[str]) -> Iterator[str]:
    """Yield words so that argparse does not mistake values for options.

    `--keys` and a value like `-,tick` are joined. A coordinate like `-1,5` gets a space before it.
    """
    onward = iter(arguments)
    for word in onward:
        value = next(onward, None) if word == "--keys" else None
        if value is None:
            yield f" {word}" if re.match(r"-\d+,", word) else word
        elif value.startswith("--"):
            yield from (word, value)
        else:
            yield f"{word}={value}"


def entry() -> int:
    """Run `main` from a shell and return its exit code; end quietly on Ctrl-C or a closed pipe.

    If the output cannot be written, as on a full disk, a message says so.
    """
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):  # a terminal may not know a character
            stream.reconfigure(errors="backslashreplace")
    try:
        code = main()
        print(end="", flush=True)  # here: at exit nothing could catch the error
    except BrokenPipeError:
        _drop_output()
        return 128 + 13
    except OSError as error:
        if error.errno not in (errno.ENOSPC, errno.EDQUOT, errno.EIO):
            raise
        _drop_output()
        print(f"{_PROGRAM}: the output cannot be written: {error.strerror}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 128 + 2
    return code


def _drop_output() -> None:
    """Send what is still buffered nowhere, else Python complains about it at exit."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _parser(names: Sequence[str] | None = None) -> ArgumentParser:
    rows = "\n".join(f"  {command.name:<10}{command.help}" for command in all_commands(names))
    every = sorted(parts.all_parts(), key=lambda part: part.name)
    part_rows = "\n".join(f"  {part.name:<14}{part.summary}" for part in every)
    parser = ArgumentParser(
        prog=_PROGRAM,
        usage=f"{_PROGRAM} [-h] [--version] [--parts NAME,…] COMMAND …",
        description="3D matrix maps, and games on them, without a server and without a database.",
        epilog=f"commands:\n{rows}\n\n{_PROGRAM} help COMMAND explains a command.\n"
        f"\nparts; {_PARTS} NAME,… uses only these:\n{part_rows}",
        formatter_class=RawDescriptionHelpFormatter,
    )
    parser.add_argument("--version", action="version", version=__version__)
    parser.add_argument("command", metavar="COMMAND", help="see below")
    return parser


if __name__ == "__main__":
    sys.exit(entry())
