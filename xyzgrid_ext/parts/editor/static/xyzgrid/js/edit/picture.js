/* The pixels of a map, reused while the view moves.

   Drawing thousands of rooms takes longer than a frame. So a pan moves the existing pixels and draws
   only the strips that come into view; a zoom stretches them and draws only the border around them;
   when the view rests, everything is drawn again sharply. */

const REST = 150; // milliseconds without a move

export class Picture {
  /* `paint(context, box)` draws what is within a box of the stage: left, top, right, bottom. */
  constructor(stage, paint) {
    Object.assign(this, { stage, paint, at: null, sharp: null, timer: 0 });
    this.layer = new Konva.Layer({ listening: false, clearBeforeDraw: false });
    const sceneFunc = (context) => this.show(context);
    this.layer.add(new Konva.Shape({ sceneFunc, perfectDrawEnabled: false }));
    stage.add(this.layer);
  }

  /* The content has changed: draw all of it. */
  draw() {
    clearTimeout(this.timer);
    this.at = null;
    this.layer.batchDraw();
  }

  /* The stage has moved, and its content is unchanged. */
  move() {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.draw(), REST);
    this.layer.batchDraw();
  }

  get canvas() {
    return this.layer.getNativeCanvasElement();
  }

  get size() {
    return [this.stage.width(), this.stage.height()];
  }

  show(context) {
    const now = { ...this.stage.position(), scale: this.stage.scaleX() };
    if (!this.at) this.whole(context, now);
    else if (this.at.scale === now.scale) this.shift(context, now);
    else this.stretch(context, now);
  }

  whole(context, now) {
    this.at = now;
    this.sharp = null;
    this.inPixels(context, () => context.clear());
    this.paint(context, [0, 0, ...this.size]);
  }

  /* By whole pixels, so that what moves stays sharp. */
  shift(context, now) {
    const { at, canvas } = this;
    const [width, height] = this.size;
    const ratio = canvas.width / width;
    const [dx, dy] = [now.x - at.x, now.y - at.y].map((by) => Math.round(by * ratio) / ratio);
    if (!dx && !dy) return;
    this.at = { x: at.x + dx, y: at.y + dy, scale: at.scale };
    this.put(context, canvas, [dx, dy, dx + width, dy + height]);
  }

  stretch(context, now) {
    const { at } = this;
    const [width, height] = this.size;
    this.sharp ??= { at, canvas: copyOf(this.canvas) };
    this.at = now;
    const { at: was, canvas } = this.sharp;
    const by = now.scale / was.scale;
    const [left, top] = [now.x - was.x * by, now.y - was.y * by];
    this.put(context, canvas, [left, top, left + width * by, top + height * by]);
  }

  /* Replace everything by pixels in a box, and draw what is around the box. */
  put(context, pixels, [left, top, right, bottom]) {
    const [width, height] = this.size;
    this.inPixels(context, () => {
      context.setAttr("globalCompositeOperation", "copy");
      context.drawImage(pixels, left, top, right - left, bottom - top);
    });
    const [x0, y0] = [Math.max(left, 0), Math.max(top, 0)];
    const [x1, y1] = [Math.min(right, width), Math.min(bottom, height)];
    this.part(context, [0, 0, width, y0]);
    this.part(context, [0, y1, width, height]);
    this.part(context, [0, y0, x0, y1]);
    this.part(context, [x1, y0, width, y1]);
  }

  part(context, [left, top, right, bottom]) {
    if (left >= right || top >= bottom) return;
    this.inPixels(context, () => {
      context.beginPath();
      context.rect(left, top, right - left, bottom - top);
      context.clip();
      context.translate(this.at.x, this.at.y);
      context.scale(this.at.scale, this.at.scale);
      this.paint(context, [left, top, right, bottom]);
    });
  }

  /* Call `act` with the canvas's transform reset to the stage's pixels. */
  inPixels(context, act) {
    const ratio = this.canvas.width / this.stage.width();
    context.save();
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    act();
    context.restore();
  }
}

function copyOf(canvas) {
  const copy = document.createElement("canvas");
  Object.assign(copy, { width: canvas.width, height: canvas.height });
  copy.getContext("2d").drawImage(canvas, 0, 0);
  return copy;
}
