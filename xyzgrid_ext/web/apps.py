"""What Django knows of this app."""

from django.apps import AppConfig


class WebConfig(AppConfig):
    """The pages and static files of the maps."""

    name = "xyzgrid_ext.web"
    label = "xyzgrid_web"
