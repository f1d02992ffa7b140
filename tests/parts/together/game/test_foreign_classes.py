"""Whatever the classes of rooms and exits are, every command, message, page and word answers.

The lists come from the code: command sets, functions for clients' messages, URL patterns, words of
`evennia xyzgrid`. Each answer has to be that of the same game with the package's own classes.
"""

import inspect
import json
from difflib import unified_diff

import evennia
import pytest
from contrib_games import legends_put_back
from django.test import Client
from django.urls import reverse
from evennia.objects.models import ObjectDB
from foreign_classes import FOREIGN, OURS
from foreign_game import STANDS, Game, lines_of, values_in
from spawned import savepoint_undone

from xyzgrid_ext import commands
from xyzgrid_ext.core.view import MSDP_VARIABLES
from xyzgrid_ext.game.cli.grammar import PROGRAM
from xyzgrid_ext.game.cli.words import grammar
from xyzgrid_ext.game.parts import limit_rows
from xyzgrid_ext.game.protocols import oob
from xyzgrid_ext.game.protocols.subscriptions import subscription_words

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("found_at_once")]
SETS = (commands.XYZGridCmdSet, commands.XYZGridWordsCmdSet, commands.XYZGridFlyDiveCmdSet)
# each of the classes is at every second place
PLACES = {name: (*STANDS,)[number % 2 :: 2] for number, name in enumerate(FOREIGN)}
FAULTS = ("Traceback", "untrapped", "HookError", "AttributeError", "TypeError", "<None>")
_ours = {}  # what each function below finds with the package's classes, at these places


@pytest.fixture
def compare(make_player, tmp_path, monkeypatch, hours, run, settings):
    """Return a function (name of classes, ask) that compares what `ask(game)` finds with ours."""
    rates = [one.name for one in limit_rows().values() if one.at_once]
    settings.XYZGRID_LIMITS = dict.fromkeys(rates, 10_000)
    monkeypatch.setattr(
        evennia.SESSION_HANDLER, "session_portal_partial_sync", lambda _: None, raising=False
    )

    def answers(classes, ask, places):
        with savepoint_undone():
            game = Game(classes, make_player, tmp_path, monkeypatch, hours)
            game.run, game.places = run, places
            return ask(game)

    def compare(name, ask):
        asked = ask, PLACES[name]
        if asked not in _ours:
            _ours[asked] = answers(OURS, *asked)
        theirs, ours = answers(FOREIGN[name], *asked), _ours[asked]
        assert theirs.keys() == ours.keys()
        for key, text in theirs.items():
            assert text, key
            assert not any(fault in text for fault in FAULTS), (key, text)
            lines = unified_diff(ours[key].split("\n"), text.split("\n"), lineterm="", n=0)
            assert text == ours[key], (key, "\n".join(lines))

    return compare


# --- commands


def commands():
    for made in SETS:
        commands = made()
        commands.at_cmdset_creation()
        lines = [one for one in commands.commands if one.key != "quit"]  # nobody answers after it
        yield from sorted(lines, key=lambda one: one.key)


def types_every_line(game):
    found, before = {}, ObjectDB.objects.latest("pk").pk
    for place in game.places:
        for who in ("Ann", "Bea") if place == "town" else ("Ann",):
            for command in commands():
                for line in lines_of(command):
                    game.stands(who, place)
                    found[place, who, line] = game.told(who, line)
                    for made in ObjectDB.objects.filter(pk__gt=before):
                        made.delete()  # or a later line finds two of a name
    return found


@pytest.mark.parametrize("name", FOREIGN)
def test_every_command_answers_as_with_our_classes(compare, name):
    compare(name, types_every_line)


# --- messages of clients

ARGUMENTS = {
    "xyzgrid_map": [((), {}), ((), {"map": "moor", "level": 0}), ((), {"map": "nowhere"})],
    "xyzgrid_key": [(("h",), {})],
    "xyzgrid_edit": [(('{"do": "nothing"}',), {})],
    "msdp_report": [(tuple(MSDP_VARIABLES), {})],
    "msdp_unreport": [(tuple(MSDP_VARIABLES), {})],
    "msdp_send": [(tuple(MSDP_VARIABLES), {})],
    "msdp_list": [(("REPORTABLE_VARIABLES",), {})],
    "msdp_reset": [(("REPORTABLE_VARIABLES",), {})],
}
WORDS = [(tuple(sorted(subscription_words())), {}), (("Room 1", "Char 1", "Xyzgrid 1"), {})]


def message_functions():
    functions = inspect.getmembers(oob, inspect.isfunction)
    return [
        (name, one)
        for name, one in functions
        if one.__module__ == oob.__name__ and not name.startswith("_")
    ]


def sends_every_message(game):
    found, ann = {}, game.people["Ann"]
    for place in game.places:
        game.stands("Ann", place)
        for name, function in message_functions():
            for number, (args, kwargs) in enumerate(ARGUMENTS.get(name, WORDS)):
                before = len(ann.sent)
                function(ann.session, *args, **kwargs)
                ann.character.execute_cmd("east")
                game.pass_by(1)
                game.stands("Ann", place)
                told = [one for one in ann.sent[before:] if not one.get("text")]
                found[place, name, number] = game.without_ids(json.dumps(told, default=str))
    return found


@pytest.mark.parametrize("name", FOREIGN)
def test_every_message_of_a_client_is_answered_as_with_our_classes(compare, name):
    compare(name, sends_every_message)


# --- pages


def addresses():
    from xyzgrid_ext.game.web.urls import urlpatterns

    values = {"key": "moor", "file": "moor.svg", "number": 1}
    for pattern in (one for part in urlpatterns for one in getattr(part, "url_patterns", ())):
        names = pattern.pattern.converters
        yield reverse(pattern.name, kwargs={name: values[name] for name in names})


def opens_every_page(game):
    found, asked = {}, {"map": "moor", "to": "fen", "q": "inn", "from": "(0,0,town)"}
    for who in ("", "Ann", "Bea"):
        client = Client()
        if who:
            client.force_login(game.people[who].account)
        for address in addresses():
            for response in (
                client.get(address),
                client.get(address, asked),
                client.post(address, {}, content_type="application/json"),
            ):
                assert response.status_code < 500, address
                body = b"".join(response) if response.streaming else response.content
                text = f"{response.status_code} {game.without_ids(body.decode(errors='replace'))}"
                found[who, address, len(found)] = text
    return found


@pytest.mark.parametrize("name", FOREIGN)
def test_every_page_shows_what_it_shows_with_our_classes(compare, name):
    compare(name, opens_every_page)


# --- words of the launcher

WRITES_INTO_THE_GAME = {"init"}  # it is told what to do with files, and no rooms


CLASSES = ("xyzroom.XYZ", "foreign_classes", "to our classes", "to the contrib's classes")


def says_every_word(game):
    found = {}
    for row in grammar(PROGRAM).words.values():
        if row.name in WRITES_INTO_THE_GAME:
            continue
        for option in ("", *sorted(row.options)):
            with savepoint_undone(), legends_put_back():
                code, text = game.run(*values_in(row.usage), *filter(None, (option,)))
            lines = [one for one in text.split("\n") if not any(cls in one for cls in CLASSES)]
            found[row.name, option] = f"{code} " + game.without_ids("\n".join(lines))
    return found


@pytest.mark.parametrize("name", FOREIGN)
def test_every_word_of_the_launcher_answers_as_with_our_classes(compare, name):
    compare(name, says_every_word)
