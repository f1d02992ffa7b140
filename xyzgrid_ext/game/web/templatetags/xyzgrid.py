"""Tags for pages that extend Evennia's.

`extends_at_home "webclient/base.html"` is `extends`, with the libraries of this package.
`client_fonts as fonts` gives the stylesheets of the client's fonts.
"""

from __future__ import annotations

from typing import Any

from django.template import Library
from django.template.base import Parser, Token
from django.template.loader_tags import ExtendsNode, do_extends

from xyzgrid_ext.game.web import libraries

register = Library()


class ExtendsAtHome(ExtendsNode):
    """The tag `extends`, but the page loads the libraries of this package."""

    def render(self, context: Any) -> str:
        """Render the page."""
        return libraries.at_home(str(super().render(context)))


@register.tag
def extends_at_home(parser: Parser, token: Token) -> ExtendsAtHome:
    """Read the tag, which must come first, like `extends`."""
    node = do_extends(parser, token)
    return ExtendsAtHome(node.nodelist, node.parent_name, node.template_dirs)


register.simple_tag(libraries.fonts, name="client_fonts")
