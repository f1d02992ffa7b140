"""The pages of this game: Evennia's website, web client and admin."""

from django.urls import include, path
from evennia.web.urls import urlpatterns as evennia_urls

urlpatterns = [
    path("admin/", include("evennia.web.admin.urls")),
    path("", include("xyzgrid_ext.game.web.urls")),
    path("", include("xyzgrid_ext.game.web.home")),  # the first page
    *evennia_urls,
]
