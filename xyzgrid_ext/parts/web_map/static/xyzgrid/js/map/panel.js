/* What is told of the room that is picked, and of the path. Text of the world is only ever text. */

import { element } from "../element.js";

/* "puzzle:the salt store" -> "needs the solution of the salt store" */
function inWords(words, need) {
  const [kind, ...name] = need.split(":");
  const thing = words.things[kind.trim()];
  return thing ? words.needs.replace("{thing}", thing.replace("{name}", name.join(":").trim())) : "";
}

export class Panel {
  /* `does`: from(room), to(room), go(number), knows(number) -> room or undefined. */
  constructor(root, words, does) {
    this.words = words;
    this.does = does;
    this.room = element("div");
    this.ways = element("div");
    root.append(this.room, this.ways);
  }

  show(room) {
    const { does } = this;
    this.ofLand = false;
    const level = room.map.head.levels ? `, ${gettext("level")} ${room.z}` : "";
    this.room.replaceChildren(
      element("h2", { textContent: room.name }),
      element("p", { textContent: `${room.map.head.name} (${room.x}, ${room.y})${level}` }),
    );
    const told = [room.area, room.environment, ...(room.details || [])].filter(Boolean).join(", ");
    if (told) this.room.append(element("p", { textContent: told }));
    this.room.append(
      element("ul", { className: "xyz-exits" }, ...room.exits.map((exit) => this.exit(exit))),
      element("p", {},
        element("button", { type: "button", textContent: gettext("Path from here"), onclick: () => does.from(room) }), " ",
        element("button", { type: "button", textContent: gettext("Path to here"), onclick: () => does.to(room) })),
    );
  }

  /* A cell of a land from afar, or without one its places. */
  land(head, land, cell, go) {
    const places = cell ? [] : land.places.map((place) => element("li", {}, element("button", {
      type: "button", className: "xyz-link", textContent: place.name, onclick: () => go(place),
    })));
    this.ofLand = true;
    this.ways.replaceChildren();
    this.room.replaceChildren(element("h2", { textContent: cell ? cell.place || cell.biome : head.name }));
    if (!cell) {
      this.room.append(element("ul", { className: "xyz-places" }, ...places));
      return;
    }
    const told = [cell.place && cell.biome, cell.road && gettext("road")].filter(Boolean).join(", ");
    this.room.append(
      element("p", { textContent: `${head.name} (${cell.x}, ${cell.y})` }),
      element("p", { textContent: told }),
      this.line(`goto (${cell.x},${cell.y},${head.key})`));
  }

  /* Forget a land when another map is shown. */
  leaveLand() {
    if (this.ofLand) this.room.replaceChildren();
    this.ofLand = false;
  }

  /* A line to type in the game, and a button that copies it. */
  line(text) {
    const code = element("code", { className: "xyz-walk", textContent: text });
    const copy = element("button", { type: "button", textContent: gettext("Copy"), onclick: async () => {
      getSelection().selectAllChildren(code); // browsers copy for scripts by https only
      await navigator.clipboard?.writeText(text);
      if (navigator.clipboard) copy.textContent = gettext("Copied");
    } });
    return element("p", {}, code, " ", copy);
  }

  exit(exit) {
    const { words, does } = this;
    const other = exit.to === null ? undefined : does.knows(exit.to);
    const item = element("li", {}, element("b", { textContent: exit.name }), " ");
    if (other) {
      item.append(element("button", {
        type: "button", className: "xyz-link", textContent: other.name, onclick: () => does.go(exit.to),
      }));
    } else {
      item.append(element("i", { textContent: gettext("unknown") }));
    }
    const notes = [words.kinds[exit.kind], words.doors[exit.door]];
    notes.push(...(exit.needs || []).map((need) => inWords(words, need)));
    const told = notes.filter(Boolean).join(", ");
    if (told) item.append(` (${told})`);
    return item;
  }

  ends(from, to) {
    if (from && to) return;
    const text = from ? `${gettext("Path from here")}: ${from.name}` : `${gettext("Path to here")}: ${to.name}`;
    this.ways.replaceChildren(element("p", { textContent: text }));
  }

  path(from, to, found, fault = "") {
    this.ways.replaceChildren(element("h2", { textContent: `${from.name} → ${to.name}` }));
    if (!found) {
      this.ways.append(element("p", { textContent: fault }));
      return;
    }
    const steps = element("ol", {}, ...found.steps.map((step) =>
      element("li", {}, element("b", { textContent: step.exit }), ` ${step.name}`)));
    this.ways.append(
      this.line(found.speedwalk),
      element("details", {}, element("summary", { textContent: gettext("Step by step") }), steps),
    );
  }
}
