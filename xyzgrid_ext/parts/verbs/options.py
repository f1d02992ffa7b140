"""The command `option` in players' words, for games that add the second command set.

Evennia's own lists every flag of its protocols with its value in Python. This one shows what a
player may want to change, and takes the names of all flags that Evennia's own changes.
"""

from __future__ import annotations

import codecs
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop as noop
from evennia import default_cmds

from xyzgrid_ext.game.base.errors import PlayerError
from xyzgrid_ext.game.commands.refusal import TranslatedHelp
from xyzgrid_ext.game.parts import game_parts
from xyzgrid_ext.game.text import screens
from xyzgrid_ext.game.text.messages import plain_text
from xyzgrid_ext.game.text.screenreader.text import as_sentence

_SAVED = "_saved_protocol_flags"  # the Attribute of an account that Evennia reads at each login
_SIZES = ("SCREENWIDTH", "SCREENHEIGHT")
_ROWS = {
    "SCREENREADER": noop("words instead of drawings"),
    "NOCOLOR": noop("texts without colours"),
    "SCREENWIDTH": noop("the columns of a line"),
    "SCREENHEIGHT": noop("the lines of a screen"),
    "AUTORESIZE": noop("lines follow the size of your window"),
    "ENCODING": noop("the characters that your client shows"),
}
_SHORT = {"WIDTH": "SCREENWIDTH", "HEIGHT": "SCREENHEIGHT"}
_ON, _OFF = ("on", "true", "1", "yes"), ("off", "false", "0", "no")
_HIGHEST = 500
_TABLE = 60  # columns that the table takes


class CmdOption(TranslatedHelp, default_cmds.CmdOption):
    """
    choose how texts are shown to you

    Usage:
      option                       the options and their values
      option <name> = <value>      change one until you log off
      option/save <name> = <value> change one for good
      option/clear [<name>]        forget what was saved

    For example, option nocolor = on turns colours off, option screenreader = on
    describes maps in words, and option screenwidth = 60 sets the columns of a line.
    The = may be left out, and width is short for screenwidth.
    """

    def func(self) -> None:
        """Show the options, or change one."""
        try:
            if self.session is None:
                return
            if not self.args:
                self._save_all()
                self._show()
                return
            name, text = self._parse_line()
            if not name or (not text and "clear" not in self.switches):
                raise PlayerError(_("For example: |woption nocolor = on|n."))
            self._change(_SHORT.get(name.upper(), name.upper()), text)
        except PlayerError as err:
            self.msg(str(err))

    def _parse_line(self) -> tuple[str, str]:
        """Return the name and the value in the line, with or without `=` between them."""
        if self.rhs is not None or not self.lhs:
            return (self.lhs or "").strip(), (self.rhs or "").strip()
        name, *value = self.lhs.split(maxsplit=1)
        return name, "".join(value).strip()

    def _show(self) -> None:
        flags = self.session.protocol_flags
        in_lines = flags.get("SCREENREADER") or screens.width_of(self.session) < _TABLE
        saved = self.account.attributes.get(_SAVED) or {}
        lines = [_("How texts are shown on this client:")]
        of_parts = _part_options()
        for name, text in (_ROWS | of_parts).items():
            value = _in_words(flags.get(name, name in of_parts))
            note = " " + _("(saved)") if name in saved else ""
            if in_lines:
                lines.append(f"{name.lower()}: {value}{note}. {as_sentence(_(text))}")
            else:
                lines.append(f"  |w{name.lower():<13}|n {value:<9}{_(text)}{note}")
        lines.append(
            _(
                "Type |woption nocolor = on|n to change an option, or |woption/save|n to keep it "
                "for good."
            )
        )
        self.msg("\n".join(lines))

    def _save_all(self) -> None:
        flags = self.session.protocol_flags
        if "save" in self.switches:
            known = {name: flag for name, flag in flags.items() if _is_known(name)}
            self.account.attributes.add(_SAVED, known)
            self.msg(_("Saved. |woption/clear|n forgets it."))
        elif "clear" in self.switches:
            self.account.attributes.add(_SAVED, {})
            self.msg(_("Forgotten: at your next login, your client decides."))

    def _change(self, name: str, text: str) -> None:
        saved = dict(self.account.attributes.get(_SAVED) or {})
        if not _is_known(name):
            names = ", ".join(option.lower() for option in _ROWS | _part_options())
            raise PlayerError(
                _("There is no option '{name}'.").format(name=plain_text(name.lower())),
                _("Options: {names}.").format(names=names),
            )
        if text:
            value = _value(name, text)
            changes = {name: value} | ({"AUTORESIZE": False} if name in _SIZES else {})
            self.session.update_flags(**changes)
            reply = _("|w{name}|n is now {value}.")
            self.msg(reply.format(name=name.lower(), value=plain_text(_in_words(value))))
            if "save" in self.switches:
                self.account.attributes.add(_SAVED, saved | {name: value})
                self.msg(_("It stays that way at your next login."))
        if "clear" in self.switches:
            saved.pop(name, None)
            self.account.attributes.add(_SAVED, saved)
            self.msg(_("|w{name}|n is no longer saved.").format(name=name.lower()))


def _part_options() -> dict[str, str]:
    """Return the options of the parts, which are on until somebody turns them off."""
    return {name: text for part in game_parts() for name, text in part.options.items()}


class _Asked:
    """In the place of a session: what Evennia's own command would change."""

    def __init__(self) -> None:
        self.protocol_flags: dict[str, object] = {}
        self.changed: dict[str, object] = {}

    def update_flags(self, **flags: object) -> None:
        """Take note of the change."""
        self.changed |= flags


def _evennia_value(name: str, text: str) -> object | None:
    """Return the value that Evennia's own command gives a flag; None if it knows no such flag."""
    command = default_cmds.CmdOption()
    command.session = asked = _Asked()
    command.args, command.lhs, command.rhs, command.switches = text, name, text, ()
    command.msg = lambda *args, **kwargs: None
    command.func()
    return asked.changed.get(name)


def _is_known(name: str) -> bool:
    return name in _ROWS | _part_options() or _evennia_value(name, _ON[0]) is not None


def _in_words(value: object) -> str:
    """Return the value of a flag as a player would type it."""
    if isinstance(value, dict):  # sizes of windows; the first is the one that texts have
        value = value.get(0)
    if value is None or isinstance(value, bool):
        return "on" if value else "off"
    return str(value)


def _value(name: str, text: str) -> Any:
    """Return a typed value in the form that the flag uses.

    Raises:
        PlayerError: if the option cannot have it.
    """
    if name in _SIZES:
        low, high = (screens.NARROWEST, screens.WIDEST) if name == "SCREENWIDTH" else (1, _HIGHEST)
        if not (text.isascii() and text.isdigit() and low <= int(text[:6]) <= high):
            reply = _("{name} is a number from {low} to {high}.")
            raise PlayerError(reply.format(name=name.lower(), low=low, high=high))
        return {0: int(text)}
    if name == "ENCODING":
        try:
            return codecs.lookup(text).name
        except LookupError as err:
            reply = _("'{text}' is not an encoding. Common ones are utf-8, latin-1 and ascii.")
            raise PlayerError(reply.format(text=plain_text(text[:40]))) from err
    given = _evennia_value(name, text)
    if isinstance(given, str):
        return given[:40]
    if text.lower() in (*_ON, *_OFF):
        return text.lower() in _ON
    raise PlayerError(_("{name} is either on or off.").format(name=name.lower()))
