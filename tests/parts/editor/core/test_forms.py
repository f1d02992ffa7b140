"""Forms for the editor's page, made from the rows that the check of maps uses."""

from xyzgrid_ext.core.mapdata.prototypes import tables_for
from xyzgrid_ext.core.parts import core_parts
from xyzgrid_ext.parts.editor.core.forms import form_schemas
from xyzgrid_ext.parts.editor.core.policy import REFUSED_KEYS
from xyzgrid_ext.parts.editor.core.values import EXIT_KEYS, RESERVED


def test_forms_have_a_field_for_each_key_that_a_browser_may_write():
    tables, forms = tables_for(core_parts()), form_schemas({"options": {"dungeon": {}}})
    for name, table, others in (
        ("room", tables.room, RESERVED),
        ("exit", tables.exit, ("key", "to")),
    ):
        keys = {row.key for row in table.rows}
        assert keys - forms[name]["properties"].keys() == keys & {*REFUSED_KEYS, *others}, name
    assert forms["exit"]["properties"].keys() >= {*EXIT_KEYS} - {"to", "prototype"}
    assert form_schemas({})["room"]["properties"]["things"]["items"]["properties"].keys() >= {"key"}


def test_choice_between_a_word_and_words_is_a_list_of_words():
    needs = form_schemas({})["exit"]["properties"]["needs"]
    assert (needs["type"], needs["items"]["type"]) == ("array", "string")
