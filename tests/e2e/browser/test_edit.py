"""The editor of maps in a real browser: what one draws, applies and then walks."""

import json
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
TABLE = (ROOT / "tests" / "data" / "edit_operations.json").read_text(encoding="utf-8")
# the rows of the table that the script does otherwise than they say
BY_THE_TABLE = """
(async ({ applied, refused }) => {
  const { apply } = await import("/static/xyzgrid/js/edit/operations.js");
  const inOrder = (value) => JSON.stringify(value, (key, one) =>
    one && typeof one === "object" && !Array.isArray(one)
      ? Object.fromEntries(Object.entries(one).sort())
      : one);
  const after = ({ before, op }) => {
    const document = structuredClone(before);
    const inverse = apply(document, op);
    const told = inOrder([document, inverse]);
    for (const back of inverse) apply(document, back);
    return told + inOrder(document);
  };
  const fault = ({ before, op }) => {
    const document = structuredClone(before);
    try { apply(document, op); } catch ({ code }) { return code + inOrder(document); }
  };
  return [
    ...applied.filter((row) =>
      after(row) !== inOrder([row.after, row.inverse]) + inOrder(row.before)),
    ...refused.filter((row) => fault(row) !== row.fault + inOrder(row.before)),
  ].map((row) => row.name);
})(%s)
"""


def test_the_script_does_each_operation_of_the_table_as_the_server_does(window):
    table = json.loads(TABLE)
    assert table["applied"]
    assert table["refused"]
    page = window()
    page.go("/map/list/")
    assert page.value(BY_THE_TABLE % json.dumps(table)) == []
