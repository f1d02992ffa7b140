"""Who comes by the first page: one click, a journal, names for who hears the page, a way back."""

import pytest

# Texts with a contrast under 4.5, as [contrast, text]: painted as the browser paints them, filters
# and colours that are half transparent too.
PALE = """(() => {
  const brush = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
  const paint = (colour, filter) => {
    Object.assign(brush, { filter, fillStyle: colour });
    brush.fillRect(0, 0, 1, 1);
    const [r, g, b] = [...brush.getImageData(0, 0, 1, 1).data].map((one) =>
      one < 11 ? one / 3295 : ((one / 255 + 0.055) / 1.055) ** 2.4);
    return 0.2126 * r + 0.7152 * g + 0.0722 * b + 0.05;
  };
  const up = (one) => (one ? [one, ...up(one.parentElement)] : []);
  const contrast = (one) => {
    const styles = up(one).map((each) => getComputedStyle(each));
    const grounds = styles.map((each) => each.backgroundColor).reverse();
    const ground = ["#fff", ...grounds].map((each) => paint(each, "none")).at(-1);
    const filter = styles.map((each) => each.filter).find((each) => each !== "none") ?? "none";
    const letters = paint(styles[0].color, filter);
    return Math.max(ground, letters) / Math.min(ground, letters);
  };
  const isText = (one) => one.getClientRects().length && !one.disabled
    && [...one.childNodes].some((each) => each.nodeType === 3 && each.data.trim());
  return [...document.querySelectorAll("body :not(svg *, option)")].filter(isText)
    .map((one) => [contrast(one), one.textContent.slice(0, 40)]).filter(([found]) => found < 4.5);
})()"""


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_every_text_can_be_read_light_and_dark(client, scheme):
    page = client(colorScheme=scheme)
    page.stands_in("Lantern Square")
    page("click", "#optionsbutton >> nth=-1")
    page.see("label", "Map beside the text")
    page.shot(f"options in the {scheme}")
    assert page.value(PALE) == []
    page("click", "#optionsbutton >> nth=-1")
    colours = (
        "document.querySelector('#messagewindow').append(...Array.from({ length: 16 }, (_, at) =>"
        " Object.assign(document.createElement('span'), { textContent: ` colour ${at}`,"
        " className: `color-0${String(at).padStart(2, '0')}` })))"
    )
    page.value(colours)
    assert page.value(PALE) == []
    page.go("/")
    assert page.value(PALE) == []


def test_play_on_the_first_page_lets_a_guest_in(window):
    page = window()
    page.go("/")
    page.see("h1", "Lantern Quay")
    page.see(".xyz-hero", "four seals")
    page("click", "a:text-is('Play')")
    page.stands_in("Lantern Square")
    page.see("#messagewindow", "You are a guest.")
    page.see("#messagewindow > :last-child a.command", "create <name> <password>")
    assert "connect guest" not in page.value("document.querySelector('#messagewindow').innerText")
    assert page.value("location.search") == ""  # whoever loads the page again chooses anew
    assert page.outside == page.complaints == []


def test_the_journal_is_the_open_tab_and_follows_what_is_done(page):
    page.see(".lm_active .lm_title", "Journal")
    page.see(".xyzgrid-list h2", "Open:")
    page.see(".xyzgrid-list p", "The Heart of the Glass.")
    page("click", ".xyzgrid-list button:text-is('goto the annealing oven')")
    page.see("#messagewindow", "You set out for")


def test_whoever_hears_the_page_is_told_what_comes_and_where_to_type(page):
    log = "document.querySelector('#messagewindow')"
    assert page.value(f"{log}.role + {log}.ariaLive") == "logpolite"
    nameless = (
        "[...document.querySelectorAll('button, input, textarea, select, [role=application]')]"
        ".filter(one => one.getClientRects().length && !one.labels?.length && !(one.title"
        " || one.getAttribute('aria-label') || (one.tagName === 'BUTTON' && one.textContent)))"
        ".map(one => one.outerHTML)"
    )
    assert page.value(nameless) == []
    # by keys alone: tabs are reached, and the line is where one types on
    page.say("look")
    page.until("document.activeElement.matches('.inputfield')")
    page("focus", "[role=tab][title='Finds']")
    page("keyboard.press", "Enter")
    page.until("document.activeElement.matches('[role=tab][title=Finds].lm_active')")


def test_a_page_loaded_again_finds_its_guest_in_the_same_room(page):
    page.say("goto the works entrance")
    page.stands_in("The Works Entrance")
    who = page.value("document.querySelector('#messagewindow').textContent.match(/Guest\\d+/)[0]")
    for again in ("/webclient/", "/webclient/?guest"):
        page.go(again)
        page.see("#messagewindow", f"You become {who}.")
        page.stands_in("The Works Entrance")
    page.say("quit")
    page.see("#messagewindow", "again to leave")
    page.say("quit")
    page.see("#messagewindow", "Quitting")
    page.go("/webclient/")
    page.see("#messagewindow", "connect guest")


def test_after_quit_a_click_leads_back(client):
    page = client()
    page.see(".xyzgrid-list p", "The Heart of the Glass.")
    page.say("quit")
    page.see("#messagewindow", "again to leave")
    page.say("quit")
    page("click", "button:text-is('Connect again')")
    page.until("document.querySelectorAll('a.command[title=\"connect guest\"]').length === 2")
    page("click", "a.command[title='connect guest'] >> nth=-1")
    page.stands_in("Lantern Square")
    page.see(".xyzgrid-list p", "The Heart of the Glass.")
