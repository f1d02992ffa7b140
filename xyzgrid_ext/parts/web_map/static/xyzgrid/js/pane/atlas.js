// What this client knows of the maps, and where its character stands. No page, no network.
//
//   map payload  ─ load ───►          ┌─ rooms(z), room(number)
//   room_info    ─ arrive ─►  Atlas  ─┤
//   updateexits  ─ change ─►          └─ way(to): the rooms to a room, as far as they are known

export class Atlas {
  constructor() {
    this.forget();
  }

  forget() {
    this.maps = new Map(); // number of the map -> {key, number, name, levels, rooms: Map}
    this.map = null; // the one that is shown
    this.here = null; // number of the room where the character stands
    this.mapped = false; // whether that room is on a map
    this.told = false; // whether anything was told of a room
  }

  // Take in a map, or some levels of it. Rooms on these levels that are not in it are gone.
  load(payload) {
    const old = this.maps.get(payload.number);
    const rooms = new Map(old && old.key === payload.key ? old.rooms : []);
    const levels = new Set(payload.rooms.map((room) => room.z));
    for (const room of rooms.values()) if (levels.has(room.z)) rooms.delete(room.num);
    for (const room of payload.rooms) rooms.set(room.num, room);
    const { key, number, name, known, rooms_total: total } = payload;
    const map = { key, number, name, known, total, levels: payload.levels ?? null, rooms };
    map.ground = new Map((payload.ground ?? []).map((kind) => [kind.name, kind])); // of a land
    map.colours = { ...(old?.key === key ? old.colours : {}), ...payload.colours }; // of areas
    map.open = new Set((payload.ground ?? []).map((kind) => kind.symbol)); // its symbols
    // rooms where the character has been; of all levels that were told of
    map.sheets = new Set([...(old?.key === key ? old.sheets : []), ...levels]); // told of as a whole
    if (payload.been) map.been = new Set([...(old?.key === key ? (old.been ?? []) : []), ...payload.been]);
    this.maps.set(number, map);
    if (payload.here != null) [this.map, this.here] = [map, payload.here];
    else if (this.map?.number === number) this.map = map;
    return map;
  }

  // The character has come to a room. True if that room's map must be asked for.
  arrive(info) {
    this.told = true;
    this.here = info.num > 0 ? info.num : null;
    this.mapped = this.here !== null && Boolean(info.coord);
    const map = this.mapped ? this.maps.get(info.coord.id) : undefined;
    this.map = map ?? null;
    if (map === undefined) return this.mapped;
    map.been?.add(info.num);
    const before = map.rooms.get(info.num);
    const room = { symbol: "#", ...before, num: info.num, name: info.name, ...place(info.coord) };
    room.exits = exitsOf(info, before?.exits ?? []);
    map.rooms.set(room.num, room);
    return before === undefined || JSON.stringify(before.exits) !== JSON.stringify(room.exits);
  }

  // Exits of the room where the character stands have changed. True if there was anything to do.
  change(exits) {
    const room = this.room(this.here);
    if (!room) return false;
    for (const [name, now] of Object.entries(exits)) {
      const before = room.exits.find((exit) => (exit.dir || exit.name) === name);
      room.exits = room.exits.filter((exit) => exit !== before);
      if (now) room.exits.push({ ...before, name: now.name, to: now.to ?? null, ...door(now) });
    }
    return true;
  }

  room(number) {
    return this.map?.rooms.get(number);
  }

  // Names of all rooms that were told of.
  names() {
    return [...this.maps.values()].flatMap((map) => [...map.rooms.values()].map((room) => room.name));
  }

  rooms(z) {
    return this.map ? [...this.map.rooms.values()].filter((room) => room.z === z) : [];
  }

  // Rooms from here to a room, the first is the next one; empty if no way is known.
  way(to) {
    const from = new Map([[this.here, null]]);
    const open = [this.here];
    while (open.length && !from.has(to)) {
      const number = open.shift();
      for (const exit of this.room(number)?.exits ?? []) {
        if (exit.to === null || exit.door === "locked" || from.has(exit.to)) continue;
        from.set(exit.to, number);
        open.push(exit.to);
      }
    }
    const found = [];
    for (let at = to; from.get(at); at = from.get(at)) found.unshift(at);
    return found;
  }
}

// Where an exit leads: "here" on the same level, "up", "down", "away" to another map, "" for a stub
// that is no stairs.
export function side(map, room, exit) {
  if (exit.to === null) return (exit.kind === "stairs" && (CLIMBS[exit.dir] ?? CLIMBS[exit.name])) || "";
  if (exit.area) return "away";
  const target = map.rooms.get(exit.to);
  if (target && target.z !== room.z) return target.z > room.z ? "up" : "down";
  const named = CLIMBS[exit.dir] ?? CLIMBS[exit.name];
  // on a flat map stairs are as flat as all else; in a cube `up` is a way on the sheet
  if (target) return (map.levels === null && CLIMBS[exit.dir]) || "here";
  return exit.kind === "stairs" ? (named ?? "up") : "away";
}

const CLIMBS = { u: "up", d: "down", forward: "up", backward: "down" };

// The step on the sheet that an exit begins with; [0, 0] or undefined if there is none.
export function stepOf(map, exit) {
  return (map.levels !== null && exit.kind !== "stairs" && SHEET[exit.name]) || COMPASS[exit.dir];
}

// How exits on the sheets of a cube are called.
const SHEET = { left: [-1, 0], right: [1, 0], up: [0, 1], down: [0, -1] };

function place({ x, y, z }) {
  return { x, y, z: z ?? 0 };
}

function door({ flags }) {
  if (!flags?.includes("door")) return { door: "" };
  const shut = flags.includes("closed") ? "closed" : "open";
  return { door: flags.includes("locked") ? "locked" : shut };
}

// The exits that a room_info tells of, with what was known of them before.
function exitsOf({ exits = {}, specials = {}, stubs = [], doors = {} }, before) {
  const known = (name) => before.find((exit) => (exit.dir || exit.name) === name);
  const made = (name, dir, to) => {
    const { door: _, ...old } = known(name) ?? { name, ...(dir && { dir }) };
    const now = { ...old, to, ...(doors[name] && door(doors[name])) };
    return to === null ? { name: now.name, to, ...now } : now;
  };
  return [
    ...Object.entries(exits).map(([name, to]) => made(name, name, to)),
    ...Object.entries(specials).map(([name, to]) => made(name, "", to)),
    ...stubs.map((name) => made(name, COMPASS[name] ? name : "", null)),
  ].sort((a, b) => order(before, a) - order(before, b));
}

function order(before, exit) {
  const at = before.findIndex((old) => old.name === exit.name);
  return at < 0 ? before.length : at;
}

// The kind of ground of a land in a room; a road covers the others. Undefined on other maps.
export function groundOf(map, room) {
  const kinds = (room.details ?? []).filter((name) => map.ground.has(name));
  return map.ground.get(kinds.includes("road") ? "road" : kinds[0]);
}

// Whether a room is open ground of a land, not a place with a symbol of its own.
export function isOpen(map, room) {
  return Boolean(groundOf(map, room)) && map.open.has(room.symbol ?? "#");
}

// Steps of the compass: right is +x, up on the sheet is +y.
export const COMPASS = {
  n: [0, 1],
  ne: [1, 1],
  e: [1, 0],
  se: [1, -1],
  s: [0, -1],
  sw: [-1, -1],
  w: [-1, 0],
  nw: [-1, 1],
  u: [0, 0],
  d: [0, 0],
  in: [0, 0],
  out: [0, 0],
};
