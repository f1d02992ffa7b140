"""The Django configuration of this part."""

from django.apps import AppConfig


class WebMapConfig(AppConfig):
    """The Django app of the map page and of the web client's panes: templates, static files."""

    name = "xyzgrid_ext.parts.web_map"
    label = "xyzgrid_web_map"
