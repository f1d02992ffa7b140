/* The panel beside the canvas: what is selected, to be read and written.

   Text of the map is set as text or as the value of a field, never as a page. */

import { element } from "../element.js";
import * as cells from "./cells.js";
import * as making from "./making.js";
import { exitForm, exitRow } from "./exits.js";
import { Form } from "./form.js";
import { plain, show } from "./markup.js";
import { inside } from "./places.js";
import { edgeField, nodeButtons } from "./matrix.js";

/* The keys of rooms that have fields here, and what these and areas are called. */
const FIELDS = ["name", "symbol", "desc", "prototype"];
export const LABELS = {
  name: gettext("Name"), symbol: gettext("Symbol"), desc: gettext("Description"), prototype: gettext("Prototype"), area: gettext("Area"),
};

const MOST = 40; // prototypes to choose from

const textOf = (value) => {
  if (value === null || value === undefined) return "";
  return typeof value === "string" ? value : JSON.stringify(value, null, 1);
};

/* The value that all of some rooms have for a key, else null. */
function common(rooms, key) {
  const values = new Set(rooms.map((room) => JSON.stringify(room[key])));
  return values.size === 1 ? rooms[0][key] : null;
}

export class Panel {
  /* `find(text)` returns places on all maps by the names of their rooms. */
  constructor(root, editor, say, find) {
    Object.assign(this, { root, editor, say, find, pattern: {}, shown: "", drawn: "", isOwn: false, isLate: false, isLeaving: false, inputs: {} });
    this.form = new Form(say, () => this.again());
    editor.addEventListener("look", () => this.draw());
    root.addEventListener("keydown", (event) => event.key === "Tab" && this.tab(event));
    root.addEventListener("focusout", ({ relatedTarget }) => {
      if (this.isLate && ![relatedTarget, document.activeElement].some((one) => root.contains(one))) {
        this.shown = "";
        this.draw();
      }
    });
    this.draw();
  }

  get keys() {
    return [...this.editor.selected];
  }

  /* The fields of rooms; nodes of a matrix have their symbols from the file. */
  get fields() {
    return FIELDS.filter((key) => key !== "symbol" || !this.editor.draft.isMatrix);
  }

  focus() {
    const field = this.root.querySelector("[name=name]");
    field?.focus();
    field?.select();
  }

  /* Where Tab stops in the panel. */
  get stops() {
    const all = this.root.querySelectorAll("input, textarea, select, button, summary");
    return [...all].filter((one) => !one.disabled && one.checkVisibility());
  }

  /* Tab moves to the next field of the panel that is drawn anew once the last one is taken over. */
  tab(event) {
    const next = this.stops.indexOf(event.target) + (event.shiftKey ? -1 : 1);
    if (!this.stops[next]) return; // out of the panel
    event.preventDefault();
    event.target.blur();
    this.stops[next]?.focus();
    this.stops[next]?.select?.();
  }

  /* Drawn anew when something else is selected, or what is has changed. */
  draw() {
    const { editor, keys } = this;
    const rooms = keys.map((key) => editor.room(key)).filter(Boolean);
    const link = editor.link && editor.link.map((key) => editor.room(key));
    const shown = JSON.stringify([editor.document.head, link && [editor.link, link], keys, rooms.length > 50 ? editor.draft.done.length : rooms]);
    if (shown === this.shown) return;
    const isOther = this.drawn !== keys.join(" ");
    if (isOther && !this.isOwn && this.isWrittenIn) this.rescue();
    Object.assign(this, { shown, drawn: keys.join(" "), isLate: !isOther && !this.isOwn && this.isWrittenIn });
    if (this.isLate) this.renew(rooms);
    else if (rooms.length < keys.length) {
      const unread = editor.draft.isMatrix ? gettext("The game has not read this node yet.") : gettext("The game has not read this room in the drawing yet.");
      this.root.replaceChildren(element("p", { className: "xyz-hint", textContent: unread }));
    } else if (link) this.drawLink(...editor.link);
    else if (!keys.length) this.drawNothing();
    else this.drawRooms(keys, rooms);
  }

  /* Draw all of it anew, whatever has the focus. */
  again() {
    Object.assign(this, { shown: "", isOwn: true });
    this.draw();
    this.isOwn = false;
  }

  /* Whether a field of the panel has the focus. */
  get isWrittenIn() {
    const { activeElement } = document;
    return this.root.contains(activeElement) && activeElement.matches("input, textarea, select");
  }

  /* Somebody else has changed what is selected while a field has the focus: it keeps the focus and
     what is written in it. The rest is drawn anew when the focus leaves. */
  renew(rooms) {
    const { activeElement } = document;
    for (const key of this.fields) {
      const input = this.inputs[key];
      const text = textOf(common(rooms, key));
      if (text === input.shown) continue;
      const isUnsaved = input === activeElement && input.value !== input.shown;
      input.shown = text;
      if (!isUnsaved) input.value = text;
      else this.tellBoth(key);
    }
  }

  /* Somebody else has changed the field that is written in. */
  tellBoth(key) {
    const what = `${this.root.querySelector("h2").textContent}, ${LABELS[key]}`;
    this.say(gettext("{who} has just changed this as well. Your change was kept: {what}")
      .replace("{who}", gettext("Somebody else")).replace("{what}", what));
  }

  /* If somebody else removes the room whose field is written in, the writing goes on in a field that
     stays, so that no letter becomes a command. */
  rescue() {
    const key = this.drawn.split(" ").find((one) => one && !this.editor.room(one));
    const { activeElement: field } = document;
    if (!key || field.matches("select, [type=checkbox]")) return;
    const { value, selectionStart, selectionEnd } = field;
    this.isLeaving = true; // what is written is no change of the room any more
    this.offer(value, key, this.editor.draft.gone.get(key), [selectionStart, selectionEnd]);
    this.isLeaving = false;
  }

  /* Offer a text whose room somebody else has removed or moved, until it is closed; `focus` is the
     part of it that is selected, if somebody is writing it. */
  offer(text, key, { who, name } = {}, focus = null) {
    const room = [plain(name ?? ""), `(${key})`].filter(Boolean).join(" ");
    const told = gettext("{who} has removed or moved {room}. What you wrote is kept here:")
      .replace("{who}", who || gettext("Somebody else")).replace("{room}", room);
    const field = element("textarea", { rows: 4, value: text, ariaLabel: told });
    const box = element("div", { className: "xyz-offered" },
      element("p", { role: "alert", textContent: told }), field,
      element("button", { type: "button", textContent: gettext("Close"), onclick: () => box.remove() }));
    this.root.before(box);
    if (!focus) return;
    field.focus();
    field.setSelectionRange(...focus);
  }

  /* Do operations that come from a field, after which the panel is drawn anew. */
  do(ops) {
    if (this.isLeaving) return;
    this.isOwn = true;
    this.editor.draft.do(ops);
    this.isOwn = false;
  }

  drawNothing() {
    const { isWhole, isDrawn, isMatrix } = this.editor.draft;
    const hint = isMatrix ? gettext("Select a node, or choose Draw and drag over the nodes to be linked.")
      : gettext("Select a room, or choose Draw and click on the canvas.");
    const other = isDrawn ? gettext("Select a room, or choose a symbol and click or drag on the drawing.") : gettext("Select a room to read it.");
    this.root.replaceChildren(element("p", { className: "xyz-hint", textContent: isWhole ? hint : other }));
    if (!isWhole) return;
    if (isMatrix) {
      this.root.append(...edgeField(this.editor, (ops) => this.do(ops)));
      return;
    }
    this.root.append(
      element("h2", { textContent: gettext("New rooms") }),
      element("p", { className: "xyz-hint", textContent: gettext("Every new room starts with these values.") }),
      ...FIELDS.map((key) => this.field(key, this.pattern[key], (value) => {
        if (value === null) delete this.pattern[key];
        else this.pattern[key] = value;
      })),
    );
  }

  /* A link that was clicked: its exits in both directions. */
  drawLink(...ends) {
    const { editor } = this;
    const name = (key) => plain(editor.room(key).name) || key;
    const { making: hand, draft } = editor, disabled = !draft.isWhole && !draft.isDrawn;
    const part = (from, to) => {
      const rows = making.ways(editor, from, to).map(([key, direction, exit]) =>
        this.exitRow(key, direction, exit));
      const add = element("button", {
        type: "button", textContent: gettext("Add this way"), disabled,
        onclick: () => this.redraw(hand.oneWay(editor, from, to)),
      });
      return [element("h3", { textContent: `${name(from)} → ${name(to)}` }),
        rows.length ? element("ul", { className: "xyz-exit-rows" }, ...rows) : add];
    };
    this.root.replaceChildren(
      element("h2", { textContent: `${name(ends[0])} — ${name(ends[1])}` }),
      ...part(...ends), ...part(...ends.toReversed()),
      element("button", {
        type: "button", textContent: gettext("Remove both ways"), disabled,
        onclick: () => this.redraw(hand.unlink(editor, ...ends)),
      }),
    );
  }

  /* Do operations on a link, if a symbol does that. */
  redraw(ops) {
    if (ops.length) this.do(ops);
    else this.say(gettext("The drawing has no symbol for that."), true);
  }

  exitRow(key, direction, exit) {
    const { editor } = this;
    const to = inside(exit);
    const cut = editor.draft.isWhole ? () => change(direction, null)
      : editor.draft.isDrawn && to ? () => this.redraw(cells.cut(editor, key, to)) : null;
    const change = (name, value) => this.do([{ op: "exit", room: key, direction: name, value }]);
    return exitRow({ key, direction, exit, editor, change, cut, form: this.form });
  }

  drawRooms(keys, rooms) {
    const { editor } = this;
    const title = keys.length > 1 ? gettext("{count} rooms").replace("{count}", keys.length) : keys[0];
    const change = (key) => (value) => this.do(making.set(keys, key, value));
    const fixed = new Set(keys.flatMap((key) => editor.draft.fixed?.[key] ?? []));
    const [prototype, ...fields] = this.fields.toReversed().map((key) => this.field(key, common(rooms, key), change(key), fixed.has(key)));
    this.root.replaceChildren(
      element("h2", { textContent: title }), ...(keys.length > 1 ? [] : nodeButtons(editor, keys[0], (ops) => this.do(ops))),
      ...fields.toReversed(),
      ...this.more(keys, rooms, fixed.has("prototype")),
      element("details", {}, element("summary", { textContent: gettext("As JSON") }), prototype),
    );
    if (keys.length > 1) return;
    this.root.querySelector(".desc").after(this.preview(rooms[0]));
    this.root.append(...this.exits(keys[0], rooms[0]));
  }

  /* What else rooms can have: a field for each key of their prototypes that the server names. */
  more(keys, rooms, fixed) {
    const { draft } = this.editor;
    const all = rooms.map(({ prototype = {} }) => prototype);
    const shared = Object.keys(all[0]).filter((key) => new Set(all.map((one) => JSON.stringify(one[key]))).size === 1);
    const change = (key, value) => this.do(keys.map((room, number) => {
      const { [key]: _old, ...rest } = all[number];
      const after = value === null ? rest : { ...all[number], [key]: value };
      return { op: "set", room, key: "prototype", value: Object.keys(after).length ? after : null };
    }));
    const isFixed = () => fixed || !draft.writable;
    return this.form.fields(draft.forms.room, Object.fromEntries(shared.map((key) => [key, all[0][key]])), change, { path: "room", isFixed });
  }

  /* A field of the panel; what is written in it is given to `change`, null for nothing. */
  field(key, value, change, fixed = false) {
    const isText = key !== "prototype" && typeof (value ?? "") === "string";
    const form = isText ? { type: "string", maxLength: key === "desc" ? Infinity : 1 } : {}; // of one line, or more
    const input = this.form.input(form, value ?? undefined, "", change, fixed || !this.editor.draft.writable);
    Object.assign(input, { name: key, spellcheck: key !== "prototype", shown: input.value });
    this.inputs[key] = input;
    if (key === "symbol") Object.assign(input, { size: 2, autocomplete: "off" });
    if (key === "desc") input.rows = 4;
    if (key === "prototype") input.placeholder = '{"prototype_parent": "xyz_room"}';
    if (key === "desc") {
      input.addEventListener("input", () => {
        const seen = this.root.querySelector(".xyz-preview");
        if (seen && isText) show(seen, input.value);
      });
    }
    if (key === "prototype" && !input.readOnly) return this.choice(input, change);
    const label = element("label", { className: `xyz-field ${key}` }, LABELS[key], input);
    if (fixed) label.append(element("small", { textContent: gettext("Code in the file computes this.") }));
    return label;
  }

  /* The field of a prototype: written, or chosen of those that rooms of the map have. */
  choice(input, change) {
    const { editor } = this;
    const known = new Set();
    for (const { prototype } of Object.values(editor.rooms)) {
      if (prototype) known.add(JSON.stringify(prototype));
      if (known.size >= MOST) break;
    }
    const select = element("select", { ariaLabel: gettext("Copy from another room …") }, new Option(gettext("Copy from another room …"), ""),
      ...[...known].map((text) => new Option(text.slice(0, 80), text)));
    select.addEventListener("change", () => {
      if (!select.value) return;
      input.value = JSON.stringify(JSON.parse(select.value), null, 1);
      change(JSON.parse(select.value));
    });
    const label = element("label", { className: "xyz-field prototype" }, gettext("Prototype"), input);
    return known.size ? element("div", {}, label, select) : label;
  }

  preview(room) {
    const parts = Array.isArray(room.desc) ? room.desc : [room.desc];
    const seen = element("div", { className: "xyz-preview", ariaLabel: gettext("What players see") });
    show(seen, parts.map((part) => part.text ?? part).join(""));
    return seen;
  }

  exits(key, room) {
    const { editor } = this;
    const change = (direction, value) => this.do([{ op: "exit", room: key, direction, value }]);
    const rows = Object.entries(room.exits).map(([direction, exit]) => this.exitRow(key, direction, exit));
    const list = [
      element("h3", { textContent: gettext("Exits") }),
      element("ul", { className: "xyz-exit-rows" }, ...rows),
    ];
    return editor.draft.isWhole ? [...list, exitForm({ key, editor, change, find: this.find })] : list;
  }
}
