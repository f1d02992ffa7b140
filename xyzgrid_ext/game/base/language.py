"""The language in which somebody reads texts: an option of each account.

    style language = Deutsch ─► account.options.language "de" ─► translating_for(who) ─► gettext

    with translating_for(leader):
        leader.msg(_("{name} follows you."))           one who has not typed the command
    tell_room(room, gettext_lazy("{name} comes in."))  many, each in their own

`protocols.sessions` wraps all input of a client in `translating_for`. So a command needs it only
for people other than its caller, and so does a task that a command begins, while a periodic task
needs it for everybody. If Django's USE_I18N is off, this has no effect and every text is English.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from django.utils import translation
from django.utils.functional import lazy

from xyzgrid_ext.game.base import settings

OPTION = "language"
"""The name of the option in the setting OPTIONS_ACCOUNT_DEFAULT."""
_SHIPPED = Path(__file__).resolve().parents[1] / "web" / "locale"
_NAMES = {  # languages of Evennia's own catalogues that Django does not list
    "la": {"name": "Latin", "name_local": "Latina"},
    "zh": {"name": "Chinese", "name_local": "中文"},
}


def language_code(who: object) -> str:
    """Return the language code of an account, a session or a character, or else the server's."""
    return chosen_language(who) or settings.django_settings.LANGUAGE_CODE


def chosen_language(who: object) -> str:
    """Return the language code that an account has chosen; empty if it has chosen none."""
    account = who if hasattr(who, "options") else getattr(who, "account", None)
    return "" if account is None else str(account.options.get(OPTION) or "")


@contextmanager
def translating_for(who: object) -> Iterator[None]:
    """Return a context in which gettext translates into somebody's language."""
    outer = translation.get_language()
    if language_code(who) != outer:
        translate_for(who)
    try:
        yield
    finally:
        if translation.get_language() != outer:
            translation.activate(outer) if outer else translation.deactivate_all()


def translate_for(who: object) -> None:
    """Switch gettext to somebody's language, until the `translating_for` around it ends."""
    if settings.django_settings.USE_I18N:
        translation.activate(language_code(who))


def lazy_text(function: Callable[..., str], *args: object) -> Any:
    """Return a lazy string: `function(*args)` is called each time it is read, in that language."""
    return lazy(function, str)(*args)


def languages() -> dict[str, str]:
    """Return code -> the language's own name, for all languages that have a catalogue of texts."""
    folders = [*map(Path, settings.django_settings.LOCALE_PATHS), _SHIPPED]
    files = (file for folder in folders for file in folder.glob("*/LC_MESSAGES/django.mo"))
    codes = {"en"} | {translation.to_language(file.parts[-3]) for file in files}
    return {code: _info(code).get("name_local", code) for code in sorted(codes)}


def find_language(text: str) -> str | None:
    """Return the code of a language by its code or its name, `de` or `Deutsch`; None if unknown."""
    wanted = text.strip().replace("_", "-").casefold()
    for code, name in languages().items():
        if wanted in (code, name.casefold(), _info(code).get("name", "").casefold()):
            return code
    return None


def _info(code: str) -> dict[str, str]:
    try:
        return translation.get_language_info(code)
    except KeyError:
        return _NAMES.get(code, {})
