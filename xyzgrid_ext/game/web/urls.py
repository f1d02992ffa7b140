"""The URL patterns of the parts of this game."""

from django.urls import URLPattern, URLResolver, include, path

from xyzgrid_ext.game.parts import chosen_parts

urlpatterns: list[URLPattern | URLResolver] = [
    path("", include(part.urls)) for part in chosen_parts().parts if part.urls
]
