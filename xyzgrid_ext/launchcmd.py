"""`evennia xyzgrid ...`: the grid from the terminal, without logging in.

The setting EXTRA_LAUNCHER_COMMANDS names it. Each word is a row of `cli.words`, or of a part. A
failure gives one clear text and a non-zero exit code. Evennia's launcher passes the arguments after
`xyzgrid` unchanged.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Sequence
from typing import NoReturn

import evennia
from django.db import OperationalError, connection
from evennia.scripts.models import ScriptDB

from xyzgrid_ext.core.errors import GridError, UsageError
from xyzgrid_ext.game import contrib_names
from xyzgrid_ext.game.base import settings
from xyzgrid_ext.game.cli.grammar import PROGRAM, Request
from xyzgrid_ext.game.cli.words import grammar
from xyzgrid_ext.game.db.grid import contrib_has_maps
from xyzgrid_ext.game.world.current import get_grid

_PIPE_IS_CLOSED = 141  # a shell's exit code for such a program

evennia._init()


def xyzcommand(*args: str) -> None:
    """Run `evennia xyzgrid ARGS`.

    Raises:
        SystemExit: with 1 on failure, 2 on wrong use, since Evennia's launcher would exit with 0.
    """
    try:
        code = _run(args)
        sys.stdout.flush()
    except BrokenPipeError:  # nobody reads on, as of `list | head`
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # Python flushes at its end
        code = _PIPE_IS_CLOSED
    if code:
        raise SystemExit(code)


def _run(args: Sequence[str]) -> int:
    try:
        parsed = grammar(PROGRAM).parse(args)
    except UsageError as error:
        _fail(str(error), code=2)
    if isinstance(parsed, str):
        print(parsed)
        return 0
    word, request = parsed
    try:
        connection.ensure_connection()
    except OperationalError as error:
        cure = "check DATABASES in server/conf, and whether its server runs"
        _fail(f"the database cannot be reached: {str(error).strip()}\n{cure}")
    run: Callable[[Request], int] | None = word.run_in_terminal
    has_tables = ScriptDB._meta.db_table in connection.introspection.table_names()
    if not has_tables:
        run = word.run_on_files if request.names else None
    if run is None:
        _fail("The game has no database yet.\n`evennia migrate` makes it.")
    contrib_names.connect()  # hooks of a game's rooms may ask for the grid while they are made
    try:
        if (
            has_tables
            and settings.setting_value("XYZGRID_MAPS") is not None
            and not contrib_has_maps()
        ):
            get_grid()  # a fresh database needs no `add`
        return run(request)
    except GridError as error:
        _fail(str(error))


def _fail(text: str, code: int = 1) -> NoReturn:
    print(text, file=sys.stderr)
    raise SystemExit(code)
