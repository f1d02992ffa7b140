"""The grammar of `evennia xyzgrid` and of `xyzgrid` in the game: one parser, built from rows.

    rows of words ─► ArgumentParser ─► parse(["spawn", "town", "--yes"]) ─► (word, Request)

Terminal and game have the same words, options and help. Incorrect usage raises a UsageError and
never ends the process, since in the game that would stop the server.
"""

from __future__ import annotations

import re
from argparse import ArgumentError, ArgumentParser, Namespace
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NoReturn, TypeAlias

from xyzgrid_ext.core.errors import UsageError
from xyzgrid_ext.core.mapdata.faults import likely_word
from xyzgrid_ext.core.parts import absent_parts, advice_for_part
from xyzgrid_ext.foreign.values import is_text
from xyzgrid_ext.game.world.world import Room

PROGRAM = "evennia xyzgrid"
HELP = "help"
_DRAWING = "and `help drawing` the symbols of drawn maps"
_ALIASES = {"h": HELP, "-h": HELP, "--help": HELP}


@dataclass(frozen=True)
class Request:
    """What was typed after a subcommand: `delete "the mill" town --yes`.

    Attributes:
        names: the words that are no options: `("the mill", "town")`.
        options: the options without a value: `{"--yes"}`.
        values: the options with a value: `--to` -> `FILE`.
        find_caller_room: returns the room where the caller is; None in a terminal.
    """

    names: tuple[str, ...]
    options: frozenset[str] = frozenset()
    values: Mapping[str, str] = field(default_factory=dict)
    find_caller_room: Callable[[], Room] | None = None


Answer: TypeAlias = Callable[[Request], list[str]]
"""Returns the lines that a subcommand shows in the game, and in a terminal without `run`."""


@dataclass(frozen=True)
class Word:
    """A subcommand of `evennia xyzgrid`.

    Attributes:
        name: the word.
        usage: the word with its arguments.
        short: what it does, in a line.
        help: what `help` says of it.
        run: runs it in a terminal, and returns the exit code; without it, the answer is printed.
        options: its options without a value: `--yes`.
        valued: its options with a value: `--to` of `--to FILE`.
        answer: returns the lines that builders read in the game; without it, the word needs a
            terminal, unless it is a job.
        nothing: what is shown if the answer has no lines.
        is_job: whether builders can give it to the server as a job of this name, from the game.
        job_options: the options that such a job takes.
        needs_stopped_game: whether the server must be stopped.
        run_on_files: runs it for named files in a game that has no database yet.
        takes_rooms: whether the job's names are maps, levels or rooms; unknown maps are refused.
        refuse: raises a PlayerError if a player may not use it: `(character, account, request)`.
    """

    name: str
    usage: str
    short: str
    help: str
    run: Callable[[Request], int] | None = None
    options: frozenset[str] = frozenset()
    valued: frozenset[str] = frozenset()
    answer: Answer | None = None
    nothing: str = ""
    is_job: bool = False
    job_options: frozenset[str] = frozenset()
    needs_stopped_game: bool = False
    run_on_files: Callable[[Request], int] | None = None
    takes_rooms: bool = False
    refuse: Callable[[Any, Any, Request], None] | None = None

    @property
    def is_in_game(self) -> bool:
        """Whether builders can use the subcommand in the game."""
        return self.is_job or self.answer is not None

    def run_in_terminal(self, request: Request) -> int:
        """Run the subcommand in a terminal; return the exit code."""
        if self.run is not None:
            return self.run(request)
        assert self.answer is not None, self.name
        for line in self.answer(request) or [self.nothing] * bool(self.nothing):
            print(line)
        return 0


class _Parser(ArgumentParser):
    """A parser that raises an exception on wrong use."""

    def error(self, message: str) -> NoReturn:
        raise UsageError(f"{message}\n{self.format_usage().strip()}")


class Grammar:
    """The subcommands of `evennia xyzgrid`, or of `xyzgrid` in the game: their parser and help.

    `topics` are help texts about several of them, and `last` is the last line of `help`.
    """

    def __init__(
        self, program: str, rows: Iterable[Word], topics: Mapping[str, str], last: str
    ) -> None:
        self._program, self._topics, self._last = program, topics, last
        self._has_all = program == PROGRAM  # the game has those that make sense in it
        self.words = {row.name: row for row in rows}
        self._parser = _Parser(prog=program, add_help=False, exit_on_error=False)
        parsers = self._parser.add_subparsers(parser_class=_Parser)
        self._parsers = {row.name: _parser_of(row, parsers) for row in self.words.values()}

    def parse(self, arguments: Sequence[object]) -> tuple[Word, Request] | str:
        """Parse words (`spawn`, `town`, `--yes`) to a subcommand and its request; help to its text.

        Raises:
            UsageError: if there is no such subcommand or option, or if a word is not UTF-8.
        """
        name, *others = [text for each in arguments if (text := str(each).strip())] or [HELP]
        for text in (name, *others):
            if not is_text(text):
                raise UsageError(f"{text!a} is not UTF-8", "give the file a name that is")
        name = _ALIASES.get(name, name)
        if name == HELP:
            return self.help(*others[:1])
        if name not in self.words:
            raise UsageError(f"unknown word '{name}'; {self._hint(name)}")
        word, parser = self.words[name], self._parsers[name]
        # else -4,0 would be an option
        others = [f"({text})" if re.match(r"-\d+,", text) else text for text in others]
        try:
            parsed = parser.parse_intermixed_args(others)
        except ArgumentError as error:
            option = error.argument_name or ""
            if option not in word.valued:
                parser.error(str(error))
            parser.error(f"{option} needs a value\nwrite it after {option}")
        return self.help(name) if parsed.help else (word, _request(word, parsed))

    def help(self, topic: str = "") -> str:
        """Return the help on a subcommand or topic; by default, the list of all subcommands.

        Raises:
            UsageError: if there is no help for it.
        """
        if topic in self._topics:
            return self._topics[topic].strip()
        if topic in ("", HELP):
            return self._overview()
        if topic not in self.words:
            raise UsageError(f"there is no help on '{topic}'; {self._hint(topic, self._topics)}")
        word = self.words[topic]
        return f"{PROGRAM} {word.usage}\n\n{word.help.strip()}".replace(PROGRAM, self._program)

    def _hint(self, word: str, topics: Iterable[str] = ()) -> str:
        words = [HELP, *self.words, *topics]
        for part in absent_parts():
            if word in part.launcher:
                return f"the part {part.name} has it: {advice_for_part(part.name)}"
        if near := likely_word(word, words):
            return f"did you mean '{near}'?"
        return f"known words: {', '.join(words)}"

    def _overview(self) -> str:
        words = [word for word in self.words.values() if self._has_all or word.is_in_game]
        others = [word.name for word in self.words.values() if word not in words]
        lines = (
            f"{self._program} COMMAND ...: manage the maps of the game and their rooms\n",
            *(f"  {word.name:<9} {word.short}" for word in words),
            f"\n`{self._program} help COMMAND` explains a command, {_DRAWING}.",
            "Put names with spaces in quotes.",
            f"Only in a terminal, as `{PROGRAM} COMMAND`: {', '.join(others)}." * bool(others),
            self._last,
        )
        return "\n".join(filter(None, lines))


def _parser_of(word: Word, parsers: Any) -> ArgumentParser:
    parser: ArgumentParser = parsers.add_parser(
        word.name, usage=word.usage, add_help=False, allow_abbrev=False, exit_on_error=False
    )
    parser.add_argument("names", nargs="*")
    parser.add_argument("-h", "--help", action="store_true", dest="help")
    for option in sorted(word.options):
        parser.add_argument(option, action="store_true", dest=option)
    for option in sorted(word.valued):
        parser.add_argument(option, dest=option)
    return parser


def _request(word: Word, arguments: Namespace) -> Request:
    values = vars(arguments)
    return Request(
        tuple(arguments.names),
        frozenset(option for option in word.options if values[option]),
        {option: values[option] for option in word.valued if values[option] is not None},
    )
