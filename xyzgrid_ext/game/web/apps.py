"""The Django configuration of this app."""

import evennia
from django.apps import AppConfig
from django.core.signals import got_request_exception
from django.http import HttpRequest
from evennia.utils import logger
from twisted.internet import reactor

from xyzgrid_ext.game import contrib_names
from xyzgrid_ext.game.base import task


class WebConfig(AppConfig):
    """The Django app with the pages, static files and translations of the kernel."""

    name = "xyzgrid_ext.game.web"
    label = "xyzgrid_web"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Connect the contrib's names, and schedule the start: the website is not running yet."""
        contrib_names.connect()
        got_request_exception.connect(log_exception)
        task.release_on_stop(reactor)
        reactor.callWhenRunning(start_game)


def log_exception(request: HttpRequest | None = None, **_: object) -> None:
    """Log what a page of the website has raised, which Django itself logs nowhere."""
    logger.log_trace(f"xyzgrid: the website's page {request and request.path[:200]!r}")


def start_game() -> None:
    """Start the game's workers, if this process is the Server."""
    service = evennia.EVENNIA_SERVER_SERVICE
    if service is not None and service.running:
        # imported here: it loads the whole game, which the Portal does not need
        from xyzgrid_ext.game import startup

        startup.start()
