"""Commands for guests: what they did stays theirs, under a name of their own.

create Mira lantern99   the guest's account and character become Mira's, where they are and with
                        all that they have; nobody has to log in again
quit                    says first what a guest loses by it
"""

from __future__ import annotations

import time

from django.conf import settings as django_settings
from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy
from evennia import default_cmds
from evennia.accounts.accounts import CREATION_THROTTLE, DefaultGuest
from evennia.commands.default import building
from evennia.server.signals import SIGNAL_ACCOUNT_POST_CREATE
from evennia.utils import logger
from evennia.utils.utils import class_from_module, make_iter

from xyzgrid_ext.game.base.errors import PlayerError
from xyzgrid_ext.game.base.evennia_types import Account, Character, ClientSession
from xyzgrid_ext.game.base.signals import character_named
from xyzgrid_ext.game.commands.refusal import TranslatedHelp, refuse_long
from xyzgrid_ext.game.db.scores import rename_guest
from xyzgrid_ext.game.text.messages import plain_text, tell_room
from xyzgrid_ext.game.world.current import get_grid

_PATIENCE = 60.0  # seconds in which a second `quit` leaves


def is_guest(account: Account | None) -> bool:
    """Whether an account is a guest's, which Evennia deletes after the visit; False for None."""
    return isinstance(account, DefaultGuest)


def make_permanent(
    guest: Account, character: Character, name: str, password: str, session: ClientSession
) -> None:
    """Turn a guest's account into one with a name and a password, and its character with it.

    Raises:
        PlayerError: if Evennia takes no new accounts, or not this name or password.
    """
    account_class = class_from_module(django_settings.BASE_ACCOUNT_TYPECLASS)
    address = make_iter(session.address)[0] if session.address else ""
    if not django_settings.NEW_ACCOUNT_REGISTRATION_ENABLED:
        raise PlayerError(_("This game takes no new accounts now."))
    if address and CREATION_THROTTLE.check(address):
        raise PlayerError(_("Too many accounts were made at your address. Try again later."))
    name = account_class.normalize_username(name)
    is_valid, faults = account_class.validate_username(name)
    if is_valid:
        is_valid, faults = account_class.validate_password(
            password, account=account_class(username=name)
        )
    if not is_valid:
        raise PlayerError(" ".join(map(str, faults)))
    if account_class.is_banned(username=name, ip=address):
        raise PlayerError(_("You cannot have this name."))
    before = str(character.key)
    with transaction.atomic():
        guest.swap_typeclass(account_class, run_start_hooks=None)
        guest.username = name
        guest.set_password(password)
        guest.save()
        for keeper in (guest, character):
            keeper.permissions.clear()
            keeper.permissions.add(django_settings.PERMISSION_ACCOUNT_DEFAULT)
        character.key = name
    for client in guest.sessions.all():
        client.uname = name
    if address:
        CREATION_THROTTLE.update(address, "Too many accounts being created.")
    logger.log_sec(f"Account Created: {guest} (IP: {address}), from the guest {before}.")
    SIGNAL_ACCOUNT_POST_CREATE.send(sender=guest, ip=address)
    rename_guest(get_grid(), character, before)
    character_named.send(sender=type(character), character=character, before=before)


class CmdCreate(TranslatedHelp, building.CmdCreate):
    """
    create objects, or keep what you did as a guest

    Usage:
      create[/drop] <objname>[;alias;alias...][:typeclass], <objname>...
      create <name> <password>      for guests

    With /drop, the objects are dropped where you are. A guest keeps everything
    done so far under the new name, and logs in next time by
    |wconnect <name> <password>|n.
    """

    help_category = "General"

    def access(self, srcobj: object, access_type: str = "cmd", **kwargs: object) -> bool:
        """Whether somebody may build, or is a guest."""
        account = getattr(srcobj, "account", None)
        return is_guest(account) or bool(super().access(srcobj, access_type, **kwargs))

    def parse(self) -> None:
        """Parse the arguments as Evennia does, but not those of a guest: a name and a password."""
        if not is_guest(self.account):
            super().parse()

    def func(self) -> None:
        """Create objects; for a guest, make its account and character permanent."""
        if not is_guest(self.account):
            super().func()
            return
        caller = self.caller
        try:
            refuse_long(self.args)
            name, _blank, password = self.args.strip().partition(" ")
            if not password.strip():
                raise PlayerError(
                    _("Give a name and a password: |wcreate <name> <password>|n."),
                )
            before = caller.key
            make_permanent(self.account, caller, name, password.strip(), self.session)
        except PlayerError as err:
            caller.msg(str(err))
            return
        text = _(
            "From now on you are {name}, with all that you did as a guest. "
            "|wconnect {name} <password>|n brings you back here."
        )
        caller.msg(text.format(name=caller.key))
        tell_room(
            caller.location, lazy("{before} is now called {name}."), but=caller, by=caller,
            before=plain_text(before), name=caller,
        )  # fmt: skip


class CmdQuitGame(TranslatedHelp, default_cmds.CmdQuit):
    """
    quit the game

    Usage:
      quit
      quit/all    on all clients on which you are logged in
    """

    def func(self) -> None:
        """Log off; a guest is first told what that means."""
        asked = self.session.ndb.xyzgrid_quits or 0.0
        if is_guest(self.account) and time.monotonic() - asked > _PATIENCE:
            self.session.ndb.xyzgrid_quits = time.monotonic()
            self.msg(
                _(
                    "You are a guest: when you leave, everything that you did here is gone. "
                    "|wcreate <name> <password>|n keeps it. Type |wquit|n again to leave."
                )
            )
            return
        if self.switches or len(self.account.sessions.all()) > 1:
            super().func()
        else:
            self.msg(_("Quitting. Come back soon."))
            # its client shows the reason; without one, a guest would have lost the connection
            self.account.disconnect_session_from_account(self.session, " ")
