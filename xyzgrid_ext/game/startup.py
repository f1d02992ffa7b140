"""Connects signals and starts workers; all of it happens here, in one call to `start`.

A game need not call `start`. Evennia reaches it through what the game has anyway:

    xyzgrid.XYZGrid         when the server starts: any game that has a grid, by its database
    commands.XYZGridCmdSet  when a character gets it: a game without a grid yet
    web.apps.WebConfig      when the reactor runs: the same, if it has the web app

    start ──► signals                            in every process that gets there: tests, the shell
         └──► the Portal has sent its sessions ──► worker of jobs, and those of
                                                   parts: in a Server alone

Workers wait for the sessions, because they tell people what a reload has interrupted. They need no
grid: the first `add` or `spawn` is a job like any other.
"""

from __future__ import annotations

from functools import cache

import evennia
from django.utils.translation import gettext as _
from evennia.utils import logger
from evennia.utils.ansi import raw

from xyzgrid_ext import xyzroom  # noqa: F401 (`typeclass/list` shows what is imported)
from xyzgrid_ext.game import contrib_names
from xyzgrid_ext.game.base import background, task
from xyzgrid_ext.game.base.language import translating_for
from xyzgrid_ext.game.base.process import is_server
from xyzgrid_ext.game.base.setting_faults import setting_faults
from xyzgrid_ext.game.base.surviving import surviving
from xyzgrid_ext.game.cli.worker import worker
from xyzgrid_ext.game.parts import game_parts, limit_rows, log_faults, part_faults, setting_rows
from xyzgrid_ext.game.protocols import subscribing
from xyzgrid_ext.game.travel import exploring, following, walking
from xyzgrid_ext.game.typeclasses import moves, newcomers
from xyzgrid_ext.game.typeclasses.guests import delete_departed
from xyzgrid_ext.game.world import object_changes
from xyzgrid_ext.game.world.current import current

_LOOK = 0.1  # seconds between two looks whether the Portal has sent its sessions


@cache
def connect() -> None:
    """Connect all signal handlers, also those of parts, and `contrib_names`. Safe to repeat."""
    contrib_names.connect()
    moves.connect()
    newcomers.connect()
    walking.connect()
    following.connect()
    exploring.connect()
    object_changes.connect()
    subscribing.connect()
    for part in game_parts():
        part.connect()


class Workers:
    """Starts what works in the background of a Server: jobs, processes, and workers of parts."""

    def __init__(self) -> None:
        self._is_begun = False

    def start(self) -> None:
        """Start all workers as soon as the Portal has sent its sessions; only once, in a Server."""
        if is_server() and not self._is_begun:
            self._is_begun = True
            self._await_sessions()

    def _await_sessions(self) -> None:
        if not evennia.SESSION_HANDLER.portal_start_time:
            task.call_later(_LOOK, self._await_sessions)
            return
        for fault in (*setting_faults(setting_rows(), limit_rows()), *part_faults()):
            logger.log_err("xyzgrid: " + ": ".join(fault))
        log_faults(logger.log_err)
        of_parts = (begin for part in game_parts() for begin in part.started)
        for begin in (
            background.start_processes, worker.start, delete_departed, _tell_builders, *of_parts,
        ):  # fmt: skip
            with surviving("start of the workers"):
                begin()


def _tell_builders() -> None:
    """Tell builders who are connected which maps do not load; only the log says so otherwise."""
    if not (names := ", ".join(raw(loaded.name) for loaded in current().unloaded_maps)):
        return
    for account in {session.account for session in evennia.SESSION_HANDLER.get_sessions()}:
        if account is not None and account.check_permstring("Builder"):
            with translating_for(account):
                text = _("Maps that do not load: {names}. Type |wxyzgrid check|n to see why.")
                account.msg(text.format(names=names))


_workers = Workers()


def start() -> None:
    """Connect all signals; in a Server, start all workers. Calling it again has no effect."""
    connect()
    _workers.start()
