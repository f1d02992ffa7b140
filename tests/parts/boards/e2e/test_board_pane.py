"""A board above the map of the web client."""


def test_a_board_is_drawn_in_one_place_and_played_by_keys(page):
    page.say("goto the arcade front")
    page.see("#messagewindow", "You have arrived at The Arcade Front.")
    page.say("play salt store")
    page.see(".xyzgrid-board pre", "# @o .#")
    assert page.value("document.querySelectorAll('.tiles .tile').length") == 23
    page("keyboard.press", "ArrowRight")
    page.see(".xyzgrid-board pre", "#  @o.#")
    # letters are typed, unless the board has the focus
    page("keyboard.type", "say long live the lamp")
    page("keyboard.press", "Enter")
    page.see("#messagewindow", 'You say, "long live the lamp"')
    page("click", ".xyzgrid-board button:text-is('Play by keyboard')")
    page("keyboard.press", "l")
    page.see(".xyzgrid-board p", "2 moves.")
    page.see("#messagewindow", "2 moves.")  # how it ended stands in the text, too
    assert "#  @o.#" not in page.value("document.querySelector('#messagewindow').innerText")
    # the game is over: keys are letters again
    page("keyboard.press", "l")
    page.until("document.querySelector('.inputfield').value === 'l'")
    page("fill", ".inputfield", "")
    page("click", ".tools button:text-is('Next')")
    page.see(".xyzgrid-board h2", "2/10")
    # a line that has been begun goes on
    page("fill", ".inputfield", "say hel")
    page("keyboard.press", "l")
    page("keyboard.press", "o")
    page("keyboard.press", "Enter")
    page.see("#messagewindow", 'You say, "hello"')
    # by a click on the board its keys are meant; by one on a button, what was meant before
    page("click", ".tiles")
    page("click", ".tools button:text-is('Restart')")
    page.see(".xyzgrid-board button", "Type commands")
    page("click", ".xyzgrid-board button:text-is('Type commands')")
    page("keyboard.type", "stop")
    page("keyboard.press", "Enter")
    page.see("#messagewindow", "Your game waits there")
    page.until("document.querySelector('.xyzgrid-board').hidden")


def test_on_a_phone_a_board_fills_its_pane_and_no_button_is_cut(client):
    page = client(width=400, height=800, isMobile=True, hasTouch=True)
    page.say("goto the arcade front")
    page.see("#messagewindow", "You have arrived at The Arcade Front.")
    before = page.value("document.querySelector('.xyzgrid-pane').clientHeight")
    place = "document.querySelector('{}').getBoundingClientRect()"
    for name in ("salt store", "black ice", "fire", "swarm"):
        page.say(f"play {name}")
        page.until(f"{place.format('.tools button:last-child')}.width")
        pane, tiles = place.format(".xyzgrid-pane"), place.format(".xyzgrid-board .tiles")
        page.until(
            f"(({{ width, height }}) => width > 360 || height > 190)({tiles})"
            f" && {pane}.height > 400"
        )
        cut = (
            "[...document.querySelectorAll('.xyzgrid-board button')].filter((one) => {"
            "const { top, bottom, left, right } = one.getBoundingClientRect();"
            f"return right && (bottom > {pane}.bottom || left < 0 || right > 400) }}).length"
        )
        assert page.value(cut) == 0, name
        page.shot(f"{name} on a phone")
        if name == "salt store":  # a finger is drawn over it to the right
            picture = "document.querySelector('.xyzgrid-board .picture')"
            for event, at in (("pointerdown", 90), ("pointerup", 190)):
                made = f"new PointerEvent('{event}', {{ clientX: {at}, clientY: 200 }})"
                page.value(f"{picture}.dispatchEvent({made})")
            page.see(".xyzgrid-board pre", "#  @o.#")
        page.say("stop")
        page.until("document.querySelector('.xyzgrid-board').hidden")
    page.until(f"document.querySelector('.xyzgrid-pane').clientHeight === {before}")
