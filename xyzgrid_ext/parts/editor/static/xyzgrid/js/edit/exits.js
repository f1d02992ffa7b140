/* The exits of a room, in the panel: where they lead, what they need, what they are called. */

import { element } from "../element.js";
import { plain } from "./markup.js";
import { inside } from "./places.js";

const PAUSE = 250; // milliseconds after a letter until places are looked for
const wordsOf = (text) => text.split(",").map((word) => word.trim()).filter(Boolean);

/* One exit; `change(direction, value)` makes an operation of it. */
export function exitRow({ key, direction, exit, editor, words, change, go }) {
  const to = inside(exit);
  const other = to && editor.room(to);
  const back = other && Object.entries(other.exits).find(([, one]) => one.to === key);
  const field = (name, value, how, values = {}) => {
    const input = element("input", { name, value, ...values });
    input.addEventListener("change", () => {
      const changed = { ...exit };
      const found = how(input);
      if (found === null) delete changed[name];
      else changed[name] = found;
      change(direction, changed);
    });
    return element("label", {}, `${words[name]} `, input);
  };
  const isFixed = !editor.draft.writable; // what it needs and is called
  const readOnly = !editor.draft.isWhole; // where it leads
  const isPlain = readOnly || editor.draft.isMatrix; // what a step costs, and whether it is a jump
  const target = other
    ? element("button", { type: "button", className: "xyz-link", textContent: plain(other.name) || to, onclick: () => go(to) })
    : element("span", { textContent: exit.to });
  const remove = element("button", {
    type: "button", className: "xyz-small", textContent: "✕", title: words.remove,
    ariaLabel: `${words.remove}: ${direction}`, disabled: readOnly, onclick: () => change(direction, null),
  });
  const details = element("details", { open: Boolean(exit.needs?.length) },
    element("summary", { textContent: words.door }),
    field("needs", (exit.needs ?? []).join(", "), (input) => (wordsOf(input.value).length ? wordsOf(input.value) : null),
      { readOnly: isFixed, placeholder: "item:key, lock" }),
    field("name", exit.name ?? "", (input) => input.value || null, { readOnly: isFixed }),
    field("weight", exit.weight ?? "", (input) => (input.value ? Number(input.value) : null),
      { readOnly: isPlain, type: "number", min: 0, step: "any" }),
    field("wormhole", "", (input) => input.checked || null,
      { type: "checkbox", checked: Boolean(exit.wormhole), disabled: isPlain }));
  const row = element("li", {}, element("b", { textContent: direction }), " → ", target, " ", remove);
  if (other && !back) row.append(element("i", { className: "xyz-tag", textContent: words.one_way }));
  if (exit.needs?.length) row.append(element("i", { className: "xyz-tag bad", textContent: exit.needs.join(", ") }));
  if (back) {
    const [way, one] = back;
    details.append(element("button", {
      type: "button", textContent: words.both_ways, disabled: isFixed,
      onclick: () => editor.draft.do([{ op: "exit", room: to, direction: way, value: { ...one, needs: exit.needs } }]),
    }));
  }
  row.append(details);
  return row;
}

/* A form for one more exit: to any place of this map or of another. */
export function exitForm({ key, editor, words, change, find }) {
  const direction = element("input", {
    name: "direction", required: true, placeholder: words.direction, ariaLabel: words.direction,
  });
  direction.setAttribute("list", "xyzgrid-directions");
  const to = element("input", { name: "to", required: true, placeholder: words.target, ariaLabel: words.to });
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
    element("button", { textContent: words.add }));
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const name = direction.value.trim();
    const known = editor.directions.towards(name, editor.room(key).exits);
    change(known ?? name, { to: to.value.trim() });
  });
  return form;
}
