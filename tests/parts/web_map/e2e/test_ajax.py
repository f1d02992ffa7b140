"""The map pane where no WebSocket is to be had: Evennia's client asks again and again instead."""

import pytest

HERE = ".camera .room.here title"

RECORD = """
window.sent = []; // what the client tells the server by itself
const recorded = (line) => {
  for (const name of ["xyzgrid_subscribe", "xyzgrid_map"]) if (line.includes(name)) sent.push(name);
};
const { send } = XMLHttpRequest.prototype;
XMLHttpRequest.prototype.send = function (body) { recorded(String(body)); send.call(this, body); };
if (window.WebSocket) {
  const { send } = WebSocket.prototype;
  WebSocket.prototype.send = function (line) { recorded(line); send.call(this, line); };
}
"""
WITHOUT = {
    "the browser has none": "delete window.WebSocket;",
    "nothing answers": "window.WebSocket = class extends WebSocket"
    " { constructor() { super('ws://127.0.0.1:9/'); } };",
}
"""Port 9 of this machine answers nobody: as behind a proxy that lets only the website through."""


@pytest.fixture(params=WITHOUT)
def page(request, client):
    page = client(script=WITHOUT[request.param] + RECORD)
    page.see(HERE, "Lantern Square")
    yield page
    assert page.outside == []
    assert page.value("document.querySelectorAll('#messagewindow .err').length") == 0
    refused = [one for one in page.complaints if "WebSocket connection" not in one]
    assert refused == []


def text_of(page):
    return page.value("document.querySelector('#messagewindow').innerText")


def test_without_a_websocket_the_pane_follows_who_walks_and_asks_nothing_twice(page):
    page("click", "#messagewindow a:text-is('north')")
    page.see(HERE, "Glassgate Street")
    page("click", ".camera .room:has(title:text-is('Lantern Square'))")
    page.see("#messagewindow", "You have arrived at Lantern Square.")
    page.see(HERE, "Lantern Square")
    page.shot("pane without a WebSocket")
    page.until("document.querySelectorAll('.camera .room').length > 20")
    assert page.value("sent") == ["xyzgrid_subscribe", "xyzgrid_map"]
    page.say("look")
    page.until("document.body.textContent.split('A hundred lanterns').length > 2")
    assert "~~~~" not in text_of(page)
    assert "room_" not in text_of(page)
    assert "xyzgrid_" not in text_of(page)


def test_where_the_first_question_is_lost_it_is_asked_again(client):
    """Evennia loses what is said while a connection waits in its queue."""
    lose = """
        const { send } = WebSocket.prototype;
        let lost = false;
        WebSocket.prototype.send = function (line) {
          if (lost || !line.includes("xyzgrid_subscribe")) send.call(this, line);
          else lost = true;
        };
    """
    page = client(script=lose)
    page.see(HERE, "Lantern Square")
    assert "~~~~" not in text_of(page)
