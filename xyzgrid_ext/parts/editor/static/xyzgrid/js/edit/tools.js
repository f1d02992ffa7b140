/* What the pointer does, by the tool that is chosen.

     select   a click chooses, a drag over nothing frames, a drag of what is chosen moves it
     draw     a click makes a room, a drag a chain of them
     link     from room to room: by a drag, or by two clicks, between which the level may change
     brush    a click or a drag puts a symbol into cells of the drawing; elsewhere it gives rooms a
              symbol, a prototype or an area
     fill     a click puts a symbol into all cells of the drawing around that are the same
     pick     a click takes the symbol of a cell for the brush
     hand     a drag moves the sheet, as the middle button and two fingers always do
     paste    a click puts down what was copied */

import { brush, fill, symbolAt } from "./cells.js";
import { CELL } from "./paint.js";
import { cellsBetween, keyOf, partsOf } from "./places.js";

const JITTER = 4; // pixels by which a click may move

export class Tools {
  /* `does`: values() of a new room, paste(), edit() what is selected, move(by), and outside(cells),
     which says what to do where no room can be. */
  constructor(view, editor, does) {
    Object.assign(this, { view, editor, does, gesture: null, pinch: null, pressed: [] });
    const { stage } = view;
    stage.on("pointerdown", ({ evt }) => this.start(evt));
    stage.on("pointermove", ({ evt }) => this.drag(evt));
    stage.on("touchmove", ({ evt }) => this.pinchTo([...evt.touches]));
    // a drag may end anywhere
    for (const name of ["pointerup", "pointercancel"]) {
      addEventListener(name, (event) => this.end(event));
    }
    stage.on("dblclick dbltap", () => this.twice());
  }

  key(cell) {
    return keyOf(...cell, this.editor.level);
  }

  /* Whether the brush draws rooms, which stand in every second cell. */
  get isPlace() {
    const { draft, brush } = this.editor;
    return !draft.isDrawn || draft.legend.isPlace(brush);
  }

  /* The cell of the drawing under the pointer. */
  spot() {
    return this.isPlace ? this.view.cell().map((part) => 2 * part) : this.view.cell(2);
  }

  start(event) {
    const { editor, view } = this;
    if (!event.isPrimary) {
      this.gesture = null; // a second finger: the two move the sheet
      view.sketch(null);
      return;
    }
    const at = { x: event.clientX, y: event.clientY };
    if (event.button === 1 || editor.tool === "hand") {
      this.gesture = { kind: "hand", at };
      return;
    }
    if (event.button) return;
    const cell = view.cell();
    const key = this.key(cell);
    if (!editor.fits(cell) && !editor.room(key) && editor.tool !== "select") {
      this.does.outside([cell]);
      return;
    }
    const spots = editor.tool === "brush" ? [this.spot()] : [];
    const point = view.stage.getRelativePointerPosition();
    this.gesture = { cell, key, point, at, spots, cells: [cell], add: event.shiftKey || event.ctrlKey, kind: editor.tool };
    editor.cursor = cell;
    if (spots.length) view.sketch({ spots });
    this.pressed = [this.pressed.at(-1), key];
    if (editor.tool !== "select") return;
    if (!view.hit()) Object.assign(this.gesture, { kind: "box", link: view.hitLink() });
    else if (!this.gesture.add && !editor.selected.has(key)) editor.select([key]);
  }

  drag(event) {
    const { editor, view, gesture } = this;
    if (gesture?.kind === "hand") {
      view.pan(event.clientX - gesture.at.x, event.clientY - gesture.at.y);
      gesture.at = { x: event.clientX, y: event.clientY };
      return;
    }
    const cell = view.cell();
    if (editor.tool === "paste" && !gesture) editor.look({ cursor: cell });
    if (!gesture) return;
    gesture.to = cell;
    gesture.moved ||= this.key(cell) !== gesture.key;
    if (gesture.kind === "draw") {
      const slanting = editor.directions.slanting;
      gesture.cells.push(...cellsBetween(gesture.cells.at(-1), cell, slanting));
      view.sketch({ cells: gesture.cells });
    } else if (gesture.kind === "brush") {
      const spot = this.spot();
      const step = this.isPlace ? 2 : 1;
      const from = gesture.spots.at(-1).map((part) => part / step);
      const line = cellsBetween(from, spot.map((part) => part / step), true);
      gesture.spots.push(...line.map((one) => one.map((part) => part * step)));
      view.sketch({ spots: gesture.spots });
    } else if (gesture.kind === "box") {
      view.sketch({ box: boxOf(gesture.point, view.stage.getRelativePointerPosition()) });
      gesture.moved ||= Math.hypot(event.clientX - gesture.at.x, event.clientY - gesture.at.y) > JITTER;
    } else if (gesture.kind === "link" || gesture.kind === "select") {
      const by = [0, 1].map((axis) => cell[axis] - gesture.cell[axis]);
      const moved = gesture.kind === "select" ? [...editor.selected].map(partsOf).map(([x, y]) => [x + by[0], y + by[1]]) : null;
      view.sketch({ line: [gesture.cell, cell], moved });
    }
  }

  /* Two fingers: the sheet follows them. */
  pinchTo([one, other]) {
    if (!other) return;
    const { view } = this;
    const frame = view.container.getBoundingClientRect();
    const middle = {
      x: (one.clientX + other.clientX) / 2 - frame.left,
      y: (one.clientY + other.clientY) / 2 - frame.top,
    };
    const apart = Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY);
    if (this.pinch) {
      view.pan(middle.x - this.pinch.middle.x, middle.y - this.pinch.middle.y);
      view.zoom(apart / this.pinch.apart, middle);
    }
    this.pinch = { middle, apart };
  }

  end(event) {
    this.pinch = null;
    const { gesture, editor, view } = this;
    this.gesture = null;
    if (!gesture) return;
    view.sketch(null);
    if (event.type === "pointercancel" || gesture.kind === "hand") return;
    this[gesture.kind]?.(gesture, gesture.to ?? gesture.cell);
    editor.look();
  }

  // --- the ends of gestures

  select({ key, cell, add, moved }, to) {
    const { editor } = this;
    if (!moved) editor.select([key], { add });
    else if (editor.selected.has(key)) this.does.move([to[0] - cell[0], to[1] - cell[1], 0]);
  }

  box({ point, add, moved, link }) {
    const { editor, view } = this;
    if (!moved) {
      if (link) editor.look({ selected: new Set(), link: [link.from, link.to] });
      else if (!add) editor.select([]);
      return;
    }
    const { x, y, width, height } = boxOf(point, view.stage.getRelativePointerPosition());
    const cells = [x / CELL, -(y + height) / CELL, (x + width) / CELL, -y / CELL];
    editor.look({ selected: new Set([...(add ? editor.selected : []), ...editor.within(cells)]) });
  }

  draw({ cells, key }) {
    const { editor } = this;
    const inside = cells.filter((cell) => editor.fits(cell));
    if (inside.length < cells.length) this.does.outside(cells);
    if (!inside.length) return;
    const ops = editor.making.chain(editor, inside, this.does.values());
    if (ops.length && !editor.draft.do(ops)) return;
    editor.cursor = inside.at(-1);
    editor.select([inside.length > 1 ? editor.cursorKey : key]);
  }

  brush({ spots }) {
    const { editor } = this;
    if (!editor.draft.isDrawn) {
      const keys = new Set(spots.map((spot) => this.key(spot.map((part) => part / 2))));
      const rooms = [...keys].filter((key) => editor.has(key));
      if (rooms.length && editor.brush.key) editor.draft.do(editor.making.stamp(editor, rooms, editor.brush));
      return;
    }
    const inside = spots.filter((spot) => editor.fits(spot.map((part) => part / 2)));
    if (inside.length < spots.length) this.does.outside(spots.map((spot) => spot.map((part) => Math.floor(part / 2))));
    editor.draft.do(brush(editor, inside, editor.brush));
  }

  fill() {
    const { editor } = this, ops = fill(editor, this.spot(), editor.brush);
    if (ops.length) editor.draft.do(ops);
    else editor.tell(gettext("There is nothing to fill: the area has this symbol, or is not in the drawing."));
  }

  pick() {
    this.editor.look({ brush: symbolAt(this.editor.rows, this.view.cell(2)), tool: "brush" });
  }

  link({ key, moved }, to) {
    const { editor } = this;
    const from = moved ? key : editor.from;
    const target = this.key(to);
    if (!from) {
      if (editor.has(key)) editor.look({ from: key });
      else editor.tell(gettext("There is no room here: draw one first."));
      return;
    }
    editor.from = null;
    if (from === target) return;
    if (!editor.has(from) || !editor.has(target)) {
      editor.tell(gettext("There is no room here: draw one first."));
      return;
    }
    editor.draft.do(editor.making.link(editor, from, target));
    editor.select([from]);
  }

  paste(_gesture, to) {
    this.editor.cursor = to;
    this.does.paste();
  }

  twice() {
    const { editor } = this;
    const [before, now] = this.pressed;
    if (editor.tool !== "select" || before !== now) return;
    if (editor.has(editor.cursorKey)) this.does.edit();
    else this.draw({ cells: [editor.cursor], key: editor.cursorKey });
  }
}

function boxOf(one, other) {
  return {
    x: Math.min(one.x, other.x),
    y: Math.min(one.y, other.y),
    width: Math.abs(one.x - other.x),
    height: Math.abs(one.y - other.y),
  };
}
