"""The inside of a dungeon's room, below the map of the web client."""


def test_the_inside_of_a_room_is_drawn_while_one_is_in_a_dungeon(page):
    page.say("goto the old well")
    page.see("#messagewindow", "You have arrived at The Old Well.")
    page.say("west")
    page.until("document.querySelectorAll('.xyzgrid-inside svg .gap').length")
    page.say("north")
    page.see(".xyzgrid-inside li", "the swarm of rats:")
    page.until("document.querySelector('.xyzgrid-inside li .foe')")
    page("click", ".xyzgrid-inside button:text-is('attack')")  # what it names can be done there
    page.see("#messagewindow .typed", "attack")
    page.see("#messagewindow", "The swarm of rats:")  # its symbol is beside the picture alone
    read = page.value("document.querySelector('#messagewindow').innerText")
    assert "! the swarm" not in read
    assert "\nThe school slate, a riddle:" in read
    page.go("/webclient/")  # and not after the page is loaded again, either
    page.see("#messagewindow", "The school slate, a riddle:")
    page.until("document.querySelectorAll('.xyzgrid-inside li').length")
    assert "+----" not in page.value("document.querySelector('#messagewindow').innerText")
    page.say("out")
    page.until("document.querySelector('.xyzgrid-inside').hidden")
