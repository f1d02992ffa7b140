"""The URL patterns of the map page and of its API."""

from django.urls import URLPattern, URLResolver, path

from xyzgrid_ext.parts.web_map import api, pages

urlpatterns: list[URLPattern | URLResolver] = [
    path("map/", pages.page, name="xyzgrid-map"),
    path("map/list/", pages.plain_page, name="xyzgrid-plain"),
    path("map/token/", pages.renew_token, name="xyzgrid-token"),
    path("map/api/maps", api.maps, name="xyzgrid-maps"),
    path("map/api/maps/<path:key>", api.rooms, name="xyzgrid-rooms"),
    path("map/api/path", api.path, name="xyzgrid-path"),
    path("map/api/search", api.search, name="xyzgrid-search"),
]
