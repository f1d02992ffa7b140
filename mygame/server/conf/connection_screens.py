"""What a visitor sees before the login. Evennia shows any text variable of this module.

One plain line for each thing to type: it is read aloud as well as it is read.
"""

from django.conf import settings

CONNECTION_SCREEN = f"""
|c{settings.SERVERNAME}|n: {settings.GAME_SLOGAN}.

The town stands above a drowned glassworks.
Its lighthouse has been dark for a hundred years: the lamp has four seals.
You came to light it.

|wconnect guest|n: look around, no account needed.
|wcreate <name> <password>|n: make an account of your own.
|wconnect <name> <password>|n: come back to it.
|wscreenreader|n: words in place of maps, for screen readers.
|whelp|n: more.
"""
