// The map on the screen: a camera over one level, buttons, mouse, keys and words.
//
//   wheel: levels (with ctrl or shift: size)   drag: move   click, ENTER: go there   arrows: choose

import { side } from "./atlas.js";
import { CELL, draw, lamp, sign, spot } from "./drawing.js";
import { format, html, svg } from "./page.js";

const SIZES = [0.3, 4]; // pixels of a unit: the smallest and the largest
const MARGIN = [70, 30]; // pixels around a map for the names of its outermost rooms
const FITS = [0.55, 1.5]; // of a map that is fitted to the pane by itself
const STEP = 1.35; // by which a button makes it larger
const STEPS = { ArrowUp: [0, 1], ArrowDown: [0, -1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] };

export class View {
  // `ask` asks the server for a level, `go` sends the character to a room.
  constructor(atlas, { ask, go }) {
    Object.assign(this, { atlas, ask, go, z: 0, scale: 1, centre: [0, 0] });
    Object.assign(this, { ahead: [], cursor: null, away: false, drag: null, target: null });
    Object.assign(this, { sized: false, others: new Map() }); // `sized`: one has chosen the size
    this.build();
    this.listen();
    this.refresh();
  }

  build() {
    const button = (name, label, act) => {
      const made = html("button", { type: "button", class: name, title: label }, SIGNS[name]);
      made.setAttribute("aria-label", label);
      made.addEventListener("click", act);
      return made;
    };
    this.name = html("span", { class: "name" });
    this.level = html("output", { class: "level", "aria-live": "polite" });
    this.up = button("up", gettext("Level above"), () => this.climb(1));
    this.down = button("down", gettext("Level below"), () => this.climb(-1));
    const bar = html("div", { class: "bar" }, this.name, this.down, this.level, this.up);
    bar.append(
      button("less", gettext("Smaller"), () => this.zoom(-1)),
      button("more", gettext("Larger"), () => this.zoom(1)),
      button("home", gettext("Go to your position"), () => this.home()),
    );
    this.camera = svg("g", { class: "camera" });
    this.drawing = svg("svg", { role: "application", tabindex: "0" }, lamp(), this.camera);
    this.note = html("p", { class: "note" });
    this.spoken = html("p", { class: "spoken", "aria-live": "polite" });
    this.root = html("section", { class: "xyzgrid-map", "aria-label": gettext("Map") });
    const foot = html("div", { class: "foot" }, this.note, legend());
    this.root.append(bar, this.drawing, foot, this.spoken);
  }

  listen() {
    const { drawing } = this;
    drawing.addEventListener("pointermove", (event) => this.onMove(event));
    drawing.addEventListener("pointerdown", (event) => this.onPress(event));
    drawing.addEventListener("pointerup", () => this.onRelease(this.target));
    drawing.addEventListener("pointerleave", () => this.onRelease(null));
    drawing.addEventListener("wheel", (event) => this.onWheel(event), { passive: false });
    drawing.addEventListener("keydown", (event) => this.onKey(event));
    drawing.addEventListener("blur", () => this.choose(null));
    new ResizeObserver(() => this.onChange()).observe(drawing);
  }

  // The character has moved: be where it is.
  onArrival() {
    const at = this.ahead.indexOf(this.atlas.here);
    this.ahead = at < 0 ? [] : this.ahead.slice(at + 1);
    this.tell(null);
    this.follow();
  }

  // The map has changed: stay where one looks.
  onChange() {
    if (this.away) this.refresh();
    else this.follow();
  }

  follow() {
    const here = this.atlas.room(this.atlas.here);
    this.away = false;
    if (here) [this.centre, this.z] = [this.centreFor(here), here.z];
    this.refresh();
  }

  home() {
    this.sized = false;
    this.follow();
  }

  // The middle of what is looked at: of the level where it fits into the pane, else where one is.
  // Unless one has chosen a size, it is as large as fits.
  centreFor(here) {
    if (!this.atlas.map.sheets.has(here.z)) return spot(here); // the rest of it is on its way
    const { width, height } = this.drawing.getBoundingClientRect();
    const spots = this.atlas.rooms(here.z).map(spot);
    const [low, high] = [Math.min, Math.max].map((most) => [0, 1].map((axis) => most(...spots.map((one) => one[axis]))));
    const size = [0, 1].map((axis) => high[axis] - low[axis] + CELL);
    const fits = Math.min((width - MARGIN[0]) / size[0], (height - MARGIN[1]) / size[1]);
    if (!this.sized && width) this.scale = Math.min(Math.max(fits, FITS[0]), FITS[1]);
    return fits >= this.scale ? [0, 1].map((axis) => (low[axis] + high[axis]) / 2) : spot(here);
  }

  // The way that the server has laid: numbers of rooms.
  lay(rooms) {
    const at = rooms.indexOf(this.atlas.here);
    this.ahead = rooms.slice(at + 1);
    this.refresh();
  }

  // Where others of the party are: number of a room -> names.
  place(others) {
    this.others = others;
    this.refresh();
  }

  climb(by) {
    if (!this.atlas.map) return;
    const last = (this.atlas.map.levels ?? 1) - 1;
    const z = Math.min(Math.max(this.z + by, 0), last);
    if (z === this.z) return;
    [this.z, this.away] = [z, true];
    if (!this.atlas.rooms(z).length) this.ask(this.atlas.map.key, z);
    this.refresh();
  }

  zoom(by) {
    this.sized = true;
    this.scale = Math.min(Math.max(this.scale * STEP ** by, SIZES[0]), SIZES[1]);
    this.refresh();
  }

  refresh() {
    const { atlas, z } = this;
    const { map } = atlas;
    const rooms = atlas.rooms(z);
    const levels = map?.levels ?? 1;
    this.name.textContent = map ? map.name : this.nowhere();
    this.level.textContent = levels > 1 ? format(gettext("Level {level}"), { level: z }) : "";
    for (const one of [this.up, this.down, this.level]) one.hidden = levels < 2;
    this.up.disabled = z >= levels - 1;
    this.down.disabled = z <= 0;
    this.drawing.setAttribute("aria-label", this.describe(rooms));
    const { width, height } = this.drawing.getBoundingClientRect();
    const { scale } = this;
    const [x, y] = this.centre;
    this.camera.style.transform =
      `translate(${width / 2 - x * scale}px, ${height / 2 - y * scale}px) scale(${scale})`;
    // as much again around what is seen: it comes into view while the camera moves
    const [halfX, halfY] = [width / scale, height / scale];
    const box = [x - halfX, y - halfY, x + halfX, y + halfY];
    const { others, cursor, ahead } = this;
    const marks = { here: atlas.here, cursor, ahead, others, scale, busy: others };
    if (map) draw(this.camera, map, rooms, box, marks);
    else this.camera.replaceChildren();
  }

  describe(rooms) {
    const here = this.atlas.room(this.atlas.here);
    const text = here ? format(gettext("You are at {name}."), { name: here.name }) : this.nowhere();
    return `${text} ${format(gettext("{count} rooms are shown."), { count: rooms.length })}`;
  }

  // Before one is logged in one is at no place of which a map could be missing.
  nowhere() {
    return this.atlas.told ? gettext("There is no map of this place.") : gettext("Map");
  }

  // --- mouse

  roomAt(event) {
    const found = event.target.closest?.("[data-room]");
    return found ? this.atlas.room(Number(found.dataset.room)) : undefined;
  }

  // A press remembers its room: until the button is let go the map may have been drawn anew.
  onPress(event) {
    if (event.button !== 0) return;
    this.dragged = false;
    this.drag = [event.clientX, event.clientY];
    this.target = this.roomAt(event) ?? null;
  }

  onMove(event) {
    if (this.drag === null) {
      this.tell(this.roomAt(event) ?? null);
      return;
    }
    const [x, y] = [event.clientX - this.drag[0], event.clientY - this.drag[1]];
    if (!this.dragged && Math.hypot(x, y) < 5) return;
    this.dragged = this.away = true;
    this.drag = [event.clientX, event.clientY];
    this.root.classList.add("dragged");
    const { scale } = this;
    this.centre = [this.centre[0] - x / scale, this.centre[1] - y / scale];
    this.refresh();
  }

  onRelease(room) {
    this.drag = this.target = null;
    this.root.classList.remove("dragged");
    if (room && !this.dragged) this.visit(room);
    else this.tell(null);
  }

  onWheel(event) {
    event.preventDefault();
    const by = event.deltaY + event.deltaX < 0 ? 1 : -1; // with shift, browsers turn it sideways
    const now = event.timeStamp;
    if (now - (this.turned ?? -1000) < 120) return; // a touchpad sends dozens
    this.turned = now;
    if (event.ctrlKey || event.shiftKey || (this.atlas.map?.levels ?? 1) < 2) this.zoom(by);
    else this.climb(by);
  }

  // --- keys

  onKey(event) {
    const act = {
      PageUp: () => this.climb(1),
      PageDown: () => this.climb(-1),
      "+": () => this.zoom(1),
      "-": () => this.zoom(-1),
      Home: () => this.home(),
      Enter: () => this.visit(this.atlas.room(this.cursor ?? this.atlas.here)),
      Escape: () => document.querySelector(".inputfield")?.focus(),
    }[event.key];
    const step = STEPS[event.key];
    if (!act && !step) return;
    event.preventDefault();
    event.stopPropagation(); // or Evennia takes the key to the input field
    if (step) this.choose(this.beside(step));
    else act();
  }

  // The nearest room of this level in a direction from the one that is chosen.
  beside([stepX, stepY]) {
    const from = this.atlas.room(this.cursor) ?? this.atlas.room(this.atlas.here);
    if (!from || from.z !== this.z) return this.atlas.rooms(this.z)[0] ?? null;
    const far = ({ x, y }) => {
      const [dx, dy] = [x - from.x, y - from.y];
      const [ahead, beside] = [dx * stepX + dy * stepY, dx * stepY + dy * stepX];
      return ahead > 0 ? ahead + 3 * Math.abs(beside) : Infinity;
    };
    const found = this.atlas.rooms(this.z).reduce((a, b) => (far(b) < far(a) ? b : a), from);
    return far(found) < Infinity ? found : from;
  }

  choose(room) {
    this.cursor = room?.num ?? null;
    if (room) [this.centre, this.away] = [spot(room), true];
    this.tell(room);
    this.spoken.textContent = this.note.textContent;
    this.refresh();
  }

  // --- words

  tell(room) {
    this.note.textContent = room ? this.sentence(room) : "";
  }

  sentence(room) {
    const { atlas } = this;
    const told = [...new Set(room.exits.flatMap((exit) => this.signs(room, exit)))].filter(Boolean);
    const steps = room.num === atlas.here ? 0 : atlas.way(room.num).length;
    told.push(...(this.others.get(room.num) ?? []));
    if (atlas.map.been && !atlas.map.been.has(room.num) && room.num !== atlas.here) told.push(MEANINGS.new);
    if (steps) told.unshift(format(steps === 1 ? gettext("1 step") : gettext("{count} steps"), { count: steps }));
    return [room.name, ...(room.details ?? []), ...told].join(" · ");
  }

  // What an exit has of its own, in words; one to another level has the name that one types.
  signs(room, exit) {
    const where = exit.kind === "wormhole" ? "" : side(this.atlas.map, room, exit);
    const climb = where === "up" || where === "down" ? exit.name : SHOWN[where];
    return [SHOWN[exit.door] ?? SHOWN[exit.kind], climb];
  }

  // The way is drawn when the server lays it: not all that is seen may be walked to.
  visit(room) {
    if (room) this.go(this.atlas.map, room);
  }
}

const SIGNS = { up: "▲", down: "▼", less: "−", more: "+", home: "◎" };
const MEANINGS = {
  you: gettext("you"), new: gettext("not visited yet"), ahead: gettext("your way"), friend: gettext("your party"), stub: gettext("an exit you have not taken"),
  oneway: gettext("one way only"), closed: gettext("closed door"), locked: gettext("locked"), stairs: gettext("to the level above, below"),
  wormhole: gettext("wormhole"), portal: gettext("to another map"),
};
const { locked, closed, wormhole, portal } = MEANINGS;
const SHOWN = { locked, closed, wormhole, portal, away: portal };

function legend() {
  const sample = (name, ...shapes) => {
    const picture = svg("svg", { viewBox: "-12 -8 24 16", "aria-hidden": "true" }, ...shapes);
    return html("li", {}, picture, MEANINGS[name]);
  };
  const way = (kind) => svg("line", { class: `way ${kind}`, x1: -11, y1: 0, x2: 11, y2: 0 });
  const you = svg("rect", { x: -5, y: -5, width: 10, height: 10, rx: 2 });
  const list = html(
    "ul",
    {},
    sample("you", svg("g", { class: "room here" }, svg("circle", { class: "ring", r: 7 }), you)),
    sample("new", svg("g", { class: "room new" }, svg("rect", { x: -5, y: -5, width: 10, height: 10, rx: 2 }))),
    sample("ahead", way("ahead")),
    sample("friend", svg("g", { class: "friend" }, svg("circle", { r: 6 }))),
    sample("stub", way("stub")),
    sample("oneway", way("plain"), sign("arrow", [0, 0])),
    sample("closed", way("plain"), sign("door", [0, 0], "door closed")),
    sample("locked", way("locked"), sign("locked", [0, 0])),
    sample("stairs", sign("up", [-6, 0]), sign("down", [6, 0])),
    sample("wormhole", sign("wormhole", [0, 0])),
    sample("portal", sign("portal", [0, 0])),
  );
  return html("details", { class: "legend" }, html("summary", {}, gettext("Legend")), list);
}
