"""What all tests of a process have the same, and would make hundreds of times anew.

The commands of a character: Evennia makes a hundred of them for each. The rows of a class of rooms
or exits, for which a spawn makes one object that it takes back. And slices may take any time.
"""

from contextlib import contextmanager
from copy import copy
from dataclasses import replace

import pytest


@contextmanager
def commands_of(cls):
    """Have the commands of a class of command sets made once; classes below it make their own.

    Each command set gets copies of them, as they are before a command set has them.
    """
    from xyzgrid_ext.game import startup

    make, made = cls.at_cmdset_creation, []

    def at_cmdset_creation(self):
        if type(self) is not cls:
            return make(self)
        if not made:
            new = cls.__new__(cls)
            vars(new).update(vars(self), commands=[], system_commands=[], cmdsetobj=None)
            make(new)
            made[:] = new.commands  # while it was made, one may have been made inside
        startup.start()  # as ours begins
        for command in map(copy, made):
            command.cmdset_source, command.obj = self, self.cmdsetobj
            self.commands.append(command)
            if command.key.startswith("__"):
                self.system_commands.append(command)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(cls, "at_cmdset_creation", at_cmdset_creation)
        yield


@contextmanager
def rows_of_classes():
    """Have the rows of each class read once: only their home is that of the world.

    A class whose way of making objects a test replaces is another one.
    """
    from evennia.objects.models import ObjectDB
    from evennia.utils.utils import class_from_module

    from xyzgrid_ext.game.base import settings
    from xyzgrid_ext.game.spawn import creation

    take, kept = creation.sample_rows, {}

    def take_once(path):
        creation.refuse_without_first_room()
        cls, home = (
            class_from_module(path),
            ObjectDB.objects.get_id(settings.django_settings.DEFAULT_HOME),
        )
        if home is None:
            return take(path)
        key = path, cls, cls.create, cls.basetype_setup
        if key not in kept:
            rows = take(path)
            kept[key] = rows, rows.home_id == home.pk
        rows, at_home = kept[key]
        return replace(rows, home_id=home.pk) if at_home else rows

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(creation, "sample_rows", take_once)
        yield
