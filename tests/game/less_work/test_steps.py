"""What rooms and exits of the grid do not do at a step, and that nobody can tell."""

from town_map import room

from xyzgrid_ext.game.base.open_locks import is_open
from xyzgrid_ext.xyzroom import XYZExit


def test_a_games_own_function_called_all_is_asked(ann):
    way = room(0, 0).exits[0]
    evennias = way.locks.locks["view"]
    assert is_open(evennias)
    own = lambda *args, **kwargs: False  # noqa: E731
    way.locks.locks["view"] = (evennias[0], ((own, (), {}),), evennias[2])
    assert not way.access(ann.character, "view")


def listened(monkeypatch, cls, hook):
    """Let a class note what it is told."""
    heard = []

    def note(self, text=None, **kwargs):
        heard.append((self.key, text))
        return True

    monkeypatch.setattr(cls, hook, note, raising=False)
    return heard


def test_an_exit_whose_class_listens_hears(ann, monkeypatch):
    heard = listened(monkeypatch, XYZExit, "at_msg_receive")
    told = f"Ann is leaving {room(0, 0).key}, heading for {room(1, 0).key}."
    ann.types("east")
    assert ("east", (told, {"type": "traverse"})) in heard


def test_an_exit_that_somebody_plays_hears(ann, make_player):
    way = room(0, 0).exits[0]
    bob = make_player("Bob")
    bob.account.unpuppet_object(bob.session)
    way.locks.add("puppet:all()")
    bob.account.puppet_object(bob.session, way)
    before = len(bob.sent)
    ann.types("say Hello")
    assert "Hello" in bob.text_since(before)


def test_who_is_left_out_hears_nothing(ann, make_player):
    bob, eve = make_player("Bob"), make_player("Eve")
    for one in (bob, eve):
        one.character.move_to(room(0, 0), quiet=True)
    before = len(bob.sent), len(eve.sent)
    room(0, 0).msg_contents("Psst", exclude=bob.character)
    room(0, 0).msg_contents("Hey", exclude=[bob.character])
    room(0, 0).msg_contents("You!", exclude=(), from_obj=bob.character)
    assert bob.text_since(before[0]) == "You!"
    assert eve.text_since(before[1]) == "Psst\nHey\nYou!"


def test_a_speaker_whose_class_minds_whom_it_tells_tells_exits_too(ann, monkeypatch):
    told = []
    note = lambda self, text=None, to_obj=None, **kwargs: told.append(to_obj.key)  # noqa: E731
    monkeypatch.setattr(type(ann.character), "at_msg_send", note, raising=False)
    room(0, 0).msg_contents("Oyez", from_obj=ann.character)
    assert {way.key for way in room(0, 0).exits} <= set(told)
