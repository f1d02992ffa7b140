// Panes of lists: what one carries, who is here and of the party.

import { format, html } from "./page.js";

// A pane with a heading for each list and a word where there is nothing.
export function section(title, rows, nothing = "") {
  const list = html("ul", {}, ...rows.map((row) => html("li", {}, row)));
  return html("section", {}, html("h2", {}, title), rows.length ? list : html("p", { class: "none" }, nothing));
}

export function linked(text, act) {
  const made = html("button", { type: "button", class: "linked" }, text);
  made.addEventListener("click", act);
  return made;
}

// A text with buttons for the commands that it names: the longest first, each as a whole.
export function worded(text, commands, act) {
  if (!commands.length) return [text];
  const escaped = [...commands].sort((a, b) => b.length - a.length).map((one) => one.replace(/[^\w ]/g, "\\$&"));
  return text.split(new RegExp(`(?<!\\w)(${escaped.join("|")})(?!\\w)`)).map((part, at) =>
    at % 2 ? linked(part, () => act(part)) : part);
}

export class Finds {
  constructor(say) {
    Object.assign(this, { say, items: new Map(), list: html("div") });
    this.root = html("div", { class: "xyzgrid-list" }, this.list);
    this.show();
  }

  messages = {
    char_items_list: (args, { items }) => this.set(items ?? []),
    char_items_add: (args, { item }) => this.set([...this.items.values(), item]),
    char_items_remove: (args, { item }) => this.set([...this.items.values()].filter((one) => one.id !== item.id)),
  };

  set(items) {
    this.items = new Map(items.map((item) => [item.id, item]));
    this.show();
  }

  forget() {
    this.set([]);
  }

  show() {
    const rows = [...this.items.values()].map(({ id, name }) =>
      /^\d+$/.test(id) ? linked(name, () => this.say(`look ${name}`)) : name);
    this.list.replaceChildren(section(gettext("You are carrying"), rows, gettext("Nothing.")));
  }
}

export class Party {
  // `placed` is told where members are: number of a room -> names.
  constructor(say, placed) {
    Object.assign(this, { say, placed, here: [], party: "", members: [] });
    this.root = html("div", { class: "xyzgrid-list" });
    this.show();
  }

  messages = {
    room_players: ([players]) => this.see(players ?? []),
    room_addplayer: (args, player) => this.see([...this.here.filter((one) => one.name !== player.name), player]),
    room_removeplayer: ([name]) => this.see(this.here.filter((one) => one.name !== name)),
    xyzgrid_party: (args, { name, members }) => {
      [this.party, this.members] = [name ?? "", members ?? []];
      this.show();
      const places = new Map();
      for (const { name: who, num } of this.members) {
        if (num) places.set(num, [...(places.get(num) ?? []), who]);
      }
      this.placed(places);
    },
  };

  see(players) {
    this.here = players;
    this.show();
  }

  forget() {
    [this.here, this.party, this.members] = [[], "", []];
    this.show();
    this.placed(new Map());
  }

  show() {
    const look = ({ name }) => linked(name, () => this.say(`look ${name}`));
    const member = ({ name, place }) => (place ? `${name} · ${place}` : name);
    const title = this.party ? format(gettext("Party {name}"), { name: this.party }) : gettext("Party");
    this.root.replaceChildren(
      section(title, this.members.map(member), gettext("You are not in a party.")),
      section(gettext("Here with you"), this.here.map(look), gettext("Nobody.")),
    );
  }
}
