"""The link to the editor on pages that show maps."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from django.http import HttpRequest
from django.urls import reverse
from django.utils.translation import gettext as _

from xyzgrid_ext.core.view import MapHead
from xyzgrid_ext.game.parts import MapLink
from xyzgrid_ext.parts.editor.game import edits


def map_links(request: HttpRequest, heads: Sequence[MapHead]) -> Iterator[MapLink]:
    """Yield the link, for somebody who may open a map in the editor."""
    user = request.user
    if user.is_superuser or (
        user.is_authenticated and edits.is_ready() and edits.roles_of(user.pk)
    ):
        yield MapLink(_("Edit maps"), reverse("xyzgrid-edit"))
