"""Rights on maps in Django's admin, for superusers."""

from __future__ import annotations

from django.contrib import admin
from django.http import HttpRequest

from xyzgrid_ext.web.models import MapRight


@admin.register(MapRight)
class MapRightAdmin(admin.ModelAdmin):
    """Who may draw which map; `evennia xyzgrid right` does the same."""

    list_display = ("map_key", "who", "account", "role")
    list_filter = ("role",)
    search_fields = ("map_key", "who")

    def has_module_permission(self, request: HttpRequest) -> bool:
        """Whether somebody sees it at all."""
        return bool(request.user.is_superuser)

    has_add_permission = has_module_permission

    def has_view_permission(self, request: HttpRequest, obj: MapRight | None = None) -> bool:
        """Whether somebody sees a right; to change or delete one takes the same."""
        return self.has_module_permission(request)

    has_change_permission = has_delete_permission = has_view_permission
