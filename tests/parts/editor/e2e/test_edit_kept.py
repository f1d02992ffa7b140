"""The editor of maps in a real browser: versions, drafts that are old or thrown away, rights."""

import pytest

pytestmark = pytest.mark.once

OPEN = "document.querySelector('[data-part=plan]').open"
DONE = "document.querySelector('[data-part=plan]').dataset.state === 'done'"
SEEN = "(name) => document.querySelector(`[data-do=${name}]`).checkVisibility()"


def name_it(canvas, name):
    canvas.press("v")
    canvas.click(0, 0)
    canvas.write("[name=name]", name)
    canvas.page.until("document.getElementById('xyzgrid-edit').dataset.saved === 'true'")


def apply(canvas):
    page = canvas.page
    page.value("document.querySelector('[data-part=plan]').dataset.state = ''")
    canvas.press("p")
    page.until(OPEN)
    page("click", "text=Apply to the game")
    page.until(DONE)


def test_versions_are_looked_at_and_restored_and_drafts_rebased_and_thrown_away(new_map, server):
    canvas = new_map("tarn")
    page = canvas.page
    page.value("(globalThis.confirm = () => true, 1)")
    name_it(canvas, "Shore")
    # options are fields; they go into the file with the rest
    page.value("(document.querySelector('[data-part=options]').closest('details').open = true)")
    page("selectOption", "[data-part=options] [name=fog]", "explored")
    apply(canvas)
    name_it(canvas, "Bank")
    apply(canvas)
    file = server.folder.parent / "world" / "tarn.py"
    assert "Bank" in file.read_text()
    assert '"fog": "explored"' in file.read_text()
    # an earlier version is looked at, and changes nothing; then it is restored
    page("click", "[data-part=versions] summary")
    page.until("document.querySelectorAll('[data-part=versions] li').length === 3")
    page("click", "[data-part=versions] li:nth-child(2) button:first-of-type")
    page.see("[data-part=past]:not([hidden])", "earlier version")
    assert not page.value(f"({SEEN})('plan')")
    page("click", "[data-do=back]")
    page("click", "[data-part=versions] li:nth-child(2) button:last-of-type")
    page.until("document.querySelector('[data-part=past]').hidden")
    page("waitForTimeout", 500)
    assert canvas.rooms()["0,0,0"]["name"] == "Shore"
    # the draft is thrown away
    page("click", "[data-do=discard]")
    page("waitForTimeout", 500)
    assert canvas.rooms()["0,0,0"]["name"] == "Bank"
    # the file changes under a draft, which is put on top of it
    canvas.press("d")
    canvas.click(1, 0)
    assert len(canvas.rooms()) == 2
    file.write_text(file.read_text().replace("Bank", "Strand"))
    canvas.press("p")
    page.see("[data-part=stale]:not([hidden])", "has changed")
    page("click", "[data-do=rebase]")
    page.until("document.querySelector('[data-part=stale]').hidden")
    assert [room["name"] for room in canvas.rooms().values()] == ["Strand", "New room"]
    # the map is removed: its name is asked for
    page("click", "[data-do=removeMap]")
    page.see("dialog[open]", "with its rooms (1)")
    page("fill", "dialog [name=name]", "mare")
    page("click", "dialog .xyz-danger")
    page.see("dialog [role=status]", "not the name")
    page("fill", "dialog [name=name]", "tarn")
    page("click", "dialog .xyz-danger")
    page.until("location.pathname === '/map/edit/'")
    assert page.value("!document.body.textContent.includes('tarn')")
    assert file.exists()
    # a name that no map may have is explained as one types
    page.go("/map/edit/")
    faults = {"a/b": "Not allowed: /", "x" * 81: "81 characters", "--": "needs a letter",
              "Town": "already such a map", "mill pond": ""}  # fmt: skip
    for name, fault in faults.items():
        page("fill", "#xyzgrid-new [name=name]", name)
        page.see("#xyzgrid-new [role=status]", fault)
        page("waitForTimeout", 1500)  # until the game has answered
        assert page.value("document.forms['xyzgrid-new'].checkValidity()") is (not fault)
