/* The map page: fetches the maps, hands them to the scene, and answers the controls.

   page ─ ask ─► API ─► World ─► Scene (3D), or the drawings of the server where that cannot be
                          ├────► List, for who does not look at pictures
                          └────► LandView, a land without end from afar */

import { Refusal, ask, pagesOf, withQuery } from "./api.js";
import { LandView } from "./land.js";
import { List } from "./list.js";
import { Panel } from "./panel.js";
import { World } from "./world.js";

const root = document.getElementById("xyzgrid-map");
const find = (name) => root.querySelector(`[data-part="${name}"]`);
const words = JSON.parse(document.getElementById("xyzgrid-words").textContent);
const world = new World();
const heads = new Map(); // key -> what is known of a map, also of one whose rooms are not loaded
const state = { map: "", mode: "all", level: 0, picked: null, path: [], from: null, to: null, near: false };
const areas = new Map(); // name -> colour
let scene = null, afar = null, you = { characters: [] };

// --- colours: the theme's own are in the stylesheet

let palette = new Map(); // read once a drawing: there may be a hundred thousand rooms

function colours(name) {
  if (!palette.has(name)) palette.set(name, getComputedStyle(root).getPropertyValue(`--${name}`).trim());
  return palette.get(name);
}

/* By its area, by what surrounds a room, else by its map; what lies higher is lighter. */
function tint(room) {
  if (areas.has(room.area)) return areas.get(room.area);
  if (room.details?.length) return colours("place");
  const [low, high] = room.map.box.z;
  const part = high > low ? (room.z - low) / (high - low) - 0.5 : 0;
  const light = `${Number.parseFloat(colours("room-light")) + 22 * part}%`;
  if (!room.environment) return `hsl(${room.map.hue}, 42%, ${light})`;
  const hue = [...room.environment].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 360, 7);
  return `hsl(${hue}, 60%, ${light})`;
}

// --- what is shown

function visible(z) {
  if (state.mode === "one") return z === state.level;
  return state.mode === "all" || z <= state.level;
}

function refresh({ again = true } = {}) {
  const rooms = world.visibleRooms(state.map, visible);
  palette = new Map();
  root.dataset.shown = rooms.length;
  if (again) {
    const [low, high] = world.levels(state.map);
    const slider = find("level");
    slider.min = low;
    slider.max = high;
    slider.value = state.level = Math.min(high, Math.max(low, state.level));
    find("levels").hidden = low === high;
  }
  find("level-word").textContent = state.level;
  for (const name of ["level", "level-word"]) find(name).hidden = state.mode === "all";
  scene?.show(world, rooms, tint);
  mark();
  list.show(rooms);
  const shown = new Set(rooms.map((room) => room.area));
  const named = [...areas].filter(([name]) => shown.has(name));
  find("areas").replaceChildren(...named.map(([name, colour]) => areaItem({ name, colour })));
  arrange();
  picture();
}

// --- a land without end: from afar, or the rooms that are drawn of it

function isAfar(key = state.map) {
  return Boolean(heads.get(key)?.land_at) && !state.near;
}

function arrange() {
  const far = isAfar(), opened = far && afar?.land?.key === state.map;
  root.dataset.view = far ? "land" : "rooms";
  find("canvas").hidden = far || !scene;
  if (far) find("picture").hidden = true;
  for (const name of ["land", "zoom", "biomes", "land-keys"]) find(name).hidden = !opened;
  for (const name of ["legend", "keys"]) find(name).hidden = far;
  find("near").hidden = !heads.get(state.map)?.land_at;
  find("near").textContent = state.near ? gettext("From afar") : gettext("Rooms");
  if (far) return;
  afar?.close();
  delete root.dataset.missing;
  panel.leaveLand();
}

async function seeLand(key, at = null) {
  state.map = find("map").value = key;
  state.near = false;
  refresh();
  afar ||= new LandView(find("land"), colours, {
    hover(cell, event) {
      tell(cell && `${[cell.place, cell.biome, cell.road && gettext("road")].filter(Boolean).join(", ")} (${cell.x}, ${cell.y})`, event);
    },
    pick: (cell) => panel.land(heads.get(state.map), afar.land, cell),
    drawn({ step, missing }) {
      Object.assign(root.dataset, { step, missing });
      find("scale").textContent = step > 1 ? gettext("Each square stands for {step} by {step} cells.").replaceAll("{step}", step) : "";
    },
  });
  const told = await ask(heads.get(key).land_at);
  if (state.map !== key || !isAfar()) return; // another map was chosen meanwhile
  afar.open(told, at);
  arrange();
  const { land } = afar;
  const items = [...land.biomes, { ...land.road, name: gettext("road") }].map(areaItem);
  find("biomes").querySelector("ul").replaceChildren(...items);
  panel.land(heads.get(key), land, null, (place) => afar.centre(place, 8));
}

/* A line of a legend: a dot in a colour, and what it means. */
function areaItem({ name, colour }) {
  const item = document.createElement("li"), dot = document.createElement("i");
  dot.className = "xyz-dot";
  dot.style.background = colour;
  item.append(dot, name);
  return item;
}

async function bring(head) {
  const rooms = [];
  for await (const page of pagesOf(head.rooms_at)) {
    rooms.push(...page.rooms);
    for (const [name, colour] of Object.entries(page.colours ?? {})) areas.set(name, colour);
    say(`${head.name}: ${rooms.length} / ${head.known}`);
  }
  if (rooms.length) world.add(head, rooms);
  root.dataset.rooms = world.rooms.size;
  say("");
}

function tell(text, event) {
  const tip = find("tip");
  tip.hidden = !text;
  if (!text) return;
  const frame = find("stage").getBoundingClientRect();
  tip.textContent = text;
  tip.style.left = `${event.clientX - frame.left + 14}px`;
  tip.style.top = `${event.clientY - frame.top + 14}px`;
}

function mark() {
  const there = new Set(world.visibleRooms(state.map, visible));
  const here = you.characters.map((one) => world.rooms.get(one.num)).filter((room) => there.has(room));
  const picked = there.has(state.picked) ? state.picked : null;
  scene?.mark({ here, picked, path: state.path.filter((room) => there.has(room)) });
}

/* Without 3D: what the server draws of the map that is chosen. */
function picture() {
  if (scene || isAfar()) return;
  const key = state.map || world.maps.keys().next().value;
  if (!key) return;
  const image = find("picture");
  const address = root.dataset.export.replace("KEY", `${encodeURIComponent(key)}.svg`);
  const levels = { one: state.level, upto: `0-${state.level}` }[state.mode];
  const source = levels === undefined ? address : withQuery(address, { levels });
  if (image.getAttribute("src") !== source) image.src = source;
  image.alt = world.maps.get(key).head.name;
  image.hidden = false;
}

function say(text) {
  find("status").textContent = text;
}

// --- what one does

function pick(room, { fly = false } = {}) {
  if (!room) return;
  state.picked = room;
  if (!world.visibleRooms(state.map, visible).includes(room)) {
    state.map = find("map").value = state.map && room.map.head.key;
    if (!visible(room.z)) state.level = room.z;
    refresh();
  }
  mark();
  panel.show(room);
  if (fly) scene?.fly(room);
}

async function path() {
  const { from, to } = state;
  if (!from || !to) return;
  try {
    const found = await ask(withQuery(root.dataset.path, { from: from.num, to: to.num }));
    if (from !== state.from || to !== state.to) return; // another path is asked for meanwhile
    if (!found.steps) throw new Refusal(found.error);
    state.path = found.rooms.map((num) => world.rooms.get(num)).filter(Boolean);
    panel.path(from, to, found);
    say("");
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    state.path = [];
    panel.path(from, to, null, error.message);
  }
  root.dataset.path_length = state.path.length;
  mark();
}

function end(which, room) {
  state[which] = room;
  panel.ends(state.from, state.to);
  path();
}

async function search(text) {
  const box = find("results");
  box.replaceChildren();
  if (!text.trim()) return;
  const found = await ask(withQuery(root.dataset.search, { q: text }));
  if (find("query").value !== text) return; // something else was typed meanwhile
  for (const one of found.rooms) {
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = one.name;
    const where = document.createElement("small");
    where.textContent = ` ${one.map}`;
    button.append(where);
    button.addEventListener("click", () => {
      box.replaceChildren();
      if (isAfar(one.key)) seeLand(one.key, one);
      else pick(world.rooms.get(one.num), { fly: true });
    });
    const item = document.createElement("li");
    item.append(button);
    box.append(item);
  }
  say(found.rooms.length ? "" : gettext("You do not know anything by that name."));
}

const panel = new Panel(find("panel"), words, {
  from: (room) => end("from", room),
  to: (room) => end("to", room),
  go: (number) => pick(world.rooms.get(number), { fly: true }),
  knows: (number) => world.rooms.get(number),
});
const list = new List(find("list"), words, (room) => pick(room, { fly: true }));

function listen() {
  let typing = 0;
  find("query").addEventListener("input", (event) => {
    clearTimeout(typing);
    typing = setTimeout(() => search(event.target.value), 200);
  });
  find("search").addEventListener("submit", (event) => {
    event.preventDefault();
    find("results").querySelector("button")?.click();
  });
  find("map").addEventListener("change", (event) => {
    state.map = event.target.value;
    if (isAfar()) {
      seeLand(state.map);
      return;
    }
    refresh();
    scene?.whole();
  });
  find("near").addEventListener("click", async () => {
    if (state.near) {
      seeLand(state.map);
      return;
    }
    if (!world.maps.has(state.map)) await bring(heads.get(state.map));
    state.near = true;
    refresh();
    scene?.whole();
  });
  for (const [name, factor] of [["nearer", 2], ["farther", 0.5]]) {
    find(name).addEventListener("click", () => afar.zoom(factor));
  }
  find("mode").addEventListener("change", (event) => {
    state.mode = event.target.value;
    refresh();
  });
  find("level").addEventListener("input", (event) => {
    state.level = Number(event.target.value);
    refresh({ again: false });
  });
  root.addEventListener("keydown", (event) => {
    if (event.key !== "PageUp" && event.key !== "PageDown") return;
    if (state.mode === "all") state.mode = find("mode").value = "upto";
    state.level += event.key === "PageUp" ? 1 : -1;
    refresh();
    event.preventDefault();
  });
  find("whole").addEventListener("click", () => (isAfar() ? afar : scene)?.whole());
  find("me").addEventListener("click", () => {
    const here = you.characters.map((one) => world.rooms.get(one.num)).find(Boolean);
    const land = you.characters.find((one) => heads.get(one.map)?.land_at);
    if (here || !land) pick(here, { fly: true });
    else seeLand(land.map).then(() => afar.whole());
  });
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => refresh());
}

// --- the beginning

async function load() {
  const found = await ask(root.dataset.maps);
  you = found.you;
  for (const head of found.maps) {
    heads.set(head.key, head);
    if (!head.land_at) await bring(head);
    if (!head.land_at && !world.maps.has(head.key)) continue;
    find("map").append(new Option(head.name, head.key));
    refresh();
    scene?.whole();
  }
  find("me").hidden = !you.characters.some((one) => world.rooms.has(one.num) || isAfar(one.map));
  say(find("map").length > 1 ? "" : words.empty);
  root.dataset.rooms = world.rooms.size;
  root.dataset.state = "ready";
}

async function makeScene() {
  try {
    const { Scene } = await import("./scene.js");
    return new Scene(find("canvas"), colours, {
      hover(room, event) {
        tell(room?.name, event);
      },
      pick: (room) => pick(room),
      drawn(at, names) {
        root.dataset.names = names;
        root.dataset.camera = at.toArray().map((one) => one.toFixed(2)).join(" ");
      },
    });
  } catch (error) {
    console.warn("The map is drawn flat:", error.message); // no WebGL, or no library
    return null;
  }
}

scene = await makeScene();
find("canvas").hidden = !scene;
root.dataset.drawn = scene ? "3d" : "flat";
for (const name of ["legend", "biomes"]) { // on a phone they hide the map
  find(name).open = matchMedia("(min-width: 50rem)").matches;
}
listen();
await load();
