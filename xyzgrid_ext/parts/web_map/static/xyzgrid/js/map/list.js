/* The rooms that are shown, as a table: a page of it at a time. */

import { element } from "../element.js";

const PAGE = 100;

export class List {
  constructor(root, words, go) {
    Object.assign(this, { root, words, go, rooms: [], page: 0 });
    root.addEventListener("toggle", () => this.draw());
  }

  show(rooms) {
    this.rooms = rooms;
    this.page = 0;
    this.draw();
  }

  draw() {
    if (!this.root.open) return;
    const { words } = this;
    const row = (room) => element("tr", {},
      element("td", {}, element("button", {
        type: "button", className: "xyz-link", textContent: room.name, onclick: () => this.go(room),
      })),
      element("td", { textContent: room.map.head.name }),
      element("td", { textContent: `${room.x}, ${room.y}, ${room.z}` }),
      element("td", { textContent: room.exits.map((exit) => this.exit(exit)).join(", ") }));
    const first = this.page * PAGE;
    const head = words.columns.map((word) => element("th", { scope: "col", textContent: word }));
    const turn = (by, text) => element("button", {
      type: "button", textContent: text,
      disabled: by < 0 ? !first : first + PAGE >= this.rooms.length,
      onclick: () => { this.page += by; this.draw(); },
    });
    this.root.querySelector("div")?.remove();
    this.root.append(element("div", {},
      element("table", {},
        element("thead", {}, element("tr", {}, ...head)),
        element("tbody", {}, ...this.rooms.slice(first, first + PAGE).map(row))),
      turn(-1, "←"), ` ${first + 1}-${Math.min(first + PAGE, this.rooms.length)} / ${this.rooms.length} `,
      turn(1, "→")));
  }

  exit(exit) {
    return exit.door && exit.door !== "open" ? `${exit.name} (${this.words.doors[exit.door]})` : exit.name;
  }
}
