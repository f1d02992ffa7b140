"""The pages of this game."""

from django.urls import include, path
from evennia.web.urls import urlpatterns

urlpatterns = [path("", include("xyzgrid_ext.web.urls")), *urlpatterns]
