"""Rights on maps in Django's admin, for superusers."""

from __future__ import annotations

from django.contrib import admin
from django.http import HttpRequest

from xyzgrid_ext.parts.editor.models import MapRight


@admin.register(MapRight)
class MapRightAdmin(admin.ModelAdmin):
    """The rights to draw maps; `evennia xyzgrid right` changes the same rows."""

    list_display = ("map_key", "who", "account", "role")
    list_filter = ("role",)
    search_fields = ("map_key", "who")

    def has_module_permission(self, request: HttpRequest) -> bool:
        """Whether somebody sees the section at all."""
        return bool(request.user.is_superuser)

    has_add_permission = has_module_permission

    def has_view_permission(self, request: HttpRequest, obj: MapRight | None = None) -> bool:
        """Whether somebody can see a right; changing and deleting need the same permission."""
        return self.has_module_permission(request)

    has_change_permission = has_delete_permission = has_view_permission
