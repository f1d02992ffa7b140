"""Who asks a running game: a superuser with a map client, the website, and the launcher's jobs.

    ask ── slices, another process, threads of the website ── nothing is under way any more ── next

The game is this process: its reactor, its objects, its worker of jobs. There is no Portal; what
would be sent to it is dropped.
"""

from __future__ import annotations

import json
import os
import types
from collections.abc import Callable
from time import monotonic
from typing import Any
from weakref import WeakSet

import evennia
from django.conf import settings
from django.db import connection
from django.test import Client
from evennia import create_account, create_object
from evennia.utils.utils import class_from_module
from twisted.internet import reactor
from twisted.internet.threads import deferToThread

from xyzgrid_ext.game.base.task import Task
from xyzgrid_ext.game.cli.worker import worker
from xyzgrid_ext.game.db import jobs

_LOOK = 0.02  # seconds between two looks whether all is done
_QUIET = 0.1  # seconds for which nothing was under way: a task may have begun another


class Asker:
    """Somebody who may do anything, and knows when the last question has been answered."""

    def __init__(self, location: Any) -> None:
        self._tasks: WeakSet[Task[Any]] = WeakSet()
        self._threads = 0
        self.told: list[Any] = []
        self.faults: list[str] = []
        self._watch_tasks()
        evennia.SESSION_HANDLER.data_out = lambda session, **message: self.told.append(message)
        name = f"bench{os.getpid()}"  # the database may be of an earlier run
        self.account = create_account(name, "", "bench-password-7", is_superuser=True)
        self.character = create_object(
            settings.BASE_CHARACTER_TYPECLASS, key=name, location=location, home=location
        )
        self.character.locks.add(f"puppet:id({self.character.id})")
        self.session = class_from_module(settings.SERVER_SESSION_CLASS)()
        self.session.init_session("telnet", ("127.0.0.1", "bench"), evennia.SESSION_HANDLER)
        self.session.sessid = 1
        evennia.SESSION_HANDLER[1] = self.session
        self.account.db._last_puppet = self.character
        evennia.SESSION_HANDLER.login(self.session, self.account, testmode=True)
        if self.session.puppet is not self.character:
            self.account.puppet_object(self.session, self.character)

    def _watch_tasks(self) -> None:
        tasks, begin = self._tasks, Task.__init__

        def begun(task: Task[Any], *values: Any, **options: Any) -> None:
            begin(task, *values, **options)
            tasks.add(task)

        Task.__init__ = begun  # type: ignore[method-assign]

    @property
    def is_busy(self) -> bool:
        """Whether anything that was asked for is still under way."""
        if self._threads or worker._job is not None:
            return True
        if any(task._timer is not None or task._awaited is not None for task in self._tasks):
            return True
        return any(not job.ended for job in jobs.all_jobs())

    def when_done(self, then: Callable[[], None], least: float) -> None:
        """Call a function when nothing is under way, after so many seconds at least."""
        state = types.SimpleNamespace(since=None, begun=monotonic())

        def look() -> None:
            now = monotonic()
            if self.is_busy or now - state.begun < least:
                state.since = None
            elif state.since is None:
                state.since = now
            elif now - state.since >= _QUIET:
                then()
                return
            reactor.callLater(_LOOK, look)

        reactor.callLater(_LOOK, look)

    # --- questions

    def line(self, text: str) -> None:
        """Type a line."""
        self.session.execute_cmd(text)

    def message(self, name: str, **values: Any) -> None:
        """Send a message of a map client."""
        evennia.SESSION_HANDLER.data_in(self.session, **{name: [[], values]})

    def job(self, word: str, *names: str) -> None:
        """Ask for a job, as the launcher does."""
        jobs.submit(word, names)

    def get(self, *paths: str) -> None:
        """Ask the website, one after the other."""
        self._in_thread([lambda client, path=path: client.get(path) for path in paths])

    def post(self, path: str, **body: Any) -> None:
        """Send the website something."""
        text = json.dumps(body)
        self._in_thread([lambda client: client.post(path, text, content_type="application/json")])

    def _in_thread(self, asked: list[Callable[[Client], Any]]) -> None:
        account = self.account

        def ask() -> None:
            client = Client(HTTP_HOST="localhost")
            client.force_login(account)
            for one in asked:
                answer = one(client)
                b"".join(answer) if answer.streaming else answer.content
                if answer.status_code != 200:
                    self.faults.append(f"{answer.status_code} {answer.content[:300]!r}")
            connection.close()

        def end(failure: Any) -> None:
            self._threads -= 1
            if failure is not None:
                self.faults.append(failure.getTraceback())

        self._threads += 1
        deferToThread(ask).addCallbacks(end, end)
