"""What Django knows of this app."""

from django.apps import AppConfig
from twisted.internet import reactor

from xyzgrid_ext.game.base import task


class WebConfig(AppConfig):
    """The pages and static files of the maps."""

    name = "xyzgrid_ext.web"
    label = "xyzgrid_web"

    def ready(self) -> None:
        """Long before the website starts."""
        task.end_with(reactor)
