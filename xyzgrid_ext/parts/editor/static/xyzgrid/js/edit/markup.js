/* Evennia's marks of colour, as what they look like: |r red |n, |[b on blue, |530, |=m, |#ff8800.

   A view for builders, and no rule: what is stored is the text as it is written, which the game reads
   itself. Links of MXP and names to fill in stay as they are written. */

const LETTERS = {
  r: [204, 0, 0], g: [0, 160, 0], y: [190, 150, 0], b: [30, 80, 220], m: [170, 50, 170],
  c: [0, 150, 160], w: [190, 190, 190], x: [60, 60, 60],
};
const BRIGHT = {
  r: [255, 70, 70], g: [70, 220, 70], y: [250, 220, 60], b: [90, 140, 255], m: [255, 100, 255],
  c: [80, 230, 240], w: [255, 255, 255], x: [120, 120, 120],
};
const MARK = /\|(?:\||\/|-|_|>|n|\*|u|U|\[?(?:#[0-9a-fA-F]{6}|[0-5]{3}|=[a-z]|[rgybmcwxRGYBMCWX]))/g;
const SPACES = { "||": "|", "|/": "\n", "|-": "    ", "|>": "    ", "|_": " " };

const rgb = (parts) => `rgb(${parts.join(", ")})`;

function colourOf(mark) {
  if (mark[0] === "#") return mark;
  if (mark[0] === "=") return rgb(Array(3).fill(Math.round(((mark.charCodeAt(1) - 97) / 25) * 255)));
  if (/\d/.test(mark)) return rgb([...mark].map((digit) => Number(digit) * 51));
  const lower = mark.toLowerCase();
  return rgb((mark === lower ? BRIGHT : LETTERS)[lower]);
}

/* The runs of a text: [{text, colour, ground, inverse, under}]. */
export function runs(text) {
  const found = [];
  let style = {}, from = 0;
  const take = (part) => part && found.push({ ...style, text: part });
  for (const { 0: mark, index } of text.matchAll(MARK)) {
    take(text.slice(from, index));
    from = index + mark.length;
    const sign = mark.slice(1);
    if (mark in SPACES) take(SPACES[mark]);
    else if (sign === "n") style = {};
    else if (sign === "*") style = { ...style, inverse: true };
    else if (sign === "u" || sign === "U") style = { ...style, under: sign === "u" };
    else if (sign[0] === "[") style = { ...style, ground: colourOf(sign.slice(1)) };
    else style = { ...style, colour: colourOf(sign) };
  }
  take(text.slice(from));
  return found;
}

export const plain = (text) => runs(text).map((run) => run.text).join("");

/* Put a text into an element as it would look. */
export function show(element, text) {
  element.replaceChildren(...runs(text).map((run) => {
    const span = document.createElement("span");
    span.textContent = run.text;
    const [colour, ground] = run.inverse ? [run.ground ?? "#000", run.colour ?? "#ccc"] : [run.colour, run.ground];
    if (colour) span.style.color = colour;
    if (ground) span.style.backgroundColor = ground;
    if (run.under) span.style.textDecoration = "underline";
    return span;
  }));
}
