"""The database tables of the map editor: rights, drafts with their history, versions.

    MapRight         who may do what with a map
    Draft            one for each map that was opened: the file it began with, and how it is now
    DraftOperation   each operation on a draft: what, by whom, when, and what undoes it
    MapVersion       each apply: the map as it became, by whom and when

Accounts are stored by id and name, not as references: in a game without these tables, deleting an
account would otherwise fail, because Django looks for referring rows. Maps are stored by key. Only
`game.edits` reads and writes these tables.
"""

from __future__ import annotations

from django.db import models


class MapRight(models.Model):
    """The role of an account for one map; superusers need none."""

    class Role(models.TextChoices):
        """The roles, the least first."""

        READER = "reader"
        EDITOR = "editor"
        OWNER = "owner"

    map_key = models.CharField("map", max_length=255)
    account = models.PositiveBigIntegerField("number of the account")
    who = models.CharField("name of the account", max_length=255)
    role = models.CharField(max_length=10, choices=Role.choices)

    class Meta:
        """The constraint that an account has at most one right on each map."""

        verbose_name = "right on a map"
        verbose_name_plural = "rights on maps"
        constraints = (
            models.UniqueConstraint(fields=("map_key", "account"), name="xyzgrid_one_right"),
        )

    def __str__(self) -> str:
        return f"{self.who}: {self.role} of {self.map_key}"


class Draft(models.Model):
    """A map while it is being drawn.

    `base` is the document of the file when the draft began, at revision `begun`, and `digest` is
    the digest of that file. `document` is the map at revision `kept`; the later operations lead to
    `revision`.
    """

    map_key = models.CharField(max_length=255, unique=True)
    reference = models.TextField()
    digest = models.CharField(max_length=64)
    base = models.JSONField()
    begun = models.PositiveBigIntegerField(default=0)
    document = models.JSONField()
    kept = models.PositiveBigIntegerField(default=0)
    revision = models.PositiveBigIntegerField(default=0)
    changed = models.DateTimeField(auto_now=True)

    def __str__(self) -> str:
        return f"{self.map_key} at {self.revision}"


class DraftOperation(models.Model):
    """An operation on a draft; `number` is the revision that it made."""

    draft = models.ForeignKey(Draft, on_delete=models.CASCADE, related_name="operations")
    number = models.PositiveBigIntegerField()
    op = models.JSONField()
    inverse = models.JSONField()
    account = models.PositiveBigIntegerField()
    who = models.CharField(max_length=255)
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        """The constraint that each revision exists once."""

        constraints = (
            models.UniqueConstraint(fields=("draft", "number"), name="xyzgrid_one_revision"),
        )

    def __str__(self) -> str:
        return f"{self.draft_id}/{self.number}"


class MapVersion(models.Model):
    """An apply: requested, and then done or failed.

    While it waits, `text` is the new file. `digest` is the digest of the file that it was made
    from, `revision` that of the draft.
    """

    class State(models.TextChoices):
        """The state of an apply."""

        WAITING = "waiting"
        DONE = "done"
        FAILED = "failed"

    map_key = models.CharField(max_length=255, db_index=True)
    state = models.CharField(max_length=10, choices=State.choices, default=State.WAITING)
    account = models.PositiveBigIntegerField()
    who = models.CharField(max_length=255)
    at = models.DateTimeField(auto_now_add=True)
    what = models.CharField(max_length=255)
    document = models.JSONField()
    revision = models.PositiveBigIntegerField()
    digest = models.CharField(max_length=64)
    text = models.TextField(blank=True, default="")

    def __str__(self) -> str:
        return f"{self.map_key}, {self.at:%Y-%m-%d %H:%M}, {self.who}"
