"""Accounts of this game: people, not their characters."""

from evennia.accounts.accounts import DefaultAccount, DefaultGuest


class Account(DefaultAccount):
    """Someone with a name and a password."""


class Guest(DefaultGuest):
    """A visitor: account and character are gone after the visit."""
