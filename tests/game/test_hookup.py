"""One line makes all settings of a game; what the game has made its own stays."""

from copy import deepcopy

from evennia import settings_default

from xyzgrid_ext import parts
from xyzgrid_ext.core.parts import Part
from xyzgrid_ext.hookup import hook_up


def settings_of(**own):
    stock = {name: value for name, value in vars(settings_default).items() if name.isupper()}
    settings = deepcopy(stock) | own
    hook_up(settings)
    return {name: value for name, value in settings.items() if stock.get(name) != value}


KERNEL = {
    "EXTRA_LAUNCHER_COMMANDS", "INPUT_FUNC_MODULES", "INSTALLED_APPS", "PROTOTYPE_MODULES",
    "LOCK_FUNC_MODULES", "PORTAL_SERVICES_PLUGIN_MODULES", "SERVER_SESSION_CLASS",
    "TELNET_PROTOCOL_CLASS", "TEMPLATES",
}  # fmt: skip
TUNING = {
    "AMP_SERVER_PROTOCOL_CLASS", "DATABASES", "SERVER_SERVICES_PLUGIN_MODULES", "SQLITE3_PRAGMAS",
}  # fmt: skip
LANGUAGES = {"LOCALE_PATHS", "MIDDLEWARE", "OPTION_CLASS_MODULES", "OPTIONS_ACCOUNT_DEFAULT"}


def test_line_changes_what_the_kernel_and_the_chosen_parts_need():
    assert settings_of().keys() == KERNEL | TUNING
    assert settings_of(XYZGRID_PARTS=()).keys() == KERNEL | {"XYZGRID_PARTS"}
    assert settings_of(XYZGRID_PARTS="verbs").keys() == KERNEL | TUNING | {"XYZGRID_PARTS"}
    assert settings_of(USE_I18N=True).keys() == KERNEL | TUNING | LANGUAGES | {"USE_I18N"}
    apps = settings_of(XYZGRID_PARTS=["web_map"])["INSTALLED_APPS"]
    spoken = settings_of(XYZGRID_PARTS=["verbs"], USE_I18N=True)["LOCALE_PATHS"]
    assert [path for path in spoken if path.endswith("parts/verbs/locale")] == spoken[-1:]
    assert apps[-2:] == ["xyzgrid_ext.game.web", "xyzgrid_ext.parts.web_map"]


def test_what_a_game_has_of_its_own_stays():
    own = dict.fromkeys(
        ("SERVER_SESSION_CLASS", "TELNET_PROTOCOL_CLASS", "AMP_SERVER_PROTOCOL_CLASS"),
        "world.own.Class",
    )
    settings = settings_of(**own, EXTRA_LAUNCHER_COMMANDS={"own": "world.own.run"})
    assert {name: settings[name] for name in own} == own
    assert settings["EXTRA_LAUNCHER_COMMANDS"].keys() == {"own", "xyzgrid"}


def test_part_whose_settings_raise_is_off_and_the_others_are_set(monkeypatch):
    row = Part("tides", "", hook_up=f"{__name__}:GONE", apps=("of_tides",))
    there = parts.installed() | {"tides": ((row, "here"),)}
    monkeypatch.setattr(parts, "installed", lambda: there)
    monkeypatch.setattr(parts, "faults", {})
    settings = settings_of()
    assert settings.keys() == KERNEL | TUNING
    assert "of_tides" not in settings["INSTALLED_APPS"]
    assert parts.chosen().off.keys() == {"tides"}
