"""Accounts that speak different languages in one place: each reads all in its own."""

import re
from concurrent.futures import ThreadPoolExecutor

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import translation
from django.utils.translation import gettext_lazy as lazy
from spawned import spawned_once
from worlds import room_at

from tools import messages
from xyzgrid_ext.game.base import language
from xyzgrid_ext.game.protocols.sessions import FittingSession
from xyzgrid_ext.game.text.messages import tell_room

pytestmark = pytest.mark.django_db

TOWN = """
+ 0 1 2

0 #-#-#

+ 0 1 2
"""
ROOM = {"prototype_parent": "xyz_room", "key": "Platz", "desc": "…"}
shared_maps = spawned_once({"zcoord": "dorf", "map": TOWN, "prototypes": {("*", "*"): ROOM}})


@pytest.fixture
def fitting(monkeypatch):
    monkeypatch.setattr("evennia.server.serversession.ServerSession", FittingSession)


@pytest.fixture
def people(fitting, grid, make_player):
    """Return a function: name, language -> a player on the map, who has chosen that language."""

    def put(name, chosen=""):
        player = make_player(name, location=room_at(grid, 0, 0, "dorf"))
        if chosen:
            said(player, f"style language = {chosen}")
        return player

    return put


def said(player, line, to=None):
    """What a client says comes in as the Portal hands it on; return what another hears, or it."""
    to = to or player
    before = len(to.sent)
    player.session.data_in(text=[[line], {}])
    return to.text_since(before)


def test_each_reads_in_the_language_that_its_account_has_chosen(people, clock):
    anna, bob = people("Anna", "Deutsch"), people("Bob")
    assert said(anna, "path clear") == "Es gibt keinen Weg zu vergessen."
    assert said(bob, "path clear") == "There is no path to forget."
    assert said(bob, "follow anna", to=anna) == "Bob folgt dir."
    assert said(anna, "follow", to=bob) == ""
    # a task has no command behind it
    before = len(anna.sent)
    said(anna, "goto (1,0)")
    for _step in range(8):
        clock.advance(0.5)
    assert "Du bist angekommen: Platz" in anna.text_since(before)
    assert translation.get_language() == "en-us"


def test_a_room_is_told_to_each_in_their_language(people):
    anna, bob, eve = people("Anna", "de"), people("Bob"), people("Eve", "de")
    before = len(anna.sent), len(bob.sent), len(eve.sent)
    place = anna.character.location
    tell_room(place, lazy("{object} comes in."), but=eve.character, object=bob.character)
    assert anna.text_since(before[0]) == "Bob kommt herein."
    assert bob.text_since(before[1]) == "Bob comes in."
    assert eve.text_since(before[2]) == ""


def test_a_language_is_chosen_by_its_code_or_its_names(people):
    anna = people("Anna")
    for name in ("de", "Deutsch", "german"):
        assert "set to Deutsch" in said(anna, f"style language = {name}")
        assert anna.account.options.language == "de"
    assert "Deutsch" in said(anna, "style language = Klingon")
    assert "set to English" in said(anna, "style language = en")
    assert said(anna, "path clear") == "There is no path to forget."


def test_the_help_of_a_command_is_translated(people):
    assert "die Karte von dort zeigen, wo du bist" in said(people("Anna", "de"), "help map")
    assert "show the map of the place where you are" in said(people("Bob"), "help map")


def test_the_first_look_after_a_login_is_in_the_language_of_the_account(people):
    anna = people("Anna", "de")
    before = len(anna.sent)
    said(anna, "ooc")
    said(anna, "ic")
    assert "Ausgänge: " in anna.text_since(before)


def test_a_page_is_in_the_language_of_the_account(people):
    anna, browser = people("Anna", "de"), Client(SERVER_NAME="localhost")
    before = browser.get(reverse("xyzgrid-map")).content.decode()
    browser.force_login(anna.account)
    after = browser.get(reverse("xyzgrid-map")).content.decode()
    assert '"Here with you": "' in browser.get(reverse("xyzgrid-texts")).content.decode()
    assert "Find a room" in before
    assert "Einen Raum finden" in after
    assert translation.get_language() == "en-us"


def test_without_translation_nothing_is_looked_up(people, settings):
    anna = people("Anna", "de")
    settings.USE_I18N = False
    with language.translating_for(anna.session):
        assert translation.get_language() == "en-us"


def test_a_thread_speaks_the_servers_language_until_it_chooses_one(people):
    def spoken():
        before = translation.get_language()
        translation.activate("la")
        chosen = translation.get_language()
        translation.deactivate()
        return before, chosen, translation.get_language()

    with translation.override("de"), ThreadPoolExecutor(1) as others:
        assert others.submit(spoken).result() == ("en-us", "la", "en-us")
        assert translation.get_language() == "de"
    assert spoken() == ("en-us", "la", "en-us")


@pytest.fixture(scope="module")
def catalogues():
    return {
        name.parent / code / messages.FILES / name.name: one
        for code in messages.languages()
        for name, one in messages.updated(code).items()
    }


def test_the_catalogues_are_as_make_messages_writes_them(catalogues):
    for name, one in catalogues.items():
        assert name.with_suffix(".po").read_bytes() == messages.po(one), "run `make messages`"
        assert name.with_suffix(".mo").read_bytes() == messages.mo(one), "run `make messages`"


def test_german_is_complete(catalogues):
    german = [one for one in catalogues.values() if str(one.locale) == "de"]
    assert [text for one in german for text in messages.untranslated(one)] == []


def test_translations_have_the_fields_the_typed_words_and_the_ends_of_their_texts(catalogues):
    faults = []
    for one in catalogues.values():
        for message in (each for each in one if each.id):
            texts = message.id if message.pluralizable else [message.id]
            told = message.string if message.pluralizable else [message.string]
            fits = {signs(text) for text in texts}
            faults += [text for text in told if text and signs(text) not in fits]
    assert faults == []


def signs(text):
    """What a translation keeps: fields, marks of colour, what is typed, blanks at the ends."""
    fields = sorted(re.findall(r"\{\w*\}|%\(\w+\)s", text))
    typed = sorted(re.findall(r"\|w([a-z ]+)\|n", text))
    colours = sorted(re.findall(r"\|[a-zA-Z]", text))
    return str([fields, typed, colours, text[:1] == " ", text[-1:] == " ", text[-1:] == "\n"])
