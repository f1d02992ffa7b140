"""An endless land from afar: who sees it, and what browsers may keep of it."""

from spawned import spawned_once

from tests.parts.web_map.game.map_asking import ask
from xyzgrid_ext.parts.lands import web as land
from xyzgrid_ext.parts.lands.core.zoomed import SIZE

WILDS = {
    "zcoord": "wilds",
    "land": {"seed": 5, "places": {"Ashwick": (302, 530), "Otterbank": (312, 541)}},
}
MIST = {"zcoord": "mist", "land": {"seed": 6}, "options": {"fog": "explored"}}
FOR_EVER = "max-age=31536000, immutable"

PART = {"zcoord": "mist/part", "land": {"seed": 6}}

shared_maps = spawned_once(WILDS, MIST, PART)


def part(client, address, **values):
    return client.get(address, {"step": 16, "x": 0, "y": 0} | values)


def test_land_is_seen_where_nothing_is_drawn_and_kept_in_no_shared_cache(grid, browser, player):
    client, address = browser(), "/map/api/land/wilds/part"
    with land._making("127.0.0.1"), land._making("127.0.0.1"):
        assert part(client, address, x=50).status_code == 429
        other = {"step": 16, "x": 50, "y": 0}
        assert client.get(address, other, REMOTE_ADDR="127.0.0.2").status_code == 200
    assert part(client, address, x=51).status_code == 200
    client = browser()
    (head,) = (one for one in ask(client, "maps")[1]["maps"] if one["key"] == "wilds")
    told = client.get(head["land_at"]).json()
    assert {"name": "Otterbank", "x": 312, "y": 541} in told["places"]
    found = part(client, told["part_at"], version=told["version"], x=-3)
    # a land that gets fog is not in shared caches for long
    assert found["Cache-Control"] == f"public, {FOR_EVER}, s-maxage=60"
    biomes = found.json()["biome"]
    assert len(biomes) == SIZE * SIZE
    assert 3 < len({told["biomes"][one]["name"] for one in biomes}) < len(told["biomes"])
    again = client.get(
        told["part_at"], {"step": 16, "x": -3, "y": 0}, headers={"If-None-Match": found["ETag"]}
    )
    assert (again.status_code, again["Cache-Control"]) == (304, "public, no-cache")
    client = browser(player.account)
    told = client.get("/map/api/land/wilds").json()
    found = part(client, told["part_at"], version=told["version"])
    assert found["Cache-Control"] == f"private, {FOR_EVER}"


def test_land_in_fog_is_for_builders_and_what_is_no_part_refused(
    grid, browser, player, superuser, settings
):
    address = "/map/api/land/mist/part"
    for client in (browser(), browser(player.account)):
        assert ask(client, "land/mist")[0] == part(client, address).status_code == 404
    client = browser(superuser.account)
    assert ask(client, "land/mist")[0] == part(client, address).status_code == 200
    client, address = browser(), "/map/api/land/wilds/part"
    assert part(client, address, step="big").status_code == 400
    assert part(client, address, step=3).status_code == 404
    assert ask(client, "land/nowhere")[0] == 404
    assert part(client, address, x=41).status_code == 200
    settings.XYZGRID_LIMITS = {"land_parts": 0}
    assert part(client, address, x=42).status_code == 429
    assert part(client, address, x=41).status_code == 200, "it is made already"
