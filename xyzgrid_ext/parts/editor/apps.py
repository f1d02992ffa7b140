"""The Django configuration of this part."""

from django.apps import AppConfig


class EditorConfig(AppConfig):
    """The Django app of the map editor: its tables, templates and static files."""

    name = "xyzgrid_ext.parts.editor"
    label = "xyzgrid_editor"
    default_auto_field = "django.db.models.BigAutoField"
