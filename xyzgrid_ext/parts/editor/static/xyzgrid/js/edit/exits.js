/* The exits of a room, in the panel: where they lead, what they need, what they are called. */

import { element } from "../element.js";
import { plain } from "./markup.js";
import { inside } from "./places.js";

const PAUSE = 250; // milliseconds after a letter until places are looked for

/* A button with the name of a room, or its place, which goes there. */
export const roomLink = (editor, key, name = editor.room(key)?.name ?? "", go = () => editor.goTo(key)) =>
  element("button", { type: "button", className: "xyz-link", textContent: plain(name) || key, onclick: go });

/* One exit; `change(direction, value)` makes an operation of it. */
export function exitRow({ key, direction, exit, editor, change, cut, form }) {
  const { draft } = editor, own = new Set(draft.exit_keys);
  const to = inside(exit);
  const other = to && editor.room(to);
  const back = other && Object.entries(other.exits).find(([, one]) => one.to === key);
  const put = (name, value) => {
    const { prototype = {}, ...changed } = structuredClone(exit);
    const holder = own.has(name) ? changed : prototype;
    if (value === null) delete holder[name];
    else holder[name] = value;
    change(direction, Object.keys(prototype).length ? { ...changed, prototype } : changed);
  };
  const isFixed = (name) => !draft.writable || draft.fixed_of_exits.includes(name);
  const readOnly = !draft.isWhole; // where it leads
  const { prototype, to: _to, ...values } = exit;
  const target = other ? roomLink(editor, to) : element("span", { textContent: exit.to });
  const remove = element("button", {
    type: "button", className: "xyz-small", textContent: "✕", title: gettext("Remove"),
    ariaLabel: `${gettext("Remove")}: ${direction}`, disabled: !cut, onclick: cut,
  });
  const details = element("details", { open: Boolean(exit.needs?.length) || form.open.has(`${key} ${direction}`) },
    element("summary", { textContent: gettext("Door and other options") }),
    ...form.fields(draft.forms.exit, { ...values, ...prototype }, put, { path: `${key} ${direction}`, isFixed, first: draft.exit_keys }));
  details.addEventListener("toggle", () => form.open[details.open ? "add" : "delete"](`${key} ${direction}`));
  const row = element("li", {}, element("b", { textContent: direction }), " → ", target, " ", remove);
  if (other && !back) row.append(element("i", { className: "xyz-tag", textContent: gettext("one way only") }));
  if (exit.needs?.length) row.append(element("i", { className: "xyz-tag bad", textContent: exit.needs.join(", ") }));
  if (back) {
    const [way, one] = back;
    details.append(element("button", {
      type: "button", textContent: gettext("Use the same for the way back"), disabled: isFixed("needs"),
      onclick: () => editor.draft.do([{ op: "exit", room: to, direction: way, value: { ...one, needs: exit.needs } }]),
    }));
  }
  row.append(details);
  return row;
}

/* A form for one more exit: to any place of this map or of another. */
export function exitForm({ key, editor, change, find }) {
  const direction = element("input", {
    name: "direction", required: true, placeholder: gettext("direction"), ariaLabel: gettext("direction"),
  });
  direction.setAttribute("list", "xyzgrid-directions");
  const to = element("input", { name: "to", required: true, placeholder: gettext("name of a room, or x,y,z@map"), ariaLabel: gettext("to") });
  to.setAttribute("list", "xyzgrid-places");
  let timer = 0;
  to.addEventListener("input", () => {
    clearTimeout(timer);
    timer = setTimeout(async () => {
      if (to.value.trim().length < 2) return;
      const options = (await find(to.value.trim())).map(({ to: value, name }) => new Option(`${plain(name)} (${value})`, value));
      document.getElementById("xyzgrid-places").replaceChildren(...options);
    }, PAUSE);
  });
  const form = element("form", { className: "xyz-add" }, direction, to,
    element("button", { textContent: gettext("Add") }));
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const name = direction.value.trim();
    const known = editor.directions.towards(name, editor.room(key).exits);
    change(known ?? name, { to: to.value.trim() });
  });
  return form;
}
