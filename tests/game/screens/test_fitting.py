"""What a client is taken to show, and that texts fit it."""

import pytest

from xyzgrid_ext.game.text import screens


def _sees(client, text, **flags):
    client.session.protocol_flags.update(flags)
    client.character.msg(text)
    sent = client.sent[-1]["text"]
    return sent if isinstance(sent, str) else sent[0]


@pytest.mark.parametrize(("told", "taken"), [(0, 78), (1, 40), (60, 60), (65535, 200)])
def test_a_silly_width_is_brought_into_bounds(client, told, taken):
    client.session.protocol_flags["SCREENWIDTH"] = {0: told}
    assert screens.width_of(client.session) == taken


def test_a_client_that_told_nothing_has_the_default_width(client, settings):
    settings.CLIENT_DEFAULT_WIDTH = 66
    client.session.protocol_flags.pop("SCREENWIDTH", None)
    assert screens.client_width(client.character) == 66


def test_a_drawing_fits_the_narrowest_of_several_clients(client, make_player):
    other = make_player("Bob")
    client.session.protocol_flags["SCREENWIDTH"] = {0: 120}
    other.session.protocol_flags["SCREENWIDTH"] = {0: 50}

    class Both:
        class sessions:  # noqa: N801
            @staticmethod
            def all():
                return [client.session, other.session]

    assert screens.client_width(Both) == 50


@pytest.mark.parametrize(
    "flags", [{"SCREENREADER": True}, {"RAW": True}], ids=["read aloud", "raw"]
)
def test_some_clients_get_texts_as_they_are(client, flags):
    text = "word " * 30
    assert _sees(client, text, SCREENWIDTH={0: 40}, **flags) == text


def test_a_browser_gets_each_paragraph_in_one_line(client):
    client.session.protocol_key = "websocket"
    mill = (
        "The mill is older than the town, and nobody has ever seen it stand still,\n"
        "not even in summer.\n"
        "Exits: north"
    )
    flows = mill.replace("still,\n", "still, ")
    assert _sees(client, (mill, {"type": "look"})) == flows
    assert _sees(client, (mill, {"type": "drawing"})) == mill
    assert _sees(client, mill) == mill


@pytest.mark.parametrize(
    ("flags", "seen"),
    [
        ({}, "«café» …"),
        ({"ENCODING": "latin-1"}, "«café» ..."),
        ({"ENCODING": "ascii"}, '"cafe" ...'),
        ({"TTYPE": True, "VT100": True, "ANSI": True}, '"cafe" ...'),
        ({"TTYPE": True, "VT100": True, "UTF-8": True}, "«café» …"),
        ({"ENCODING": "no such encoding"}, "«café» …"),
    ],
)
def test_a_client_gets_the_characters_that_it_has(client, flags, seen):
    assert _sees(client, "«café» …", **flags) == seen


@pytest.mark.parametrize(
    ("flags", "lacks"),
    [
        ({}, False),
        ({"NOCOLOR": True}, True),
        ({"TTYPE": True, "ANSI": False, "XTERM256": False}, True),
        ({"TTYPE": True, "ANSI": True}, False),
    ],
)
def test_a_client_without_colour_is_known(client, flags, lacks):
    client.session.protocol_flags.update(flags)
    assert screens.screen_of(client.character).plain is lacks


@pytest.mark.parametrize("name", ["a|d", 'a"b', "a<b", "a>b", "a&b", "a|ltb", "a\nb"])
def test_a_name_that_would_break_a_link_gets_none(name):
    assert screens.link_markup(f"goto {name}", "there") == "there"


def test_a_quotation_mark_is_no_link():
    assert screens.link_markup("goto (4,4,vale)", '"') == '"'
