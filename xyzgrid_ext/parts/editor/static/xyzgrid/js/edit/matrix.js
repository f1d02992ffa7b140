/* What a matrix has besides rooms and exits: its cube, and its start, end and current node. */

import { element } from "../element.js";
import * as paint from "./paint.js";
import { partsOf } from "./places.js";

/* The named nodes: what each is called, its sign on the sheet, and the colour of that. */
export const NODES = {
  start: [gettext("Start node"), gettext("start"), "made"],
  end: [gettext("End node"), gettext("end"), "removed"],
  current: [gettext("Current node"), gettext("current"), "picked"],
};

/* Operations that make a room the start, the end or the current node; who has not left the start,
   stays on it. */
function nameOps({ head }, key, room) {
  const keys = key === "start" && head.current === head.start ? ["start", "current"] : [key];
  return keys.map((one) => ({ op: "head", key: one, value: room }));
}

/* The buttons that name a room. */
export function nodeButtons(editor, room, act) {
  const { document: { head } } = editor;
  if (!head) return [];
  const buttons = Object.entries(NODES).map(([key, [name]]) => element("button", {
    type: "button", textContent: name, ariaPressed: String(head[key] === room),
    disabled: !editor.draft.isWhole, onclick: () => act(nameOps(editor.document, key, room)),
  }));
  return [element("div", { className: "xyz-group xyz-nodes", role: "group" }, ...buttons)];
}

/* The field of the edge of the cube, if the map is a matrix. */
export function edgeField(editor, act) {
  const { head } = editor.document;
  if (!head) return [];
  const input = element("input", { type: "number", name: "edge", min: 1, max: editor.across, value: head.edge });
  input.addEventListener("change", () => act([{ op: "head", key: "edge", value: Number(input.value) }]));
  return [element("label", { className: "xyz-field" }, gettext("Edge of the cube"), input)];
}

/* The outline of the cube on a sheet. */
export function paintCube(context, { edge }, colour, scale) {
  const side = edge * paint.CELL, half = paint.CELL / 2;
  Object.assign(context, { strokeStyle: colour, lineWidth: 2 / scale });
  context.strokeRect(-half, half - side, side, side);
}

/* Signs above the named nodes of a sheet. */
export function paintNodes(context, { head, level }, colours) {
  context.font = "600 10px sans-serif";
  context.textAlign = "center";
  context.textBaseline = "middle";
  const lines = new Map();
  for (const [key, [, text, colour]] of Object.entries(NODES)) {
    const [x, y, z] = partsOf(head[key]);
    if (z !== level) continue;
    const line = lines.get(head[key]) ?? 0;
    lines.set(head[key], line + 1);
    const width = context.measureText(text).width + 8;
    const [middle, top] = [paint.across(x), paint.down(y) - paint.HALF - 5 - 13 * line];
    context.fillStyle = colours(colour);
    context.fillRect(middle - width / 2, top - 6, width, 12);
    context.fillStyle = colours("paper");
    context.fillText(text, middle, top + 0.5);
  }
}
