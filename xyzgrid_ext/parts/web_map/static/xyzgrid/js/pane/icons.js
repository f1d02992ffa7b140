// Signs for what is found in a room: the tags by which a game names its places (`goto nearest inn`).
// A square from -7 to 7, drawn in lines; a tag that is not here is a star.

const SHAPES = {
  inn: "M-5 -5H2V5H-5ZM2 -2H5V3H2M-3 -2V2M-1 -2V2",
  shop: "M-5 -1H5L4 6H-4ZM-3 -1V-3A3 3 0 0 1 3 -3V-1",
  shrine: "M0 -6C4 -1 4 1 3 3A3.5 3.5 0 0 1 -3 3C-4 1 -2 0 -2 -2C-1 -1 0 -3 0 -6",
  library: "M0 -3C-2 -5 -4 -5 -6 -4V4C-4 3 -2 3 0 5C2 3 4 3 6 4V-4C4 -5 2 -5 0 -3V5",
  smithy: "M-6 -4H6V-1H2V2L4 5H-4L-2 2V-1C-4 -1 -6 -2 -6 -4",
  harbour: "M0 -3V5M-5 1A5 5 0 0 0 5 1M-3 -1H3M0 -6A1.5 1.5 0 1 1 0 -3A1.5 1.5 0 1 1 0 -6",
  bank: "M-6 -2L0 -6L6 -2ZM-4 -1V4M0 -1V4M4 -1V4M-6 5H6",
  healer: "M-2 -6H2V-2H6V2H2V6H-2V2H-6V-2H-2Z",
  arcade: "M-5 5H5V2H-5ZM0 2V-2M0 -6A2 2 0 1 1 0 -2A2 2 0 1 1 0 -6",
  gate: "M-5 6V-1A5 5 0 0 1 5 -1V6M-2 6V0M2 6V0M-5 2H5",
  star: "M0 -6L1.6 -2L6 -1.8L2.6 1L3.8 5.4L0 3L-3.8 5.4L-2.6 1L-6 -1.8L-1.6 -2Z",
};
const KINDS = {
  inn: ["inn", "tavern", "pub", "bar", "kitchen"],
  shop: ["shop", "store", "market", "trader", "bakery"],
  shrine: ["shrine", "temple", "church", "altar", "chapel"],
  library: ["library", "school", "archive", "guild"],
  smithy: ["smithy", "smith", "forge", "armourer", "weaponsmith"],
  harbour: ["harbour", "harbor", "quay", "dock", "port"],
  bank: ["bank", "vault", "townhall"],
  healer: ["healer", "hospital", "doctor"],
  arcade: ["arcade", "machine", "game", "board"],
  gate: ["gate", "exit", "start", "entrance"],
};
const OF_TAG = new Map(Object.entries(KINDS).flatMap(([kind, tags]) => tags.map((tag) => [tag, kind])));

export function icon(details) {
  const kind = (details ?? []).map((tag) => OF_TAG.get(tag.toLowerCase())).find(Boolean);
  return SHAPES[kind ?? "star"];
}
