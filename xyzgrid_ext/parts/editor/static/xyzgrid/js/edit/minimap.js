/* The whole level in a corner of the canvas, with a frame around what is in sight; a click goes there. */

const SIDE = 132; // pixels of its longer side
const MARGIN = 2; // cells around the map

export class Minimap {
  constructor(canvas, editor, view, colours) {
    Object.assign(this, { canvas, editor, view, colours, picture: null });
    editor.draft.addEventListener("change", () => this.renew());
    editor.addEventListener("look", () => this.level !== editor.level && this.renew());
    view.moved = () => this.draw();
    for (const name of ["pointerdown", "pointermove"]) canvas.addEventListener(name, (event) => this.go(event));
    this.renew();
  }

  /* The map has changed: its picture is made once, since there may be thousands of rooms. */
  renew() {
    this.level = this.editor.level;
    this.picture = null;
    this.draw();
  }

  draw() {
    this.timer ??= requestAnimationFrame(() => {
      this.timer = undefined;
      this.paint();
    });
  }

  paint() {
    const { canvas, editor, view, colours } = this;
    const sheet = editor.sheets.at(editor.level);
    const sight = view.sight();
    canvas.hidden = !sheet.count || isIn(sheet.box, sight);
    if (canvas.hidden) return;
    this.picture ??= this.drawSheet(sheet);
    const { box: [left, , , high], scale } = this;
    Object.assign(canvas, { width: this.picture.width, height: this.picture.height });
    const context = canvas.getContext("2d");
    context.drawImage(this.picture, 0, 0);
    context.strokeStyle = colours("picked");
    context.lineWidth = 2;
    const [x0, y0, x1, y1] = sight;
    context.strokeRect((x0 - left) * scale, (high - y1) * scale, (x1 - x0) * scale, (y1 - y0) * scale);
  }

  drawSheet(sheet) {
    const [left, low, right, high] = sheet.box.map((part, side) => part + (side < 2 ? -MARGIN : MARGIN));
    this.box = [left, low, right, high];
    this.scale = SIDE / Math.max(right - left, high - low);
    const picture = document.createElement("canvas");
    Object.assign(picture, { width: (right - left) * this.scale, height: (high - low) * this.scale });
    const context = picture.getContext("2d");
    context.fillStyle = this.colours("way");
    const side = Math.max(1, this.scale * 0.7);
    for (const { x, y } of sheet.within(this.box).rooms) {
      context.fillRect((x - left) * this.scale, (high - y) * this.scale, side, side);
    }
    return picture;
  }

  go(event) {
    if (event.type === "pointermove" && !event.buttons) return;
    const { left, top } = this.canvas.getBoundingClientRect();
    const [west, , , high] = this.box;
    this.view.centre(west + (event.clientX - left) / this.scale, high - (event.clientY - top) / this.scale);
  }
}

const isIn = ([left, low, right, high], sight) =>
  left >= sight[0] && low >= sight[1] && right <= sight[2] && high <= sight[3];
