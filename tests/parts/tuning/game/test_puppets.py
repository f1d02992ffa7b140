"""The minute's look for characters whose player is gone: as Evennia has it, without a scan."""

import pytest
from evennia import create_object
from evennia.objects.models import ObjectDB
from evennia.objects.objects import DefaultCharacter, DefaultObject
from evennia.server.service import EvenniaServerService

from xyzgrid_ext.parts.tuning import server


@pytest.fixture
def evennias(monkeypatch):
    """Return Evennia's own method; ours stands in its place until the test is over."""
    server.query_puppets_exactly()
    yield type(ObjectDB.objects).get_by_tag.__get__(ObjectDB.objects)
    del ObjectDB.objects.get_by_tag


@pytest.fixture
def things(limbo):
    """Return some objects, of which two count as puppeted."""
    made = [create_object(DefaultCharacter, key=f"c{n}", location=limbo) for n in range(4)]
    for one in (made[2], made[0]):
        one.tags.add("puppeted", category="account")
    made[1].tags.add("puppeted")
    made[1].tags.add("account")
    made[3].aliases.add("puppeted", category="account")
    create_object(DefaultObject, key="lamp", location=limbo).tags.add("x", category="account")
    return made


def test_the_answer_is_evennias(things, evennias):
    asked = ObjectDB.objects.get_by_tag(key="puppeted", category="account")
    assert list(asked) == list(evennias(key="puppeted", category="account"))
    assert list(asked) == [things[0], things[2]]
    assert all(type(one) is DefaultCharacter for one in asked)


@pytest.mark.parametrize(
    "question",
    [
        {"key": "puppeted"},
        {"category": "account"},
        {"key": "puppeted", "category": "account", "tagtype": "alias"},
        {"key": ["puppeted", "account"], "match": "any"},
        {},
    ],
)
def test_any_other_question_is_evennias(things, evennias, question):
    assert list(ObjectDB.objects.get_by_tag(**question)) == list(evennias(**question))


def test_the_servers_maintenance_asks_this_question(things, evennias, monkeypatch):
    unpuppeted = []
    monkeypatch.setattr(DefaultCharacter, "at_pre_unpuppet", lambda self: unpuppeted.append(self))
    monkeypatch.setattr(server, "puppeted_objects", lambda: [things[2]])
    monkeypatch.setattr(EvenniaServerService, "sqlite3_prep", lambda self: None)
    service = EvenniaServerService()
    service.maintenance_count = 1
    service.server_maintenance()
    assert unpuppeted == [things[2]]
