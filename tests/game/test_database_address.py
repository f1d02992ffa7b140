"""XYZGRID_DATABASE_URL: one line of the environment becomes Django's settings."""

import pytest
from django.core.exceptions import ImproperlyConfigured
from server.conf.database import postgres


def read(url):
    return postgres("XYZGRID_DATABASE_URL", url)


def test_all_parts_are_read_and_a_password_may_hold_any_letter():
    entry = read("postgres://ann:a%40b%2Fc@db.example:5433/evennia?sslmode=require")
    assert entry == {
        "ENGINE": "django.db.backends.postgresql",
        "NAME": "evennia",
        "USER": "ann",
        "PASSWORD": "a@b/c",
        "HOST": "db.example",
        "PORT": "5433",
        "OPTIONS": {"sslmode": "require"},
    }


def test_all_but_the_name_may_be_left_out():
    entry = read("postgresql:///evennia?host=/var/run/postgresql")
    assert [entry[key] for key in ("HOST", "PORT", "USER", "PASSWORD")] == ["", "", "", ""]
    assert (entry["NAME"], entry["OPTIONS"]) == ("evennia", {"host": "/var/run/postgresql"})


@pytest.mark.parametrize(
    "url",
    [
        "evennia.db3",
        "mysql://ann:secret@host/evennia",
        "postgres://ann:secret@host",
        "postgres://ann:secret@host:port/evennia",
        "postgres://ann:secret@host/some/evennia",
    ],
)
def test_what_is_no_address_is_refused_without_telling_the_password(url):
    with pytest.raises(ImproperlyConfigured, match="XYZGRID_DATABASE_URL is not of the form") as no:
        read(url)
    assert "secret" not in str(no.value)
