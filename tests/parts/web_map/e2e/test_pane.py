"""The map pane of the web client: seen, clicked, and typed at, in a real browser."""

from tools.runner.__main__ import read_connection

HERE = ".camera .room.here"


def room(name):
    """A selector that Playwright knows: the room of that name, as it is drawn."""
    return f".camera .room:has(title:text-is('{name}'))"


def test_the_pane_shows_where_one_stands_beside_the_text(page):
    page.shot("pane in the town")
    assert page.see(".xyzgrid-map .name") == "Lantern Quay"
    label = page.value("document.querySelector('.xyzgrid-map > svg').getAttribute('aria-label')")
    assert label.startswith("You are at Lantern Square. ")


def test_a_map_that_one_asks_for_stands_in_the_text(page):
    """It may be that of another place, and whoever types it wants to see something."""
    page.say("map")
    page.until(
        "[...document.querySelectorAll('#messagewindow > *')]"
        ".some(one => one.textContent.startsWith('Lantern Quay')"
        " && one.textContent.includes('#-#'))"
    )


def test_one_walks_by_clicking_and_the_pane_follows(page):
    for _ in range(2):  # until not all of the map fits into the pane
        page("click", "button.more")
    before = page.value("document.querySelector('.camera').style.transform")
    page("click", room("The Quay Steps"))
    page.stands_in("The Quay Steps")
    page.see("#messagewindow", "You have arrived at The Quay Steps.")
    assert page.value("document.querySelector('.camera').style.transform") != before
    page.until(  # it is in the middle
        f"(() => {{ const [a, b] = ['{HERE}', '.xyzgrid-map > svg']"
        ".map(s => document.querySelector(s).getBoundingClientRect());"
        "return Math.abs(a.x + a.width / 2 - b.x - b.width / 2) < 3"
        " && Math.abs(a.y + a.height / 2 - b.y - b.height / 2) < 3 })()"
    )


def test_on_a_phone_the_map_is_above_the_text_which_has_all_of_the_width(client):
    page = client(width=400, height=800, isMobile=True, hasTouch=True)
    page.stands_in("Lantern Square")
    page.shot("pane on a phone")
    where = "document.querySelector('{}').getBoundingClientRect()"
    pane, text = where.format(".xyzgrid-pane"), where.format("#messagewindow")
    assert page.value(f"{pane}.bottom < {text}.top && {pane}.width > 350 && {text}.width > 350")
    # nothing is closed by a finger beside a tab: one does that, and gets it back, in the options
    crosses = "[...document.querySelectorAll('.lm_close_tab, .lm_close, .lm_tab > [style]')]"
    assert page.value(f"{crosses}.filter((one) => one.getClientRects().length).length") == 0
    tabs = "[...document.querySelectorAll('.lm_tab')].filter((one) => one.clientHeight)"
    assert page.value(f"Math.min(...{tabs}.map((one) => one.clientHeight))") >= 32
    page("tap", "#optionsbutton >> nth=-1")
    page("tap", "label:has-text('Map beside the text') input")
    page.until("!document.querySelector('.xyzgrid-map')")
    page.say("look")
    page.see("#messagewindow", "~~~~")
    page("tap", "label:has-text('Map beside the text') input")
    page.stands_in("Lantern Square")
    line = where.format(".inputfield")  # the text is behind the options
    assert page.value(f"{pane}.bottom < {line}.top && {pane}.width > 350")


def test_a_line_is_shown_completed_and_remembered_but_no_password(page):
    page.say("look")
    page.see("#messagewindow .typed", "look")
    page.say("password old = new")
    page.see("#messagewindow .typed", "password …")
    page.say("create look lantern99")
    page.see("#messagewindow .typed", "create …")
    field = "document.querySelector('.inputfield').value"
    page("fill", ".inputfield", "pat")
    page("press", ".inputfield", "Tab")
    assert page.value(field) == "path"
    page("fill", ".inputfield", "path the quay s")
    page("press", ".inputfield", "Tab")
    assert page.value(field) == "path The Quay Steps"
    page("press", ".inputfield", "Enter")
    page.see("#messagewindow", "The Quay Steps is 1 step from here.")
    page("press", ".inputfield", "ArrowUp")
    page("press", ".inputfield", "ArrowUp")
    assert page.value(field) == "look"
    typed = "[...document.querySelectorAll('#messagewindow .typed')].map(one => one.textContent)"
    assert page.value(typed) == ["look", "password …", "create …", "path The Quay Steps"]
    # what was typed is on the map, too
    assert page.value("document.querySelectorAll('.camera .room.ahead').length") == 1
    assert page.value("document.querySelectorAll('.camera .room.new').length") > 20
    page.see(".camera .names", "The Smithy")


def test_the_way_ahead_is_marked_while_one_walks_it(page):
    page.say("goto the lamp")  # far enough to be seen on a slow machine, too
    page.until("document.querySelector('.camera .room.ahead')")
    page.say("goto")  # stops, and the way is still known
    page.say("path clear")
    page.until("!document.querySelector('.camera .room.ahead')")


def test_one_walks_by_keys_alone(page):
    page("focus", ".xyzgrid-map > svg")
    page("keyboard.press", "ArrowUp")
    page.see(".xyzgrid-map .spoken", "Glassgate Street · 1 step")
    page("keyboard.press", "Enter")
    page.stands_in("Glassgate Street")


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
