"""The URL patterns of the parts of this game, and of the texts of all scripts."""

from django.urls import URLPattern, URLResolver, include, path
from django.views.decorators.cache import never_cache
from django.views.i18n import JavaScriptCatalog

from xyzgrid_ext.game.parts import chosen_parts
from xyzgrid_ext.game.web.headers import data_view
from xyzgrid_ext.parts import guard

_TEXTS = data_view(never_cache(JavaScriptCatalog.as_view()))
urlpatterns: list[URLPattern | URLResolver] = [path("map/texts.js", _TEXTS, name="xyzgrid-texts")]
for part in chosen_parts().parts:
    if part.urls:
        with guard(part.name):
            urlpatterns.append(path("", include(part.urls)))
