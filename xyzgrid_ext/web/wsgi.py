"""The maps' website in separate processes beside the game, for any WSGI server.

    browsers ──► proxy ─┬─ /map/, /map/list/, /map/api/ … ──► these processes ──┐
                        └─ everything else ─────────────────► the game ─────────┴──► one database

They only read map files and the database. Each holds a copy of the world, and renews it when it is
older than `seconds`. Users are known by tokens, not by cookies, since sessions belong to the game's
own website.

    gunicorn --workers 2 --threads 1 'xyzgrid_ext.web.wsgi:application()'      in the game dir
"""

from __future__ import annotations

import logging
import os
import time
from collections.abc import Callable, Iterable
from pathlib import Path
from threading import Lock
from typing import Any

Answer = Callable[[dict[str, Any], Callable[..., Any]], Iterable[bytes]]
PLACES = ("/map/api/", "/map/list/", "/map/export/", "/map/world.xml")
METHODS = ("GET", "HEAD")


def application(seconds: float = 30.0) -> Answer:
    """Return the WSGI application of the current game dir, with data at most `seconds` old.

    Failed requests and wrong settings are logged to the standard error.

    Raises:
        RuntimeError: if the current folder is not a game dir.

    """
    if not Path("server/conf/settings.py").is_file():
        raise RuntimeError(f"{Path.cwd()} is not a game dir: run this in the folder of the game")
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "server.conf.settings")
    import django

    django.setup()
    import evennia

    evennia._init()
    from django.core.wsgi import get_wsgi_application

    from xyzgrid_ext.game.base.setting_faults import setting_faults

    log = logging.getLogger("django.request")  # only a game in debug mode would show it
    shown = logging.StreamHandler()
    shown.setLevel(logging.ERROR)
    log.addHandler(shown)
    for fault in setting_faults():
        log.error(": ".join(fault))
    return Beside(get_wsgi_application(), _forget, seconds)


class Beside:
    """Answers read requests about the maps, one at a time, from a recent copy of the world."""

    def __init__(
        self,
        answer: Answer,
        forget: Callable[[], object],
        seconds: float,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._answer, self._forget, self._seconds = answer, forget, seconds
        self._clock, self._lock = clock, Lock()
        self._looked = clock()

    def __call__(
        self, environ: dict[str, Any], start_response: Callable[..., Any]
    ) -> Iterable[bytes]:
        """Answer a request; requests for the game's own pages get 404."""
        path = environ.get("PATH_INFO", "")
        is_page = path == "/map/" or path.startswith(PLACES)
        if environ["REQUEST_METHOD"] not in METHODS or not is_page:
            start_response("404 Not Found", [("Content-Type", "text/plain")])
            return [b"The game's own website has this.\n"]
        environ.pop("HTTP_COOKIE", None)
        with self._lock:  # the world is for one thread
            now = self._clock()
            if now - self._looked >= self._seconds:
                self._forget()
                self._looked = now
            answer = self._answer(environ, start_response)
            try:
                return [b"".join(answer)]
            finally:
                getattr(answer, "close", lambda: None)()


def _forget() -> None:
    """Drop all rows in memory and the world, so that both are read again on demand."""
    from django.apps import apps
    from evennia.utils.idmapper.models import SharedMemoryModel

    for model in apps.get_models():
        if issubclass(model, SharedMemoryModel):
            model.flush_instance_cache(force=True)
