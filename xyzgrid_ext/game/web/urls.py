"""The URL patterns of the parts of this game."""

from django.urls import URLPattern, URLResolver, include, path

from xyzgrid_ext.game.parts import chosen_parts
from xyzgrid_ext.parts import guard

urlpatterns: list[URLPattern | URLResolver] = []
for part in chosen_parts().parts:
    if part.urls:
        with guard(part.name):
            urlpatterns.append(path("", include(part.urls)))
