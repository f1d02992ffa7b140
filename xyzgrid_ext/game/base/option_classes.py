"""The class of the account option `language`, for Evennia's setting OPTION_CLASS_MODULES."""

from __future__ import annotations

from django.utils.translation import gettext as _
from evennia.utils import optionclasses

from xyzgrid_ext.game.base import language


class Language(optionclasses.BaseOption):
    """The class of the account option `language`: a language code, "" for the server's language."""

    def validate(self, value: object, **kwargs: object) -> str:
        """Return the code of a language.

        Raises:
            ValueError: if the game has no texts in that language.
        """
        if (code := language.find_language(str(value or ""))) is None:
            text = ", ".join(language.languages().values())
            raise ValueError(_("Available languages: {names}.").format(names=text))
        return code

    def display(self, **kwargs: object) -> str:
        """Return the language's own name for itself."""
        code = str(self.value)
        return language.languages().get(code, code)
