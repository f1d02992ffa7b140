"""A stand-in for Mudlet on a real server: the package comes from the website, and plays."""

import json
from urllib.request import urlopen

import pytest
from mudlet_client import Mudlet

from tools.runner.mapclient import MapClient
from xyzgrid_ext.parts.mudlet.package import package_version


class Profile:
    """Mudlet, connected to a game: it does what the game and its scripts ask for."""

    def __init__(self, client, home):
        self.client, self.mudlet, self.offers = client, Mudlet(home), []

    def types(self, line, pattern):
        """Send a line, and do all that comes of it; return the text that was shown."""
        text = self.client.ask(line, pattern)
        for name, content in self.client.gmcp():
            self.mudlet.hears(name, content)
            if name == "Client.GUI":
                self.offers.append(content)
                self.mudlet.install(_load(content["url"]))
        while self.mudlet.gmcp_sent:
            name, _blank, content = self.mudlet.gmcp_sent.pop(0).partition(" ")
            self.client.say_gmcp(name, json.loads(content))
        while self.mudlet.downloads:
            self.mudlet.loads(_load(self.mudlet.downloads[0][1]).decode())
        return text


def _load(url):
    with urlopen(url, timeout=60) as answer:
        return answer.read()


@pytest.fixture
def profile(server, tmp_path):
    with MapClient(server.host, server.base) as client:
        client.read_until("connect guest")
        client.read()
        yield Profile(client, tmp_path)


def test_the_package_comes_at_login_and_a_double_click_walks(profile):
    profile.types("connect guest", r"You become \w+\.[\s\S]*Exits: .*")
    (offer,) = profile.offers
    assert offer["version"] == package_version()
    mudlet = profile.mudlet
    square = mudlet.here
    assert mudlet.rooms[square].name == "Lantern Square"
    well = next(number for number, room in mudlet.rooms.items() if room.name == "The Old Well")
    profile.types(mudlet.double_click(well), r"You have arrived at The Old Well\.")
    assert mudlet.here == well
    far = next(room for room in mudlet.rooms.values() if room.area != mudlet.rooms[well].area)
    number = next(number for number, room in mudlet.rooms.items() if room is far)
    # the game decides: by what the map's `routes` lets one walk to
    profile.types(
        mudlet.double_click(number), r"You (set out for|have not been there|know of no way)"
    )
    assert mudlet.frame.startswith("♥♥♥\n\n☐ ")
