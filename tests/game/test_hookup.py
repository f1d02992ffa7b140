"""One line makes all settings of a game; XYZGRID_DATABASE_URL those of its database."""

from copy import deepcopy

import pytest
from django.core.exceptions import ImproperlyConfigured
from evennia import settings_default
from server.conf.database import postgres

from xyzgrid_ext import parts
from xyzgrid_ext.core.parts import Part
from xyzgrid_ext.hookup import hook_up


def settings_of(**own):
    stock = {name: value for name, value in vars(settings_default).items() if name.isupper()}
    settings = deepcopy(stock) | own
    hook_up(settings)
    return {name: value for name, value in settings.items() if stock.get(name) != value}


KERNEL = {
    "EXTRA_LAUNCHER_COMMANDS", "INPUT_FUNC_MODULES", "INSTALLED_APPS", "LOCK_FUNC_MODULES",
    "PORTAL_SERVICES_PLUGIN_MODULES", "PROTOTYPE_MODULES", "SERVER_SESSION_CLASS",
    "TELNET_PROTOCOL_CLASS", "TEMPLATES", "WEBSOCKET_PROTOCOL_CLASS",
}  # fmt: skip
LANGUAGES = {"MIDDLEWARE", "OPTION_CLASS_MODULES", "OPTIONS_ACCOUNT_DEFAULT"}
NONE = {"XYZGRID_PARTS"}


def test_line_changes_what_the_kernel_needs_and_leaves_what_a_game_has():
    assert settings_of(XYZGRID_PARTS=()).keys() == KERNEL | NONE
    spoken = settings_of(XYZGRID_PARTS=(), USE_I18N=True)
    assert spoken.keys() == KERNEL | NONE | LANGUAGES | {"USE_I18N"}
    own = dict.fromkeys(
        ("SERVER_SESSION_CLASS", "TELNET_PROTOCOL_CLASS", "AMP_SERVER_PROTOCOL_CLASS"),
        "world.own.Class",
    )
    settings = settings_of(**own, EXTRA_LAUNCHER_COMMANDS={"own": "world.own.run"})
    assert {name: settings[name] for name in own} == own
    assert settings["EXTRA_LAUNCHER_COMMANDS"].keys() == {"own", "xyzgrid"}


def test_part_whose_settings_raise_is_off_and_the_others_are_set(monkeypatch):
    usual = settings_of().keys()
    row = Part("tides", "", hook_up=f"{__name__}:GONE", apps=("of_tides",))
    there = parts.installed_parts() | {"tides": ((row, "here"),)}
    monkeypatch.setattr(parts, "installed_parts", lambda: there)
    monkeypatch.setattr(parts, "faults", {})
    settings = settings_of()
    assert settings.keys() == usual
    assert "of_tides" not in settings["INSTALLED_APPS"]
    assert parts.select_parts().off.keys() == {"tides"}


def read(url):
    return postgres("XYZGRID_DATABASE_URL", url)


def test_all_but_the_name_may_be_left_out_of_an_address_and_a_password_hold_any_letter():
    entry = read("postgres://ann:a%40b%2Fc@db.example:5433/evennia?sslmode=require")
    assert entry == {
        "ENGINE": "django.db.backends.postgresql",
        "NAME": "evennia",
        "USER": "ann",
        "PASSWORD": "a@b/c",
        "HOST": "db.example",
        "PORT": "5433",
        "OPTIONS": {"sslmode": "require"},
    }
    entry = read("postgresql:///evennia?host=/var/run/postgresql")
    assert [entry[key] for key in ("HOST", "PORT", "USER", "PASSWORD")] == ["", "", "", ""]
    assert (entry["NAME"], entry["OPTIONS"]) == ("evennia", {"host": "/var/run/postgresql"})


@pytest.mark.parametrize(
    "url",
    [
        "evennia.db3",
        "mysql://ann:secret@host/evennia",
        "postgres://ann:secret@host",
        "postgres://ann:secret@host:port/evennia",
        "postgres://ann:secret@host/some/evennia",
    ],
)
def test_what_is_no_address_is_refused_without_telling_the_password(url):
    with pytest.raises(ImproperlyConfigured, match="XYZGRID_DATABASE_URL is not of the form") as no:
        read(url)
    assert "secret" not in str(no.value)


@pytest.mark.parametrize(
    ("typed", "text"),
    [
        ("hint", "There is no game to play here."),
        ("hint me", "Type hint alone, with nothing after it."),
        ("scores", "There are no scores here."),
        ("give up", "There is nothing to give up here."),
    ],
)
def test_words_of_games_say_that_there_is_none(make_player, typed, text):
    assert make_player("Ann").types(typed).startswith(text)
