"""The pages of the maps."""

from django.urls import URLPattern, URLResolver, path

from xyzgrid_ext.web import api, downloads, page, plain

urlpatterns: list[URLPattern | URLResolver] = [
    path("map/", page.page, name="xyzgrid-map"),
    path("map/list/", plain.plain, name="xyzgrid-plain"),
    path("map/token/", page.renew_token, name="xyzgrid-token"),
    path("map/api/maps", api.maps, name="xyzgrid-maps"),
    path("map/api/maps/<path:key>", api.rooms, name="xyzgrid-rooms"),
    path("map/api/path", api.path, name="xyzgrid-path"),
    path("map/api/search", api.search, name="xyzgrid-search"),
    path("map/world.xml", downloads.world, name="xyzgrid-world"),
    path("map/export/<path:file>", downloads.export, name="xyzgrid-export"),
]
