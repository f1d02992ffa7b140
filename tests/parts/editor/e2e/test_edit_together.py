"""Two builders draw the same map at once, on lines that break, and have the same map at last."""

import json
import os

# lines that break: a message is lost, or its answer, or for a while there is no network
CUTS = """
globalThis.cuts = { share: 0, off: false, due: 0, count: 0, chance: 7 };
cuts.below = (number) => (cuts.chance = (cuts.chance * 48271) % 2147483647) % number;
cuts.next = () => {
  const falls = cuts.share && cuts.below(cuts.share) === 0;
  const cut = cuts.off ? 1 : falls ? 1 + cuts.below(2) : cuts.due;
  cuts.due = 0;
  cuts.count += cut > 0;
  return cut;
};
const send = WebSocket.prototype.send, ask = globalThis.fetch;
WebSocket.prototype.send = function (text) {
  const cut = cuts.next();
  if (cut !== 1) send.call(this, text);
  if (cut) this.close();
};
globalThis.fetch = async (...what) => {
  const cut = cuts.next(), answer = cut === 1 ? null : await ask(...what);
  if (cut) throw new TypeError("cut");
  return answer;
};
"""
# random operations in a page of the editor; `lost` are those of which it was told so
RANDOM = """
(async ([seed, count, share]) => {
  const { draft } = document.getElementById("xyzgrid-edit"), { below } = cuts;
  Object.assign(cuts, { share, chance: seed });
  globalThis.lost = 0;
  let idle = true; // what the page refuses at once is no step
  draft.addEventListener("clash", ({ detail }) => (lost += detail.filter(({ why }) => why).length));
  draft.addEventListener("fault", ({ detail }) => (lost += idle && !detail.startsWith("The game")));
  const place = () => `${below(9)},${below(9)},${below(2)}`;
  const ops = [
    () => ({ op: "add", room: place(), values: { name: `${below(99)}` } }),
    () => ({ op: "set", room: place(), key: "name", value: `${below(99)}` }),
    () => ({ op: "exit", room: place(), direction: "north", value: { to: place() } }),
    () => ({ op: "remove", room: place() }),
    () => ({ op: "move", rooms: [place()], by: [below(3) - 1, below(3) - 1, 0] }),
  ];
  for (let step = 0; step < count; ) {
    if (step === count >> 1) cuts.due = 2; // once at least
    idle = false;
    const done = draft.do([ops[below(ops.length)]()]);
    idle = true;
    if (done) {
      step += 1;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }
})(%s)
"""
FEW = 40  # operations of each; `make test-all` asks for more
STEPS = int(os.environ.get("XYZGRID_TEST_TOGETHER", FEW))
EDITOR = "document.getElementById('xyzgrid-edit')"
OTHERS = "[...document.querySelectorAll('[data-part=others] button')].map((one) => one.innerText)"


def eve_of(window, server, telnet):
    """A window in which Eve, who may edit the mere, is logged in to the website."""
    with telnet() as client:
        client.ask("create Eve correct-horse-7", "intended")
        client.ask("Y", "created")
    for name in ("mere", "town"):
        server.evennia("xyzgrid", "right", name, "Eve", "editor")
    page = window(script=CUTS)
    page.go("/auth/login/")
    page("fill", "input[name=username]", "Eve")
    page("fill", "input[name=password]", "correct-horse-7")
    page("press", "input[name=password]", "Enter")
    page.see("nav", "Logged in as")
    return page


def joined(page, name="mere"):
    page.go(f"/map/edit/{name}/")
    page.until(f"{EDITOR}.dataset.joined === 'true'")


def test_two_builders_see_each_other_and_lose_nothing(new_map, window, server, telnet):
    canvas = new_map("mere")
    builder = canvas.page
    eve = eve_of(window, server, telnet)
    builder("addInitScript", {"content": CUTS})
    both = builder, eve
    for page in both:
        joined(page)
    # where the other is, and what it draws, at once; the builder's own first page is among the
    # others until the Portal has noticed that it is gone
    builder.until(f"String({OTHERS}) === 'Eve'")
    canvas.press("Home", "Alt+ArrowRight", "Alt+ArrowRight", "Home")
    eve.until(f"{EDITOR}.dataset.rooms === '3'", 5)
    other = type(canvas)(eve)
    other.press("Home")
    other.click(1, 0)
    builder.until(f"{EDITOR}.dataset.rooms === '3'")
    eve.see("[data-part=others] button:not(:disabled)")
    builder.see("[data-part=others] button:not(:disabled)")
    canvas.name(r00="Mere", r10="Reeds", r20="Boathouse")
    eve.until(f"{EDITOR}.draft.document.rooms['2,0,0'].name === 'Boathouse'")
    eve.value("new Promise((resolve) => setTimeout(resolve, 1500))")  # until it is checked
    builder.picture("editor-together", "#xyzgrid-edit")
    eve.shot("editor, two builders, the other")
    # who writes about a room goes on writing when the other changes that room
    canvas.click(1, 0)
    builder("focus", "[name=desc]")
    builder("keyboard.type", "Half a sent")
    other.write("[name=name]", "Quay")
    builder.until(f"{EDITOR}.draft.document.rooms['1,0,0'].name === 'Quay'")
    builder.see("[data-part=said]", "Eve has changed this after you: Quay, Name")
    field = builder.value("[document.activeElement.name, document.activeElement.value]")
    assert field == ["desc", "Half a sent"]
    builder("keyboard.type", "ence.")
    builder.value("document.activeElement.blur()")
    eve.until(f"{EDITOR}.draft.document.rooms['1,0,0'].desc === 'Half a sentence.'")
    # who writes about a room that the other removes goes on writing, and no letter is a command
    canvas.click(2, 0)
    builder("focus", "[name=desc]")
    builder("keyboard.type", "It goes")
    other.click(2, 0)
    other.press("Delete")
    builder.see(".xyz-offered", "Eve has removed or moved Boathouse (2,0,0).")
    builder("keyboard.type", " on.")
    assert builder.value("document.activeElement.value") == "It goes on."
    assert canvas.told("rooms") == "2"
    assert "no room" not in builder.value("document.querySelector('[data-part=said]').textContent")
    builder("click", ".xyz-offered button")
    other.press("Control+z")
    builder.until(f"{EDITOR}.dataset.rooms === '3'")
    eve.until(f"{EDITOR}.dataset.saved === 'true'")
    canvas.click(2, 0)
    # who was first is told as well, of whatever both have changed
    canvas.click(0, 0)
    builder("click", ".xyz-exit-rows summary")
    canvas.write(".xyz-exit-rows [name=needs]", "item:key")
    builder.until(f"{EDITOR}.dataset.saved === 'true'")
    eve.until(f"{EDITOR}.draft.document.rooms['0,0,0'].exits.east.needs?.[0] === 'item:key'")
    other.click(0, 0)
    other.write(".xyz-exit-rows [name=needs]", "lock")
    builder.see("[data-part=said]", "Eve has changed this after you: Mere, east")
    other.press("Control+z")
    canvas.click(2, 0)
    other.click(2, 0)
    # what is drawn without a line stays in the browser, also when the page is read again
    eve.value("(cuts.off = true, document.getElementById('xyzgrid-edit').line.shut())")
    other.press("Alt+ArrowUp", "Alt+ArrowUp")
    canvas.press("Alt+ArrowRight")
    builder.until(f"{EDITOR}.dataset.saved === 'true'")
    assert other.told("saved") == "false"
    joined(eve)
    eve.until(f"{EDITOR}.dataset.saved === 'true' && {EDITOR}.dataset.rooms === '6'")
    builder.until(f"{EDITOR}.dataset.rooms === '6'")
    # in a drawing, both are told of what they draw in the same cell, and by whom a room is gone
    for page in both:
        joined(page, "town")
    for hand in (canvas, other):
        hand.click(8, 4)
    builder("focus", "[name=desc]")
    other.press("Delete")
    builder.see(".xyz-offered", "Eve has removed or moved")
    canvas.click(8, 4)
    canvas.press("n")
    eve.until(f"{EDITOR}.draft.document.rooms['8,4,0']")
    other.press("Delete")
    builder.see("[data-part=said]", "Eve has changed this after you: Drawing")
    other.press("Control+z", "Control+z")
    for page in both:
        page.until(f"{EDITOR}.dataset.saved === 'true'")
        joined(page)
    # both draw whatever they like on lines that break
    for number, page in enumerate(both):
        running = RANDOM % json.dumps([7 + number, STEPS, 6])
        page.value(f"void (globalThis.drawing = {running})")
    for page in both:
        page.value("drawing")
        page.value("(cuts.share = 0, document.getElementById('xyzgrid-edit').draft.saved())")
    steps, lost, cuts = zip(
        *(
            page.value(
                "(({ draft }) => [[draft.name, draft.steps], lost, cuts.count])"
                "(document.getElementById('xyzgrid-edit'))"
            )
            for page in both
        ),
        strict=True,
    )
    assert all(cuts), cuts
    asked = """
        fetch("/map/edit/api/mere/ops", { method: "POST", body: '{"revision": 0, "ops": []}',
          headers: { "X-CSRFToken": document.querySelector("[name=csrfmiddlewaretoken]").value },
        }).then((answer) => answer.json())
    """
    told = builder.value(asked)
    for page in both:
        page.until(f"{EDITOR}.draft.revision === {told['revision']}", 30)
    ids = [op["id"] for op in told["ops"]]
    assert len(ids) == len(set(ids)) == told["revision"], "nothing is done twice"
    for (name, count), gone in zip(steps, lost, strict=True):
        had = {one.partition(".")[0] for one in ids if one.startswith(f"{name}-")}
        assert len(had) == count - gone, "nothing is lost without a word"
    on_server = builder.value("fetch('/map/edit/api/mere').then((answer) => answer.json())")
    document = on_server["document"]
    for page in both:
        assert page.value(f"{EDITOR}.draft.document") == document
    # the file, and a start of the game
    canvas.press("p")
    builder("click", "text=Apply to the game")
    builder.until("document.querySelector('[data-part=plan]').dataset.state === 'done'", 120)
    if STEPS == FEW:
        server.reload()
    else:  # all of the game ends: what the editor has is of the database and the files alone
        assert server.stop()
        server.start()
    asked = "fetch('/map/edit/api/mere').then((answer) => answer.json())"
    again = builder.value(asked)
    assert again["document"]["rooms"] == document["rooms"]
    assert not again["stale"]
    print(f"{STEPS} steps each: {told['revision']} operations, {lost} told as lost, {cuts} cuts")
    for page in both:  # a line is there again after the start
        page.until(f"{EDITOR}.dataset.joined === 'true'")
    # a file that changes meanwhile is told at once, and its button is there
    title = [{"op": "option", "key": "title", "value": "The Mere"}]
    builder.value(f"{EDITOR}.draft.do({json.dumps(title)}), 1")
    builder.until(f"{EDITOR}.dataset.saved === 'true'")
    file = server.folder.parent / "world" / "mere.py"
    file.write_text(f"{file.read_text()}# by hand\n")
    for page in both:
        page.see("[data-part=stale]:not([hidden]) button", "Base the draft on the new file")
    builder("click", "[data-do=rebase]")
    for page in both:
        page.until("document.querySelector('[data-part=stale]').hidden", 30)
