"""The URL patterns of the map editor."""

from django.urls import URLPattern, URLResolver, path

from xyzgrid_ext.parts.editor.web.views import API, maps, page, view_of

_MAP = "map/edit/api/<path:key>"
urlpatterns: list[URLPattern | URLResolver] = [
    path("map/edit/", maps, name="xyzgrid-edit"),
    *(
        path(f"{_MAP}/{route}", view_of(row), name=f"xyzgrid-edit-{route.partition('/<')[0]}")
        for route, row in API.items()
        if route
    ),
    path(_MAP, view_of(API[""]), name="xyzgrid-edit-draft"),
    path("map/edit/<path:key>/", page, name="xyzgrid-edit-map"),
]
