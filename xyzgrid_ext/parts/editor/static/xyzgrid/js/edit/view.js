/* The canvas: a Konva stage that can be panned, zoomed and pointed at; only what is in view is drawn. */

import { keyOf, partsOf } from "./places.js";
import { paintCells } from "./ink.js";
import * as paint from "./paint.js";
import { paintCube, paintNodes } from "./matrix.js";
import { Picture } from "./picture.js";

const { CELL, across, down } = paint;
const SMALLEST = 0.05;
const LARGEST = 2;
const SEVERITIES = { error: "bad", warning: "warn", note: "portal" };

export class View {
  constructor(container, editor, colours, short) {
    Object.assign(this, { container, editor, colours, short, preview: null });
    this.stage = new Konva.Stage({ container, width: 1, height: 1 });
    this.under = new Picture(this.stage, (context, box) => this.paintMap(context, box));
    this.over = this.layer((context) => this.paintMarks(context));
    this.stage.on("wheel", ({ evt }) => this.wheel(evt));
    new ResizeObserver(() => this.resize()).observe(container);
    this.resize();
    editor.addEventListener("look", () => this.draw());
    editor.addEventListener("others", () => this.over.batchDraw());
    editor.addEventListener("show", ({ detail }) => this.show(detail));
    editor.draft.addEventListener("change", () => this.draw());
    this.whole();
  }

  layer(sceneFunc) {
    const layer = new Konva.Layer({ listening: false });
    layer.add(new Konva.Shape({ sceneFunc, perfectDrawEnabled: false }));
    this.stage.add(layer);
    return layer;
  }

  draw() {
    this.under.draw();
    this.over.batchDraw();
  }

  /* Pan or zoom; the content is unchanged. */
  move(position, scale = this.scale) {
    this.stage.scale({ x: scale, y: scale });
    this.stage.position(position);
    this.under.move();
    this.over.batchDraw();
    this.moved?.();
  }

  get scale() {
    return this.stage.scaleX();
  }

  resize() {
    this.stage.size({ width: this.container.clientWidth, height: this.container.clientHeight });
    this.draw();
    this.moved?.();
  }

  // --- where one looks

  /* The cells in a box of the stage (default: all of it): left, low, right, high, with `more` cells around. */
  sight(more = 0, [left, top, right, bottom] = [0, 0, this.stage.width(), this.stage.height()]) {
    const { scale } = this;
    const { x, y } = this.stage.position();
    return [
      Math.floor((left - x) / scale / CELL - more), Math.floor((y - bottom) / scale / CELL - more),
      Math.ceil((right - x) / scale / CELL + more), Math.ceil((y - top) / scale / CELL + more),
    ];
  }

  zoom(by, about = { x: this.stage.width() / 2, y: this.stage.height() / 2 }) {
    const scale = Math.min(LARGEST, Math.max(SMALLEST, this.scale * by));
    const { x, y } = this.stage.position();
    const grown = scale / this.scale;
    this.move({ x: about.x - (about.x - x) * grown, y: about.y - (about.y - y) * grown }, scale);
  }

  pan(dx, dy) {
    const { x, y } = this.stage.position();
    this.move({ x: x + dx, y: y + dy });
  }

  wheel(event) {
    event.preventDefault();
    if (event.shiftKey) this.pan(-event.deltaY, 0);
    else this.zoom(Math.exp(-event.deltaY / 500), this.stage.getPointerPosition());
  }

  whole() {
    const { rows } = this.editor;
    const { box, count } = this.editor.sheets.at(this.editor.level);
    const drawn = [0, 0, Math.max(...rows.map((row) => row.length)) / 2, rows.length / 2];
    const { head } = this.editor.document;
    const cube = head && [0, 0, head.edge - 1, head.edge - 1];
    const [left, low, right, high] = cube ?? (rows.length ? drawn : count ? box : [0, 0, 8, 5]);
    const [width, height] = [(right - left + 1.5) * CELL, (high - low + 1.5) * CELL];
    const fits = Math.min(this.stage.width() / width, this.stage.height() / height, 1.25);
    const scale = Math.max(SMALLEST, fits);
    this.stage.scale({ x: scale, y: scale });
    this.centre((left + right) / 2, (low + high) / 2);
  }

  centre(x, y) {
    this.stage.position({
      x: this.stage.width() / 2 - across(x) * this.scale,
      y: this.stage.height() / 2 - down(y) * this.scale,
    });
    this.draw();
    this.moved?.();
  }

  /* Bring a place into view; nothing moves if it is visible already. */
  show(key) {
    const [x, y] = partsOf(key);
    const [left, low, right, high] = this.sight(-1);
    if (x <= left || x >= right || y <= low || y >= high) this.centre(x, y);
  }

  /* The cell under the pointer; of a drawing, there are two to a room. */
  cell(toRoom = 1) {
    const { x, y } = this.stage.getRelativePointerPosition() ?? { x: 0, y: 0 };
    return [Math.round((x * toRoom) / CELL), Math.round((-y * toRoom) / CELL)];
  }

  /* The room under the pointer, null between rooms. */
  hit() {
    const { x, y } = this.stage.getRelativePointerPosition() ?? { x: 0, y: 0 };
    const [cellX, cellY] = this.cell();
    const key = keyOf(cellX, cellY, this.editor.level);
    const near = Math.max(Math.abs(x - across(cellX)), Math.abs(y - down(cellY))) <= paint.HALF + 4;
    return near && this.editor.has(key) ? key : null;
  }

  /* The link under the pointer, null if there is none. */
  hitLink() {
    const at = this.stage.getRelativePointerPosition() ?? { x: 0, y: 0 };
    const [x, y] = this.cell();
    const { editor, scale } = this;
    const near = [...editor.sheets.at(editor.level).within([x - 1, y - 1, x + 1, y + 1]).links]
      .filter((link) => !(editor.draft.isDrawn && link.far)) // it is drawn where its symbols are
      .map((link) => [paint.distanceTo(link, at), link]).sort(([one], [other]) => one - other)[0];
    return near && near[0] <= Math.max(7, 7 / scale) ? near[1] : null;
  }

  /* Show what a gesture would do: {cells} to make, {moved} cells, {line: [cell, cell]}, {box: [cell, cell]}. */
  sketch(preview) {
    this.preview = preview;
    this.over.batchDraw();
  }

  // --- what is drawn

  paintMap(context, box) {
    const { editor, colours, scale } = this;
    const sight = this.sight(1, box);
    const sheet = editor.sheets.at(editor.level);
    const { rooms: known, links } = sheet.within(sight);
    const { head } = editor.document;
    const look = { colours, scale, level: editor.level, short: this.short, fill: (key) => editor.fill(key) };
    paint.paintGrid(context, sight, colours("grid"), scale);
    paint.paintBelow(context, editor.sheets.at(editor.level - 1).within(sight).rooms, colours("below"));
    const rooms = editor.draft.isDrawn ? paintCells(context, editor, sight, known, look) : known;
    if (!editor.draft.isDrawn) {
      const [arcs, lines] = [true, false].map((isArc) => [...links].filter((link) => Boolean(head && link.far) === isArc));
      paint.paintLinks(context, lines, look);
      paint.paintRooms(context, rooms, look);
      paint.paintLinks(context, arcs, look); // a cube is full of rooms
      paint.paintLinkMarks(context, links, look);
    }
    if (head) {
      paintCube(context, head, colours("soft"), scale);
      paintNodes(context, { head, level: editor.level }, colours);
    }
    paint.paintDots(context, rooms, (key) => {
      const severity = editor.findings.get(key);
      return severity && colours(SEVERITIES[severity] ?? "portal");
    });
  }

  paintMarks(context) {
    const { editor, colours } = this;
    const here = (keys) =>
      [...keys].map(partsOf).filter(([, , z]) => z === editor.level);
    const frame = (places, colour, how) => paint.paintFrames(context, places, colours(colour), how);
    if (editor.plan) frame(here(editor.plan.removed), "removed", { half: 21, dash: [6, 4] });
    frame(here(editor.selected), "picked");
    const link = editor.link && editor.sheets.linkOf(...editor.link);
    if (link) {
      Object.assign(context, { strokeStyle: colours("picked"), lineWidth: 8, globalAlpha: 0.5 });
      context.beginPath();
      paint.trace(context, link);
      context.stroke();
      context.globalAlpha = 1;
    }
    const spots = editor.spots.filter(([level]) => level === editor.level);
    frame(spots.map(([, x, y]) => [x / 2, y / 2]), "bad", { width: 3, half: 15 });
    for (const other of editor.others) {
      frame(here(other.selected ?? []), other.colour, { width: 3, half: 24, dash: [10, 6] });
      if (other.level === editor.level) paint.paintOther(context, other, colours(other.colour), colours("paper"));
    }
    if (editor.from) frame(here([editor.from]), "portal", { dash: [8, 5] });
    frame([editor.cursor], "soft", { width: 1.5, half: 28, dash: [3, 4] });
    if (editor.tool === "paste" && editor.ghost) {
      const [x, y] = editor.cursor;
      frame(editor.ghost.map(([dx, dy]) => [x + dx, y + dy]), "made", { dash: [6, 4] });
    }
    if (this.preview) this.paintPreview(context, this.preview);
  }

  paintPreview(context, { cells, moved, spots, line, box }) {
    const { colours } = this;
    if (moved) paint.paintFrames(context, moved, colours("picked"), { half: 21, dash: [6, 4] });
    if (spots) paint.paintFrames(context, spots.map((spot) => spot.map((part) => part / 2)), colours("made"), { half: 14 });
    if (cells) paint.paintFrames(context, cells, colours("made"), { half: 21 });
    context.strokeStyle = colours("picked");
    context.lineWidth = 2 / this.scale;
    context.beginPath();
    if (line) {
      context.moveTo(across(line[0][0]), down(line[0][1]));
      context.lineTo(across(line[1][0]), down(line[1][1]));
    }
    if (box) context.rect(box.x, box.y, box.width, box.height);
    context.stroke();
  }
}
