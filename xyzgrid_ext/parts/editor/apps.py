"""The Django configuration of this part."""

from django.apps import AppConfig


class EditorConfig(AppConfig):
    """The tables, templates and static files of the map editor."""

    name = "xyzgrid_ext.parts.editor"
    label = "xyzgrid_editor"
    default_auto_field = "django.db.models.BigAutoField"
