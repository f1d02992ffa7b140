/* Rooms by their names, texts, symbols or places: a view of the map that the page shows. */

import { element } from "../element.js";
import { plain } from "./markup.js";

const MOST = 50;

function find(rooms, text) {
  const wanted = text.trim().toLowerCase();
  if (!wanted) return [];
  const has = (value) => typeof value === "string" && plain(value).toLowerCase().includes(wanted);
  const found = Object.keys(rooms).filter((key) => key === wanted || has(rooms[key].name));
  const inTexts = Object.keys(rooms).filter((key) => has(rooms[key].desc) || rooms[key].symbol === wanted);
  return [...new Set([...found, ...inTexts])].slice(0, MOST);
}

export function listen(form, list, editor) {
  const input = form.querySelector("input");
  const leave = () => {
    list.replaceChildren();
    input.blur();
  };
  const draw = () => {
    const { rooms } = editor;
    list.replaceChildren(...find(rooms, input.value).map((key) =>
      element("li", {}, element("button", { type: "button", onclick: () => (editor.goTo(key), leave()) },
        plain(rooms[key].name) || key, element("small", { textContent: ` ${key}` })))));
  };
  input.addEventListener("input", draw);
  input.addEventListener("keydown", (event) => {
    if (event.key === "Escape") leave();
  });
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    draw();
    list.querySelector("button")?.click();
  });
}
