"""Players for a game dir that does not run: python players.py GAME_DIR NUMBER PASSWORD.

bot0, bot1 ... stand in rooms at random, the same ones at every run.
"""

from __future__ import annotations

import os
import random
import sys


def main() -> None:
    folder, number, password = sys.argv[1], int(sys.argv[2]), sys.argv[3]
    sys.path[:0] = [folder, os.path.dirname(folder)]
    os.chdir(folder)
    os.environ["DJANGO_SETTINGS_MODULE"] = "server.conf.settings"
    import django

    django.setup()
    import evennia

    evennia._init()
    from django.conf import settings
    from evennia.objects.models import ObjectDB

    rooms = [*ObjectDB.objects.filter(db_typeclass_path__endswith="XYZRoom").order_by("pk")]
    chance = random.Random(17)
    for bot in range(number):
        account = evennia.create_account(
            f"bot{bot}", "", password, typeclass=settings.BASE_ACCOUNT_TYPECLASS
        )
        room = chance.choice(rooms)
        body = evennia.create_object(
            settings.BASE_CHARACTER_TYPECLASS, key=f"bot{bot}", location=None, home=room
        )
        body.db.prelogout_location = room
        body.locks.add(f"puppet:id({body.id}) or pid({account.id})")
        account.characters.add(body)
        account.db._last_puppet = body


if __name__ == "__main__":
    main()
