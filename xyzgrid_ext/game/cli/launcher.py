"""`evennia xyzgrid ...`: the grid from the terminal, without a login.

Hook it up with EXTRA_LAUNCHER_COMMANDS["xyzgrid"] = "xyzgrid_ext.game.cli.launcher.xyzcommand".
Each word is a row of `WORDS`. Failure is one clear text and a non-zero exit.
"""

from __future__ import annotations

import sys
from typing import NoReturn

import evennia
from django.db import connection
from evennia.scripts.models import ScriptDB

from xyzgrid_ext.core.errors import GridError
from xyzgrid_ext.game.cli.terminal import Request, Word
from xyzgrid_ext.game.cli.topics import TOPICS
from xyzgrid_ext.game.cli.words import ROWS

WORDS = {word.name: word for word in ROWS}
ALIASES = {"h": "help", "-h": "help", "--help": "help"}

evennia._init()


def xyzcommand(*args: str) -> None:
    """Run `evennia xyzgrid ARGS`.

    Raises:
        SystemExit: with 1 on failure, 2 on a wrong use; Evennia's launcher would end with 0.

    """
    name, *rest = args or ("help",)
    name = ALIASES.get(name, name)
    if name == "help":
        _help(rest)
        return
    word = WORDS.get(name)
    if word is None:
        _fail(f"unknown word '{name}'; known are help, {', '.join(WORDS)}", code=2)
    try:
        request = Request.of(rest, word.valued)
    except GridError as error:
        _fail(f"{error}\nusage: {word.usage}", code=2)
    if unknown := request.options - word.options:
        _fail(f"{name} has no option {', '.join(sorted(unknown))}\nusage: {word.usage}", code=2)
    if ScriptDB._meta.db_table not in connection.introspection.table_names():
        _fail("The game has no database yet.\n`evennia migrate` makes it.")
    try:
        code = word.run(request)
    except GridError as error:
        _fail(str(error))
    if code:
        raise SystemExit(code)


def _help(topics: list[str]) -> None:
    if topics and topics[0] not in {**WORDS, **TOPICS}:
        _fail(f"there is no help on '{topics[0]}'; known are {', '.join(WORDS)}", code=2)
    if topics:
        word = WORDS.get(topics[0])
        print(_long(word) if word else TOPICS[topics[0]].strip())
        return
    print("evennia xyzgrid WORD ...: the maps of the game and the rooms made of them\n")
    for word in ROWS:
        print(f"  {word.name:<9} {word.short}")
    print("\n`evennia xyzgrid help WORD` tells more, `help drawing` the symbols of drawn maps.")
    print("Names of maps with blanks go in quotes.")


def _long(word: Word) -> str:
    return f"evennia xyzgrid {word.usage}\n\n{word.help.strip()}"


def _fail(text: str, code: int = 1) -> NoReturn:
    print(text, file=sys.stderr)
    raise SystemExit(code)
