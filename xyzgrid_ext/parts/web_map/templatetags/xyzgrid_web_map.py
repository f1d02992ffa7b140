"""`pane_files as files` gives what parts add to the web client."""

from __future__ import annotations

from django.template import Library

from xyzgrid_ext.game.parts import game_parts

register = Library()


@register.simple_tag
def pane_files() -> list[str]:
    """Return the paths of static files that parts add to the web client."""
    return [file for part in game_parts() for file in part.client_files()]
