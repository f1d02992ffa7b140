"""An endless land from afar: who sees it, and what browsers may keep of it."""

import pytest
from map_asking import ask
from spawned import spawned_once

from xyzgrid_ext.core.land.zoomed import SIZE

pytestmark = pytest.mark.django_db

WILDS = {
    "zcoord": "wilds",
    "land": {"seed": 5, "places": {"Ashwick": (302, 530), "Otterbank": (312, 541)}},
}
MIST = {"zcoord": "mist", "land": {"seed": 6}, "options": {"fog": "explored"}}
FOR_EVER = "max-age=31536000, immutable"

shared_maps = spawned_once(WILDS, MIST)


def part(client, address, **values):
    return client.get(address, {"step": 16, "x": 0, "y": 0} | values)


def test_a_land_is_seen_where_nothing_is_drawn_and_the_answer_is_kept(grid, browser):
    client = browser()
    (head,) = ask(client, "maps")[1]["maps"]
    told = client.get(head["land_at"]).json()
    assert {"name": "Otterbank", "x": 312, "y": 541} in told["places"]
    found = part(client, told["part_at"], version=told["version"], x=-3)
    assert found["Cache-Control"] == f"public, {FOR_EVER}"
    biomes = found.json()["biome"]
    assert len(biomes) == SIZE * SIZE
    assert 3 < len({told["biomes"][one]["name"] for one in biomes}) < len(told["biomes"])
    again = client.get(
        told["part_at"], {"step": 16, "x": -3, "y": 0}, headers={"If-None-Match": found["ETag"]}
    )
    assert (again.status_code, again["Cache-Control"]) == (304, "public, no-cache")


def test_a_land_in_fog_is_for_builders(grid, browser, player, superuser):
    address = "/map/api/land/mist/part"
    for client in (browser(), browser(player.account)):
        assert ask(client, "land/mist")[0] == part(client, address).status_code == 404
    client = browser(superuser.account)
    assert ask(client, "land/mist")[0] == part(client, address).status_code == 200


def test_what_is_no_part_is_refused_and_so_are_too_many_at_once(grid, browser, settings):
    client, address = browser(), "/map/api/land/wilds/part"
    assert part(client, address, step="big").status_code == 400
    assert part(client, address, step=3).status_code == 404
    assert ask(client, "land/nowhere")[0] == 404
    assert part(client, address, x=41).status_code == 200
    settings.XYZGRID_LIMITS = {"land_parts": 0}
    assert part(client, address, x=42).status_code == 429
    assert part(client, address, x=41).status_code == 200, "it is made already"
