"""The pages of the game anywhere: without the internet, in any window, light and dark."""

import pytest

pytestmark = pytest.mark.once


@pytest.mark.parametrize("path", ["/", "/webclient/", "/help/"])
def test_a_page_asks_no_other_machine_for_anything(window, path):
    page = window()
    page.go(path)
    page.until("document.readyState === 'complete'")
    assert page.outside == []
    assert page.complaints == []


@pytest.mark.parametrize("path", ["/", "/map/"])
def test_a_page_fits_windows_and_phones_light_and_dark(window, path):
    page = window()
    for width, scheme in ((1280, "light"), (800, "dark"), (400, "dark")):
        page("setViewportSize", {"width": width, "height": 800})
        page("emulateMedia", {"colorScheme": scheme})
        page.go(path)
        page.until(f"document.documentElement.scrollWidth <= {width}")
        dark = "getComputedStyle(document.body).backgroundColor === 'rgb(20, 24, 29)'"
        assert page.value(dark) == (scheme == "dark")
        page.shot(f"{'first page' if path == '/' else 'map page'} at {width}")
    assert page.complaints == []
