"""The Django configuration of this part."""

from django.apps import AppConfig


class WebMapConfig(AppConfig):
    """The templates, static files and texts of the map page and of the panes."""

    name = "xyzgrid_ext.parts.web_map"
    label = "xyzgrid_web_map"
