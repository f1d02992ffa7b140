"""The map page in a real browser: turn the world, choose levels, find a room, see a way."""

import json

import pytest

from tools.runner.__main__ import read_connection

ROOT = "document.getElementById('xyzgrid-map')"
NO_WEBGL = {"content": "HTMLCanvasElement.prototype.getContext = () => null"}


LAND = 'XYMAP_DATA = {"zcoord": "wilds", "land": {"places": {"Ashwick": (302, 530)}, "seed": 5}}'


@pytest.fixture
def world(window):
    """Return a function: a window on the map page, when all of it is there."""

    def open_map(page=None, path="/map/"):
        page = page or window()
        page.go(path)
        page.until(f"{ROOT}.dataset.state === 'ready'")
        return page

    return open_map


def data(page, name):
    return page.value(f"{ROOT}.dataset.{name}")


def find(page, text, room):
    page("fill", "[data-part=query]", text)
    page.see("[data-part=results] button", room)
    page("press", "[data-part=query]", "Enter")
    page.see("[data-part=panel] h2", room)


def until_it_rests(page):
    before = None
    while before != (before := data(page, "camera")):
        page("waitForTimeout", 200)
    return before


@pytest.mark.once
def test_levels_are_layers(world):
    page = world()
    page("selectOption", "[data-part=map]", "lighthouse")
    whole = int(data(page, "shown"))
    page("selectOption", "[data-part=mode]", "one")
    shown = []
    for level in range(5):
        page("fill", "[data-part=level]", str(level))
        shown.append(int(data(page, "shown")))
    assert sum(shown) == whole
    page("selectOption", "[data-part=mode]", "upto")
    page("focus", "[data-part=canvas]")
    page("keyboard.press", "PageDown")
    assert int(data(page, "shown")) == whole - shown[-1]
    page.shot("map page, levels")


@pytest.mark.once
def test_a_room_is_found_and_flown_to(world):
    page = world()
    before = until_it_rests(page)
    find(page, "lantern sq", "Lantern Square")
    page.see("[data-part=panel]", "Glassgate Street")
    assert until_it_rests(page) != before
    page("click", ".xyz-exits button")
    page.until("document.querySelector('[data-part=panel] h2').textContent !== 'Lantern Square'")


@pytest.mark.once
def test_a_path_is_drawn_and_can_be_copied(world):
    page = world()
    find(page, "lantern sq", "Lantern Square")
    page("click", "text=Path from here")
    find(page, "causeway", "The Causeway")
    page("click", "text=Path to here")
    walk = page.see(".xyz-walk")
    assert walk == "2s w"
    assert data(page, "path_length") == "4"
    page.see("[data-part=panel] ol li", "The Causeway")
    page("click", "[data-part=whole]")
    until_it_rests(page)
    page.shot("map page, a path")
    assert page.complaints == []


def test_who_plays_is_shown_where_they_are(world, builder, server, telnet):
    noted = read_connection(server.folder)
    client = telnet()
    client.ask(f"connect {noted['superuser']} {noted['password']}", "You become")
    client.read_until("Lantern Square")
    for _ in range(100):  # an answer of before they came is good for two seconds
        if you(builder)["characters"]:
            break
        builder("waitForTimeout", 100)
    page = world(builder)
    page("click", "[data-part=me]")
    here = page.see("[data-part=panel] h2")
    assert here
    assert you(page)["name"]
    page.shot("map page, builder")


def you(page):
    return json.loads(page.value("fetch('/map/api/maps').then(a => a.text())"))["you"]


def test_without_webgl_the_drawing_of_the_server_is_shown(world, window):
    page = window()
    page("addInitScript", NO_WEBGL)
    world(page)
    assert data(page, "drawn") == "flat"
    page("selectOption", "[data-part=map]", "lighthouse")
    page.until("document.querySelector('[data-part=picture]').naturalWidth > 0")
    all_levels = page.value("document.querySelector('[data-part=picture]').naturalHeight")
    page("selectOption", "[data-part=mode]", "one")
    page.until(
        "(one => one.complete && one.src.includes('levels=0') && one.naturalHeight > 0"
        f" && one.naturalHeight < {all_levels})(document.querySelector('[data-part=picture]'))"
    )
    page.shot("map page, flat")
    find(page, "lamp", "The Lamp")


@pytest.mark.once
def test_a_land_is_seen_from_afar_where_nothing_is_drawn(world, server, client):
    (server.folder.parent / "world" / "wilds.py").write_text(LAND)
    server.evennia("xyzgrid", "add", "world.wilds")
    page = world()
    page("selectOption", "[data-part=map]", "wilds")
    page.see("[data-part=panel] button", "Ashwick")
    page.until(f"{ROOT}.dataset.missing === '0'")
    page("selectOption", "[data-part=map]", "town")
    page.until("!document.querySelector('[data-part=panel]').textContent.includes('Ashwick')")
    page("selectOption", "[data-part=map]", "wilds")
    page("selectOption", "[data-part=map]", "town")  # before the land has opened
    page("waitForTimeout", 1000)
    assert "Ashwick" not in page.value("document.querySelector('[data-part=panel]').textContent")
    page("selectOption", "[data-part=map]", "wilds")
    page.until(f"{ROOT}.dataset.missing === '0'")
    near = int(data(page, "step"))
    page("click", "[data-part=farther]")
    page.until(f"{ROOT}.dataset.step > {near} && {ROOT}.dataset.missing === '0'")
    page.shot("map page, a land")
    page("mouse.move", 250, 300)  # far from what is drawn
    page("mouse.down")
    page("mouse.up")
    page.see("[data-part=panel] code", "goto (")
    assert page.complaints == []
    noted = read_connection(server.folder)
    walker = client(f"connect {noted['superuser']} {noted['password']}")
    walker.say("tel (302,530,wilds)")
    walker.stands_in("Ashwick")
    walker.until("document.querySelectorAll('.camera .room.open').length > 99")
    walker("waitForTimeout", 1000)  # until it has come to rest
    walker.shot("pane in a land")
    assert walker.value("document.querySelectorAll('.camera .way.plain').length") == 0
    server.evennia("xyzgrid", "delete", "wilds", "--yes")
