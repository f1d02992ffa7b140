"""The tables of the map editor."""

from __future__ import annotations

import django.db.models.deletion
from django.db import migrations, models


def _pk() -> models.BigAutoField:
    return models.BigAutoField(
        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
    )


class Migration(migrations.Migration):
    """Creates the tables without data; undoing it deletes them with their contents."""

    initial = True
    dependencies = ()
    operations = (
        migrations.CreateModel(
            name="Draft",
            fields=[
                ("id", _pk()),
                ("map_key", models.CharField(max_length=255, unique=True)),
                ("reference", models.TextField()),
                ("digest", models.CharField(max_length=64)),
                ("base", models.JSONField()),
                ("begun", models.PositiveBigIntegerField(default=0)),
                ("document", models.JSONField()),
                ("kept", models.PositiveBigIntegerField(default=0)),
                ("revision", models.PositiveBigIntegerField(default=0)),
                ("changed", models.DateTimeField(auto_now=True)),
            ],
        ),
        migrations.CreateModel(
            name="MapVersion",
            fields=[
                ("id", _pk()),
                ("map_key", models.CharField(db_index=True, max_length=255)),
                (
                    "state",
                    models.CharField(
                        choices=[("waiting", "Waiting"), ("done", "Done"), ("failed", "Failed")],
                        default="waiting",
                        max_length=10,
                    ),
                ),
                ("account", models.PositiveBigIntegerField()),
                ("who", models.CharField(max_length=255)),
                ("at", models.DateTimeField(auto_now_add=True)),
                ("what", models.CharField(max_length=255)),
                ("document", models.JSONField()),
                ("revision", models.PositiveBigIntegerField()),
                ("digest", models.CharField(max_length=64)),
                ("text", models.TextField(blank=True, default="")),
            ],
        ),
        migrations.CreateModel(
            name="MapRight",
            fields=[
                ("id", _pk()),
                ("map_key", models.CharField(max_length=255, verbose_name="map")),
                (
                    "account",
                    models.PositiveBigIntegerField(verbose_name="number of the account"),
                ),
                ("who", models.CharField(max_length=255, verbose_name="name of the account")),
                (
                    "role",
                    models.CharField(
                        choices=[("reader", "Reader"), ("editor", "Editor"), ("owner", "Owner")],
                        max_length=10,
                    ),
                ),
            ],
            options={
                "verbose_name": "right on a map",
                "verbose_name_plural": "rights on maps",
                "constraints": [
                    models.UniqueConstraint(fields=("map_key", "account"), name="xyzgrid_one_right")
                ],
            },
        ),
        migrations.CreateModel(
            name="DraftOperation",
            fields=[
                ("id", _pk()),
                ("number", models.PositiveBigIntegerField()),
                ("op", models.JSONField()),
                ("inverse", models.JSONField()),
                ("account", models.PositiveBigIntegerField()),
                ("who", models.CharField(max_length=255)),
                ("at", models.DateTimeField(auto_now_add=True)),
                (
                    "draft",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="operations",
                        to="xyzgrid_editor.draft",
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(fields=("draft", "number"), name="xyzgrid_one_revision")
                ],
            },
        ),
    )
