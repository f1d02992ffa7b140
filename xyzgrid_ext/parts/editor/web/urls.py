"""The URL patterns of the map editor."""

from django.urls import URLPattern, URLResolver, path
from django.views.decorators.cache import never_cache
from django.views.i18n import JavaScriptCatalog

from xyzgrid_ext.game.web.headers import data_view
from xyzgrid_ext.parts.editor.web.views import API, maps, page, view_of

_TEXTS = JavaScriptCatalog.as_view(packages=["xyzgrid_ext.parts.editor"])
_MAP = "map/edit/api/<path:key>"
urlpatterns: list[URLPattern | URLResolver] = [
    path("map/edit/", maps, name="xyzgrid-edit"),
    path("map/edit.js", data_view(never_cache(_TEXTS)), name="xyzgrid-edit-texts"),
    *(
        path(f"{_MAP}/{route}", view_of(row), name=f"xyzgrid-edit-{route.partition('/<')[0]}")
        for route, row in API.items()
        if route
    ),
    path(_MAP, view_of(API[""]), name="xyzgrid-edit-draft"),
    path("map/edit/<path:key>/", page, name="xyzgrid-edit-map"),
]
