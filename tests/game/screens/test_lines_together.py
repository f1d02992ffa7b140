"""What is told of a line goes together."""

import pytest

MAP, ROOM = ("#-|g@|n", {"type": "xymap"}), ("A well.", {"type": "look"})
INFO = {"room_info": ((), {"num": 1})}


@pytest.fixture
def told(client, monkeypatch):
    """Return a function: what is done while the client's line is -> what is sent of it."""

    def tell(action):
        def call(session, **kwargs):
            action(session)

        client.sent.clear()
        monkeypatch.setattr("evennia.SESSION_HANDLER.call_inputfuncs", call)
        client.session.data_in(text="look")
        return client.sent

    return tell


def look(session):
    """Do what a look does."""
    session.msg(**INFO)
    session.msg(MAP, options=None)
    session.msg(ROOM, options=None)


def test_a_terminal_gets_a_map_and_the_room_below_it_in_one_text(told):
    (sent,) = told(look)
    assert sent == {**INFO, "text": ("#-|g@|n\nA well.", {"type": "look"}), "options": None}


def test_a_browser_and_who_listens_get_a_map_by_itself(told, client):
    client.session.protocol_key = "websocket"
    assert [one["text"] for one in told(look)] == [MAP, ROOM]
    client.session.protocol_key = "telnet"
    client.session.protocol_flags["SCREENREADER"] = True
    assert [one["text"] for one in told(look)] == [MAP, ROOM]


def test_texts_that_are_no_map_go_one_by_one_and_at_once(told, client):
    seen = []

    def talk(session):
        for text in ("one", ROOM):
            session.msg(text)
            seen.append(len(client.sent))

    told(talk)
    assert seen == [1, 2]


def test_a_map_alone_is_sent_when_its_line_is_done(told):
    assert told(lambda session: session.msg(MAP)) == [{"text": MAP}]


def test_what_a_line_that_failed_has_told_is_sent(told, client):
    def fail(session):
        session.msg(**INFO)
        raise ValueError("odd")

    with pytest.raises(ValueError, match="odd"):
        told(fail)
    assert client.sent == [INFO]


def test_who_is_cut_off_gets_before_it_what_was_said(told, client):
    def cut(session):
        session.msg(**INFO)
        session.at_disconnect()
        assert client.sent == [INFO]

    told(cut)
