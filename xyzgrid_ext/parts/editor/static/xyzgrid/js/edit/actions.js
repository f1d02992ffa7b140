/* All that one can do, by name: buttons and keys call these. */

import * as cells from "./cells.js";
import * as making from "./making.js";
import { partsOf, shiftKey } from "./places.js";

const CLIP = "xyzgrid-copied"; // kept by the browser: what is copied of one map goes into another

export class Actions {
  /* `parts`: editor, view, panel, dialogs and lists that a page has. */
  constructor(parts, say) {
    Object.assign(this, parts, { say, strays: [] }); // strays: rooms that were moved, until their exits are named
  }

  get draft() {
    return this.editor.draft;
  }

  get values() {
    // what a node of a matrix is called, its module says
    return this.draft.isMatrix ? {} : { name: gettext("New room"), ...this.panel.pattern };
  }

  tool(name) {
    const draws = ["draw", "link"].includes(name) && !this.draft.isWhole && !this.draft.isDrawn;
    if (draws || (["text", "fill", "pick"].includes(name) && !this.draft.isDrawn) || (name === "brush" && !this.draft.isDrawn && !this.draft.isWhole)) {
      this.say(this.draft.why || gettext("You can look at this map, but not change it."), true);
      return;
    }
    this.editor.look({ tool: name, from: null });
  }

  // --- what the map is

  undo() {
    if (!this.draft.undo()) this.say(gettext("There is nothing to undo."));
  }

  redo() {
    if (!this.draft.redo()) this.say(gettext("There is nothing to redo."));
  }

  /* A room at the cursor. */
  make() {
    const { editor } = this;
    if (!editor.has(editor.cursorKey)) {
      this.draft.do(editor.making.chain(editor, [editor.cursor], this.values));
    }
    editor.select([editor.cursorKey]);
  }

  /* A room one step from the cursor, and the way to it. */
  dig(by) {
    const { editor } = this;
    if (!editor.has(editor.cursorKey)) {
      editor.tell(gettext("There is no room here: draw one first."));
      return;
    }
    const [x, y, level] = partsOf(editor.cursorKey).map((part, axis) => part + by[axis]);
    if (this.draft.isMatrix && !editor.fits([x, y, level])) {
      this.outside([[x, y, level]]);
      return;
    }
    const ops = editor.making.dig(editor, editor.cursorKey, by, this.values);
    if (!ops.length && by[2] && this.draft.isDrawn) this.say(gettext("This drawing has one level. A map with \"levels\" in its module has more."), true);
    if (by[2] && this.draft.isDrawn ? !this.draft.do(ops) : ops.length && !this.draft.do(ops)) return;
    editor.look({ level, cursor: [x, y], selected: new Set() });
    editor.goTo(editor.cursorKey);
  }

  stairs(by) {
    this.dig([0, 0, by]);
  }

  remove() {
    const { editor } = this;
    if (editor.link) {
      this.panel.redraw(editor.making.unlink(editor, ...editor.link));
      return;
    }
    if (this.draft.do(editor.making.remove(editor, editor.chosen))) editor.select([]);
  }

  move(by) {
    const { editor } = this;
    const keys = editor.chosen;
    const { isDrawn, isMatrix } = this.draft;
    if (isMatrix || (isDrawn && by[2])) {
      this.say(isMatrix ? gettext("Links of a matrix join neighbours: its nodes do not move.") : gettext("Rooms of a drawing can be moved and copied on their level, but not turned or mirrored."), true);
      return;
    }
    if (!keys.length || by.every((part) => !part)) return;
    const to = keys.map(partsOf).map((parts) => parts.map((part, axis) => part + by[axis]));
    if (!to.every((parts) => editor.fits(parts))) {
      this.outside(to);
      return;
    }
    const texts = keys.map((key) => [String(partsOf(key).map((part, axis) => part + by[axis])), editor.room(key)]);
    if (isDrawn ? !this.lay(cells.move(editor, keys, by), texts) : !this.draft.do(making.move(keys, by))) return;
    const [x, y] = editor.cursor;
    editor.look({
      cursor: [x + by[0], y + by[1]],
      level: editor.level + by[2],
      selected: new Set(to.map(String)),
    });
    if (isDrawn) return;
    this.strays = [...this.strays, ...editor.selected];
    const renameOps = () => making.renameOps(editor, this.strays);
    if (!renameOps().length) return;
    const text = gettext("Exits that no longer lead where their names say: {number}").replace("{number}", renameOps().length / 2);
    this.say(text, false, { text: gettext("Rename them"), act: () => (this.draft.do(renameOps()), (this.strays = [])) });
  }

  /* Draw cells, and write the texts of rooms once the game reads these there: [room, its values]. */
  lay(ops, texts) {
    if (!ops) this.say(gettext("Other symbols are in the way."), true);
    if (!ops || !this.draft.do(ops)) return false;
    const { editor, draft } = this;
    const write = () => {
      if (!texts.every(([key]) => editor.room(key)) || draft.isUnread) return;
      draft.removeEventListener("change", write);
      const sets = texts.filter(([, values]) => values?.name !== undefined).flatMap(([room, values]) => ["name", "desc", "prototype"]
        .filter((key) => JSON.stringify(values[key]) !== JSON.stringify(editor.room(room)[key]))
        .map((key) => ({ op: "set", room, key, value: values[key] ?? null })));
      queueMicrotask(() => draft.do(sets));
    };
    draft.addEventListener("change", write);
    return true;
  }

  /* Say why nothing can be drawn in some cells, and offer to move the map, if that makes space there. */
  outside(cells) {
    const [x, y] = [0, 1].map((axis) => Math.max(0, -Math.min(...cells.map((cell) => cell[axis]))));
    if (this.draft.isMatrix) {
      const value = 1 + Math.max(...cells.flat());
      const offer = { text: gettext("Make the edge {edge}").replace("{edge}", value), act: () => this.draft.do([{ op: "head", key: "edge", value }]) };
      this.say(gettext("The cube ends here: its edge is {edge}.").replace("{edge}", this.editor.across), true, Math.min(...cells.flat()) < 0 ? null : offer);
    } else if (!x && !y) this.say(gettext("Coordinates end at {number}.").replace("{number}", this.editor.across - 1), true);
    else {
      const text = gettext("Move the whole map by {x} east, {y} north").replace("{x}", x).replace("{y}", y);
      this.say(gettext("The map begins at (0,0): nothing can be drawn left of it or below."), true, { text, act: () => this.shift([x, y]) });
    }
  }

  /* The first call says from where, the second to where. */
  link() {
    const { editor } = this;
    const here = editor.cursorKey;
    if (!editor.has(here) || !this.draft.may()) return;
    if (!editor.from || editor.from === here) {
      editor.look({ from: editor.from ? null : here });
      return;
    }
    this.draft.do(editor.making.link(editor, editor.from, here));
    editor.look({ from: null });
  }

  oneWay() {
    this.editor.look({ oneWay: !this.editor.oneWay });
  }

  reshape(how) {
    const { editor } = this;
    if (this.draft.isDrawn) {
      this.say(gettext("Rooms of a drawing can be moved and copied on their level, but not turned or mirrored."), true);
      return;
    }
    if (editor.chosen.length && this.draft.do(making.reshape(editor, editor.chosen, how))) this.again();
  }

  /* What is selected may be elsewhere now: where operations have added rooms. */
  again() {
    const added = this.draft.done.at(-1).filter((op) => op.op === "remove").map((op) => op.room);
    this.editor.select(added);
  }

  // --- copies

  copy() {
    const { editor } = this;
    if (!editor.chosen.length) return false;
    const copied = { rooms: making.copyOf(editor, editor.chosen) };
    if (this.draft.isDrawn) copied.cells = cells.copyOf(editor, editor.chosen);
    localStorage.setItem(CLIP, JSON.stringify(copied));
    this.say(gettext("Copied: {count}").replace("{count}", editor.chosen.length));
    return true;
  }

  cut() {
    if (this.copy()) this.remove();
  }

  /* Take what was copied to the pointer; paste again puts it down. */
  startPaste() {
    const { rooms } = JSON.parse(localStorage.getItem(CLIP) ?? "{}");
    if (!rooms) this.say(gettext("Nothing is copied yet."));
    else if (this.editor.tool === "paste") this.paste();
    else this.editor.look({ tool: "paste", ghost: Object.keys(rooms).map(partsOf) });
  }

  paste() {
    const { editor } = this;
    const places = editor.ghost.map(([dx, dy]) => [editor.cursor[0] + dx, editor.cursor[1] + dy]);
    if (!places.every((cell) => editor.fits(cell))) {
      this.outside(places);
      return;
    }
    const copied = JSON.parse(localStorage.getItem(CLIP)), corner = [...editor.cursor, editor.level];
    if (this.draft.isDrawn) {
      const texts = Object.entries(copied.rooms).map(([key, values]) => [shiftKey(key, corner), values]);
      if (!this.lay(cells.paste(editor, copied, corner), texts)) return;
      editor.look({ tool: "select", ghost: null, selected: new Set(texts.map(([key]) => key)) });
      return;
    }
    if (!this.draft.do(making.paste(copied.rooms, corner))) return;
    editor.look({ tool: "select", ghost: null });
    this.again();
  }

  // --- what is looked at

  cursor(by, extend = false) {
    this.editor.moveCursor(by, { extend });
  }

  level(by) {
    const level = this.editor.level + by;
    if (this.draft.isMatrix && level >= this.editor.across) this.outside([[0, 0, level]]);
    if (level && this.draft.isDrawn && !this.draft.legend.has("U")) this.say(gettext("This drawing has one level. A map with \"levels\" in its module has more."), true);
    else this.editor.toLevel(level);
  }

  all() {
    const { editor } = this;
    editor.select(editor.within([-Infinity, -Infinity, Infinity, Infinity]));
  }

  whole() {
    this.view.whole();
  }

  zoom(by) {
    this.view.zoom(by);
  }

  /* Back from whatever is going on; at last from the selection. */
  leave() {
    const { editor } = this;
    this.say("");
    if (editor.plan) editor.look({ plan: null });
    else if (editor.from || editor.tool !== "select") this.tool("select");
    else editor.select([]);
  }

  /* Name what is selected; while something is to be pasted, put it down. */
  edit() {
    if (this.editor.tool === "paste") this.paste();
    else this.panel.focus();
  }
}
