"""A player who tries everything learns nothing of what is hidden; a builder sees it all.

Eve has a telnet client with GMCP and MSDP, all our commands, a login to the website and a token.
All that ever comes back to her is kept, and looked through at the end of each test.
"""

import contextlib
import json
import re
from collections.abc import Iterator
from types import SimpleNamespace
from urllib.parse import quote

import pytest

from tools.runner import secret_world
from tools.runner.__main__ import read_connection
from tools.runner.curious import (
    ALONE,
    ASKED,
    HELP,
    NAMES,
    PLACES,
    TO_NAMES,
    TO_PLACES,
    Telnet,
    Web,
    nowhere,
)

pytestmark = pytest.mark.once

PASSWORD = "correct-horse-7"
FORMATS = (".xml", ".mudlet.json", ".json", ".svg", ".dot")
NUMBERS = ("num", "to", "here", "id", "target")
OURS = ("Room.", "Xyzgrid.", "Client.")


@pytest.fixture(scope="module")
def site(new_game):
    """A game with secrets, a builder, Ann within a dungeon, and Eve on the Green."""
    game = new_game("limbo")
    secret_world.write(game.folder.parent / "world")
    with (game.folder / "server/conf/secret_settings.py").open("a") as settings:
        settings.write(f"XYZGRID_LIMITS = {dict.fromkeys(ASKED, 1_000_000)}\n")
    played = game.play()
    assert not played.returncode, played.stdout
    noted = read_connection(game.folder)
    with contextlib.ExitStack() as clients:
        # one after the other: Evennia lets in two a second
        builder = clients.enter_context(Telnet(game))
        builder.ask(f"connect {noted['superuser']} {noted['password']}", "You become")
        players = []
        for name in ("Ann", "Eve"):
            client = clients.enter_context(Telnet(game))
            client.ask(f"create {name} {PASSWORD}", "created|Is this what you intended")
            client.says("y")
            client.says(f"connect {name} {PASSWORD}")
            client.read()
            players.append(client)
        ann, eve = players
        boss, web, page = Web(game), Web(game), Web(game)
        boss.log_in(noted["superuser"], noted["password"])
        web.log_in("Eve", PASSWORD)
        site = SimpleNamespace(
            game=game, builder=builder, ann=ann, eve=eve, boss=boss, web=web, guest=page
        )
        site.bring_eve = lambda place: bring(site, place)
        prepare(site)
        yield site


def prepare(site):
    """Let Ann be in her dungeon, and Eve know the first room of Ophir."""
    site.builder.says("tel (2,0,0,hamlet)")
    (entrance,) = re.findall(r"\(\d+,\d+(?:,\d+)?,mirkwell\S*\)", site.builder.says("dungeon list"))
    assert "Created" in site.builder.says(f"open shaft = {entrance}")
    site.eve.walks("the barn")
    assert "The Threshold" in site.eve.says("way")
    site.eve.says("way")
    site.eve.walks("the well")
    site.ann.walks("the well")
    site.ann.ask("shaft", r"Exits: ", timeout=60)
    site.ann.read()
    for name in ("Room 1", "Client.Map 1", "Xyzgrid 1", "Map 1"):
        site.eve.say_gmcp("Core.Supports.Add", [name])
    variables = ("ROOM_VNUM", "ROOM_NAME", "ROOM_EXITS", "ROOM_AREA", "ROOM_TERRAIN", "ROOM")
    site.eve.say_msdp("REPORT", *variables)
    site.known = secrets(site)


def bring(site, place):
    site.eve.says("path clear")
    site.builder.says("tel (0,0,manor)")
    assert re.search("Teleported|is already at", site.builder.says(f"tel/quiet Eve = {place}"))
    site.eve.read()


def secrets(site):
    """The names and the numbers that Eve may not hear of, as the builder is told of them."""
    numbers, names = set(), set()
    site.keys = [one["key"] for one in json.loads(site.boss.get("/map/api/maps")[1])["maps"]]
    for key in site.keys:
        rooms = json.loads(site.boss.get(f"/map/api/maps/{quote(key)}")[1])["rooms"]
        for room in rooms:
            hidden = key.startswith(("zanzibar", "mirkwell", "quern"))
            if hidden or room["name"] in ("Topaz Hall", "Garnet Hall"):
                numbers.add(room["num"])
            if key.startswith("mirkwell") and " " in room["name"]:
                names.add(room["name"].casefold())
    assert len(numbers) > 20
    return SimpleNamespace(numbers=numbers, words={*secret_world.SECRETS, *names})


def check_words(site, texts, typed=""):
    """None of the secret words is in what somebody was told."""
    for text in texts:
        told = text.casefold()
        for word in site.known.words - {typed.casefold()}:
            assert word not in told, (word, text)


def numbers_in(value) -> Iterator[int]:
    """The numbers of objects in what a client is told."""
    if isinstance(value, dict):
        for name, one in value.items():
            if name in (*NUMBERS, "rooms") or (name == "exits" and isinstance(one, dict)):
                found = one if isinstance(one, list) else [one]
                found = list(one.values()) if isinstance(one, dict) else found
                yield from (number for number in found if type(number) is int)
            yield from numbers_in(one)
    elif isinstance(value, list):
        for one in value:
            yield from numbers_in(one)


@pytest.mark.parametrize("question", [*TO_PLACES, *TO_NAMES])
def test_what_is_hidden_is_answered_as_what_is_nowhere(site, question):
    site.bring_eve("(2,0,0,hamlet)")
    for secret in PLACES if question in TO_PLACES else NAMES:
        told = [site.eve.says(question.format(name)) for name in (secret, nowhere(secret))]
        told = [HELP.sub("", nowhere(text)) for text in told]
        assert told[0] == told[1]


def test_a_room_in_fog_is_answered_as_no_room(site):
    site.bring_eve("(2,0,0,hamlet)")
    for question in TO_PLACES:
        hidden, missing = (
            site.eve.says(question.format(place)) for place in ("(1,0,0,ophir)", "(1,1,0,ophir)")
        )
        assert hidden.replace("(1,0,0,ophir)", "(1,1,0,ophir)") == missing


@pytest.mark.parametrize(
    "place", [*(f"({x},0,0,hamlet)" for x in range(4)), "(0,0,fen)", "(1,0,fen)", "(0,0,0,quern)"]
)
def test_no_command_tells_of_what_is_hidden(site, place):
    site.bring_eve(place)
    for line in ALONE:
        check_words(site, [site.eve.says(line)], line)
        site.eve.says("goto")
        site.eve.says("path clear")


def test_no_map_is_sent_of_what_is_hidden(site):
    eve = site.eve
    names = [*site.keys, "ZANZIBAR", "zanzibar:0", "balthazr", "", "*", "..", "hamlet:0"]
    eve.asks_for_map("Xyzgrid.Map", {"map": "zanzibar"})
    for asked in (
        *({"map": name} for name in names),
        *({"map": "zanzibar", "level": 9}, {"map": "zanzibar", "level": -1}, {"map": ["zanzibar"]}),
        *({"map": {"key": "zanzibar"}}, {"map": None, "level": "all"}, {"level": 1e9}, "zanzibar"),
        *(["zanzibar", 0], [["zanzibar"]], 7, None, {"session": 1, "map": "zanzibar"}),
    ):
        eve.asks_for_map("Map.Get", asked)
    eve.say_msdp("LIST", "REPORTABLE_VARIABLES")
    eve.say_msdp("SEND", "ROOM", "ROOM_EXITS", "ROOM_NAME", "ROOM_VNUM", "zanzibar")
    eve.read()
    maps = [json.loads(one.partition(" ")[2]) for one in eve.out_of_band() if "Xyzgrid.Map" in one]
    assert {"error": "there is no such map"} in maps
    assert any(one.get("key") == "hamlet" for one in maps)
    check_out_of_band(site)


def check_out_of_band(site):
    """Of all that came beside the text, nothing names what is hidden."""
    told = [one for one in site.eve.out_of_band() if one.startswith(OURS) or "ROOM" in one]
    check_words(site, told)
    for one in told:
        name, _blank, content = one.partition(" ")
        if content and name.startswith(OURS):
            assert not set(numbers_in(json.loads(content))) & site.known.numbers, one


def addresses(site, key):
    """All addresses that are about a map."""
    name = quote(key)
    yield from (f"/map/api/maps/{name}{more}" for more in ("", "?levels=0", "?page=0", "?page=9"))
    yield from (f"/map/api/maps/{name}?levels={levels}" for levels in ("9", "0-99", "x", "-1"))
    yield from (f"/map/export/{name}{ending}{more}" for ending in FORMATS for more in ("", "?l=0"))
    yield from (f"/map/export/{name}.svg?levels=9", f"/map/list/?map={name}")
    yield from (f"/map/list/?map={name}&level=1", f"/map/list/?map={name}&page=1")


def everywhere():
    """All addresses that are about no map."""
    yield from ("/map/", "/map/list/", "/map/api/maps", "/map/world.xml", "/map/api/path")
    yield from (f"/map/export/all{ending}" for ending in FORMATS)
    yield from ("/map/export/", "/map/export/all", "/map/api/maps/", "/map/api/maps/%00")
    yield from ("/", "/webclient/", "/help/", "/characters/", "/map/api/", "/map/token/")
    for text in ("a", "e", "the", "room", "%", "_", "*", *secret_world.SECRETS, "zan", "jub"):
        yield f"/map/api/search?q={quote(text)}"


def asked_of(site, who, token=""):
    """What somebody gets who asks for everything: address -> status, text."""
    more = {"Authorization": f"Bearer {token}"} if token else {}
    found = {}
    for path in (*everywhere(), *(one for key in site.keys for one in addresses(site, key))):
        found[path] = who.get(path, **more)
    hidden = min(site.known.numbers)
    for start, goal in ((square(site), hidden), (hidden, square(site)), (hidden, hidden)):
        path = f"/map/api/path?from={start}&to={goal}"
        found[path] = who.get(path, **more)
    return found


def square(site):
    rooms = json.loads(site.boss.get("/map/api/maps/hamlet")[1])["rooms"]
    return next(room["num"] for room in rooms if room["name"] == "The Green")


def check_site(site, found):
    for path, (status, body, _tag) in found.items():
        assert status < 500, (path, body)
        typed = path.rpartition("=")[2]
        # a page may say which address is not there
        check_words(site, [body], typed)
        if body.startswith("{"):
            assert not set(numbers_in(json.loads(body))) & site.known.numbers, (path, body)
        for number in re.findall(r'(?:id|target)="(\d+)"', body):
            assert int(number) not in site.known.numbers, path


@pytest.mark.parametrize("by", ["cookie", "token", "nothing"])
def test_the_website_tells_a_player_nothing_of_what_is_hidden(site, by):
    who = {"cookie": site.web, "token": Web(site.game), "nothing": site.guest}[by]
    found = asked_of(site, who, site.web.token() if by == "token" else "")
    check_site(site, found)
    told = "".join(body for _status, body, _tag in found.values())
    assert "The Green" in told
    assert ("Yarrow Parlour" in told) == (by != "nothing")
    assert ("The Threshold" in told) == (by != "nothing")


@pytest.mark.parametrize("by", ["cookie", "nothing"])
def test_the_website_answers_alike_for_what_is_hidden_and_for_what_is_nowhere(site, by):
    who = {"cookie": site.web, "nothing": site.guest}[by]
    hidden = [key for key in site.keys if key.startswith(("zanzibar", "mirkwell", "quern"))]
    assert len(hidden) > 3
    for key in hidden:
        for secret, missing in zip(addresses(site, key), addresses(site, "balthazr"), strict=True):
            told = [who.get(address) for address in (secret, missing)]
            assert told[0][::2] == told[1][::2]
            # a page says which address it was, and has a token for its forms
            texts = [re.sub(r'value="\w{64}"', "", text) for _status, text, _tag in told]
            assert texts[0].replace(quote(key), "balthazr") == texts[1], secret
    for number in sorted(site.known.numbers)[:5]:
        for ends in ("from={0}&to={1}", "from={1}&to={0}", "from={0}&to={0}"):
            asked = [
                who.get("/map/api/path?" + ends.format(one, square(site)))
                for one in (number, 999_999)
            ]
            assert asked[0] == asked[1]


def test_no_way_that_is_hidden_is_told(site):
    for who, is_told in ((site.boss, True), (site.web, False)):
        rooms = {}
        for key in ("hamlet", "fen"):
            for room in json.loads(who.get(f"/map/api/maps/{key}")[1])["rooms"]:
                rooms[room["name"], room["x"]] = {one["name"]: one["to"] for one in room["exits"]}
        assert (rooms["The Green", 0]["wormhole"] is not None) == is_told
        assert (rooms["The Lane", 1]["gate"] is not None) == is_told
        assert ("quagmire" in rooms["The Reeds", 1]) == is_told


def test_nobody_is_told_where_others_go_that_they_do_not_know(site):
    eve, builder = site.eve, site.builder
    site.bring_eve("(2,0,0,hamlet)")
    heard = len(eve.heard)
    builder.says("tel (2,0,0,hamlet)")
    for place in ("(1,0,0,zanzibar)", "(2,0,0,hamlet)", "(1,0,0,quern)", "(2,0,0,hamlet)"):
        builder.says(f"tel {place}")
        eve.says("look")
    site.ann.says("out")
    eve.says("look")
    site.ann.ask("shaft", r"Exits: ", timeout=60)
    site.ann.read()
    for line in ("goto Ann", "path Ann", "follow Ann", "look Ann", "whisper Ann = hello", "who"):
        eve.says(line)
    told = "\n".join(eve.heard[heard:])
    assert "is leaving The Well" in told
    check_words(site, [told])
    check_out_of_band(site)


def test_a_builder_sees_all_of_it(site):
    found = asked_of(site, site.boss)
    told = "".join(body for _status, body, _tag in found.values()).casefold()
    lines = ("map zanzibar", "path jubilee", "goto nearest kingfisher", "path nutmeg", "examine")
    told += "".join(site.builder.says(line) for line in lines).casefold()
    unheard = {word for word in site.known.words if word not in told}
    assert unheard <= {"ambergris", "marl", "secretsauce", "verdigris", "nutmeg"}
    assert "Jubilee Vault" in site.builder.says("path nutmeg")
    site.builder.says("path clear")  # or the walk to the kingfisher goes on
    site.builder.says("tel (0,0,0,hamlet)")
    told = site.builder.says("examine here").casefold()
    assert all(word in told for word in unheard - {"nutmeg"}), told
    numbers = set()
    for _status, body, _tag in found.values():
        if body.startswith("{"):
            numbers |= set(numbers_in(json.loads(body)))
    assert site.known.numbers <= numbers
