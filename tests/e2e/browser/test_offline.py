"""Without the internet: the game brings all that its pages need."""

import pytest


@pytest.mark.parametrize("path", ["/", "/webclient/", "/help/"])
def test_a_page_asks_no_other_machine_for_anything(window, path):
    page = window()
    page.go(path)
    page.until("document.readyState === 'complete'")
    assert page.outside == []
    assert page.complaints == []


def test_one_plays_in_a_browser_that_reaches_nothing_but_the_game(client):
    page = client()
    page.say("look")
    page.see("#messagewindow", "Lantern Square")
    page.see(".xyzgrid-map")
    assert page.outside == []
    assert page.complaints == []
