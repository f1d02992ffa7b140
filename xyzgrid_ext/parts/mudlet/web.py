"""The package as a page of the website, which Mudlet loads it from."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.urls import URLPattern, URLResolver, path
from django.views.decorators.http import require_safe

from xyzgrid_ext.game.web import visitors
from xyzgrid_ext.parts.mudlet.package import FILE, package_bytes

PAGE = "xyzgrid-mudlet"
"""Django's name of the page."""


@visitors.count_visits
@require_safe
def download_package(request: HttpRequest) -> HttpResponse:
    """Return the package."""
    headers = {"Content-Disposition": f'attachment; filename="{FILE}"'}
    return HttpResponse(package_bytes(), content_type="application/zip", headers=headers)


# Mudlet takes the last word of the address for the name of the package
urlpatterns: list[URLPattern | URLResolver] = [
    path(f"map/mudlet/{FILE}", download_package, name=PAGE)
]
