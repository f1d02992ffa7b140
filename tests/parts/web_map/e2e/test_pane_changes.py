"""The map pane of the web client, after a reload, and before hostile names."""

from tools.runner.__main__ import read_connection


def test_names_are_text_whatever_they_look_like(page, server, client):
    """Builders name rooms; a name must not run in the browsers of others."""
    noted = read_connection(server.folder)
    builder = client(f"connect {noted['superuser']} {noted['password']}")
    builder.say("tel (4,5,town)")
    builder.stands_in("Glassgate Street")
    name = "<img src=x onerror=document.title='hacked'>"
    builder.say(f"name here = {name}")
    try:
        page.say("north")
        page.stands_in(name)
        page("hover", ".camera .room.here")
        page.see(".xyzgrid-map .note", name)
        page("focus", ".xyzgrid-map > svg")
        page("keyboard.press", "ArrowDown")
        page("keyboard.press", "ArrowUp")
        page.see(".xyzgrid-map .spoken", name)
        assert (
            page.value(
                "document.querySelectorAll('.xyzgrid-pane img, .xyzgrid-pane script').length"
            )
            == 0
        )
        assert "hacked" not in page.value("document.title")
    finally:
        builder.say("name here = Glassgate Street")
        builder.see("#messagewindow", "Glassgate Street")


def test_the_pane_goes_on_after_a_reload(page, server):
    server.reload()
    page.see("#messagewindow", "Server restarted.")
    page.say("north")
    page.stands_in("Glassgate Street")


def test_who_logs_in_next_sees_nothing_of_what_the_one_before_saw(client):
    page = client()
    page.stands_in("Lantern Square")
    page.say("quit")
    page.see("#messagewindow", "again to leave")
    page.say("quit")
    page.until("document.querySelector('.xyzgrid-map .name').textContent === 'Map'")
    assert page.value("document.querySelectorAll('.camera .room').length") == 0
