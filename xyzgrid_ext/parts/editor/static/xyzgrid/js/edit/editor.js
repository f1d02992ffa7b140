/* What is looked at and chosen: the level, the cursor, the selected rooms, the tool.

   It tells "look" when any of it changes, "told" when something must be said, and the draft tells
   "change" when the map does. */

import * as cells from "./cells.js";
import * as making from "./making.js";
import { keyOf, partsOf, shiftKey } from "./places.js";
import { Sheets } from "./sheets.js";

export class Editor extends EventTarget {
  /* `across`: how many rooms a map may be wide, deep and high. */
  constructor(draft, directions, across) {
    super();
    Object.assign(this, {
      draft, directions, most: across, level: 0, cursor: [0, 0], selected: new Set(), tool: "select",
      oneWay: false, from: null, link: null, brush: "#", spots: [], ghost: null, plan: null, past: null,
      findings: new Map(), areas: [], fills: new Map(), unreachable: new Set(), traps: new Set(), others: [],
    });
    this.made = null;
    draft.addEventListener("change", ({ detail }) => this.onChange(detail));
    draft.addEventListener("outdated", () => this.look());
    this.onChange();
    this.level = this.sheets.numbers[0] ?? 0;
  }

  /* How many rooms the map may be wide, deep and high at present. */
  get across() {
    return this.document.head?.edge ?? this.most;
  }

  /* The document that is shown: the draft, or an earlier version that is looked at. */
  get document() {
    return this.past ?? this.draft.document;
  }

  get rooms() {
    return this.document.rooms;
  }

  get sheets() {
    this.made ??= new Sheets(this.document);
    return this.made;
  }

  /* The map is another: all of it, or what some operations name. */
  onChange(ops) {
    if (ops && this.made && ops.every((op) => op.op !== "move")) {
      this.made.renew(new Set(ops.flatMap(({ room, value }) => [room, value?.to].filter(Boolean))));
    } else {
      this.made = null;
    }
    this.plan = null; // it spoke of another map
    this.selected = new Set([...this.selected].filter((key) => this.has(key)));
    if (!this.from || !this.has(this.from)) this.from = null;
    if (this.link && !this.sheets.linkOf(...this.link)) this.link = null;
    this.look();
  }

  look(values = {}) {
    if (values.selected || values.tool) this.link = null; // unless it is given
    Object.assign(this, values);
    this.dispatchEvent(new Event("look"));
  }

  /* Say a text; `what` is in the place of something, so that it may be undone. */
  tell(text, what = "") {
    this.dispatchEvent(new CustomEvent("told", { detail: { text, what } }));
  }

  get cursorKey() {
    return keyOf(...this.cursor, this.level);
  }

  /* The rows of the level's drawing; none if the map has no drawing. */
  get rows() {
    return this.document.drawings?.[this.level] ?? [];
  }

  /* What makes operations of what one does: cells in a drawing, elsewhere rooms and exits. */
  get making() {
    return this.draft.isDrawn ? cells : making;
  }

  /* Whether a room is at a place, or drawn there. */
  has(key) {
    if (Object.hasOwn(this.rooms, key)) return true;
    const [x, y, z] = partsOf(key);
    const rows = this.document.drawings?.[z] ?? [];
    return this.draft.isDrawn && this.draft.legend.isPlace(cells.symbolAt(rows, [2 * x, 2 * y]));
  }

  /* The rooms of the level in a box; in a drawing, also those that the game has not read yet. */
  within(box) {
    const [left, low, right, high] = box, { legend, isDrawn } = this.draft, keys = [];
    if (!isDrawn) return this.sheets.at(this.level).within(box).rooms.map(({ key }) => key);
    this.rows.forEach((row, y) => [...row].forEach((symbol, x) => {
      const isInside = x / 2 >= left && x / 2 <= right && y / 2 >= low && y / 2 <= high;
      if (isInside && !(x % 2 || y % 2) && legend.isPlace(symbol)) keys.push(keyOf(x / 2, y / 2, this.level));
    }));
    return keys;
  }

  room(key) {
    return Object.hasOwn(this.rooms, key) ? this.rooms[key] : null;
  }

  select(keys, { add = false } = {}) {
    const selected = new Set(add ? this.selected : []);
    for (const key of keys) {
      if (add && this.selected.has(key) && keys.length === 1) selected.delete(key);
      else selected.add(key);
    }
    this.look({ selected });
  }

  /* Choose a room, on its level. */
  goTo(key) {
    const [x, y, level] = partsOf(key);
    this.look({ level, cursor: [x, y], selected: new Set(this.has(key) ? [key] : []) });
    this.dispatchEvent(new CustomEvent("show", { detail: key }));
  }

  /* Whether a new room can be at such coordinates; those of a land lie anywhere. */
  fits(parts) {
    return parts.every((part) => part >= 0 && part < this.across);
  }

  toLevel(level) {
    if (!this.fits([level])) return;
    this.look({ level, selected: new Set() });
  }

  moveCursor(by, { extend = false } = {}) {
    const key = shiftKey(this.cursorKey, by);
    const [x, y] = partsOf(key);
    if (!this.fits([x, y]) && !this.room(key)) return;
    this.cursor = [x, y];
    const here = this.has(this.cursorKey) ? [this.cursorKey] : [];
    this.selected = new Set(extend ? [...this.selected, ...here] : here);
    this.look();
    this.dispatchEvent(new CustomEvent("show", { detail: this.cursorKey }));
  }

  /* The selected rooms, or the one at the cursor. */
  get chosen() {
    if (this.selected.size) return [...this.selected];
    return this.has(this.cursorKey) ? [this.cursorKey] : [];
  }

  /* By what a room is coloured: the name of a colour. */
  fill(key) {
    if (this.plan) {
      if (this.plan.made.has(key)) return "made";
      return this.plan.changed.has(key) ? "changed" : "paper";
    }
    if (this.unreachable.has(key)) return "unreachable";
    return this.traps.has(key) ? "trap" : (this.fills.get(key) ?? "paper");
  }
}
