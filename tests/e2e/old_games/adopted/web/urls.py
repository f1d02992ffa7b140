"""The pages of this game: Evennia's."""

from evennia.web.urls import urlpatterns  # noqa: F401
