"""The package is offered to Mudlet alone, and lies where the offer says."""

from io import BytesIO
from urllib.parse import urlsplit
from zipfile import ZipFile

import pytest
from django.test import Client

from xyzgrid_ext.parts.mudlet.package import package_version


@pytest.fixture
def offers(player):
    """Return a function: what a client of these flags is offered when a character is taken."""

    def take(**flags):
        player.session.protocol_flags.update(flags)
        player.account.unpuppet_object(player.session)
        player.sent.clear()
        player.account.puppet_object(player.session, player.character)
        return [sent["client_GUI"][1] for sent in player.sent if "client_GUI" in sent]

    return take


@pytest.mark.parametrize(
    "flags", [{"CLIENTNAME": "TINTIN++"}, {}, {"CLIENTNAME": "Mudlet 4.19.1", "SCREENREADER": True}]
)
def test_other_clients_and_screen_readers_are_offered_nothing(flags, offers):
    assert offers(**flags) == []


def test_mudlet_is_offered_the_package_and_maps_also_behind_a_proxy(offers, settings):
    (offer,) = offers(CLIENTNAME="MUDLET")
    assert offer["version"] == package_version()
    url = urlsplit(offer["url"])
    assert url.path.endswith("/xyzgrid.mpackage"), "by this name Mudlet installs it"
    with ZipFile(BytesIO(Client().get(url.path).content)) as package:
        assert {*package.namelist()} == {"config.lua", "xyzgrid.xml"}
        config = package.read("config.lua").decode()
    assert "mpackage = [[xyzgrid]]" in config
    assert package_version() in config
    url = urlsplit(offer["map"])
    answer = Client().get(f"{url.path}?{url.query}")
    assert (answer.status_code, next(iter(answer))[:16]) == (200, b'{"formatVersion"')
    assert Client().get(f"{url.path}?token=wrong").status_code == 401
    settings.XYZGRID_MUDLET_WEBSITE = "https://play.example.com/"
    (offer,) = offers(CLIENTNAME="MUDLET")
    assert offer["url"] == "https://play.example.com/map/mudlet/xyzgrid.mpackage"
    assert offer["map"].startswith("https://play.example.com/map/export/all.mudlet.json?token=")


@pytest.mark.parametrize("name", ["WEBSERVER_ENABLED", "XYZGRID_MUDLET_WEBSITE"])
def test_a_game_without_a_website_offers_nothing(name, offers, settings):
    setattr(settings, name, "")
    assert offers(CLIENTNAME="MUDLET") == []
