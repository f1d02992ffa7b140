/* What the colours of rooms mean: only those that are to be seen on the map. */

import { element } from "../element.js";
import { plain } from "./markup.js";

const AREAS = 8; // colours of areas that have none of their own

/* A colour, `#rrggbb`, that is light enough for what stands on it. */
const light = (colour) => `#${colour.match(/[0-9a-f]{2}/gi).map((part) => ((parseInt(part, 16) + 255) >> 1).toString(16)).join("")}`;

/* The areas that the check found: [{key, title, colour, rooms}], each with the colour of its rooms. */
export const coloured = (areas) =>
  areas.map((one, number) => ({ ...one, fill: one.colour ? light(one.colour) : `area-${number % AREAS}` }));

export class ColourLegend {
  constructor(root, editor, colours) {
    Object.assign(this, { root, editor, colours, shown: "" });
    editor.addEventListener("look", () => this.draw());
    this.draw();
  }

  draw() {
    const { editor } = this;
    const { plan, unreachable, traps, areas } = editor;
    const rows = plan
      ? [["made", gettext("new"), plan.made.size], ["changed", gettext("changed"), plan.changed.size], ["removed", gettext("removed"), plan.removed.size]]
      : [["unreachable", gettext("nobody can come here"), unreachable.size], ["trap", gettext("nobody can leave"), traps.size],
        ...areas.map(({ key, title, fill, rooms }) => [fill, plain(title || key), rooms.length])];
    const seen = rows.filter(([, , count]) => count);
    const shown = JSON.stringify(seen);
    if (shown === this.shown) return;
    this.shown = shown;
    this.root.hidden = !seen.length;
    this.root.replaceChildren(...seen.map(([fill, text, count]) => {
      const row = element("li", { textContent: `${text} (${count})` });
      row.style.setProperty("--own", this.colours(fill));
      return row;
    }));
  }
}
