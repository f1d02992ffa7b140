/* What the game does not have yet, kept by the browser: the page may be reloaded, or its tab crash.

     name:page ─► {"revision": 7, "steps": [{"id", "ops"}], "at": 1730000000000}

   Each page has an entry of its own. One that is left, or has not been signed for a while, is taken
   over by the next page of the same map and account. */

const SIGN = 4000; // milliseconds between signs that a page is there
const DEAD = 3 * SIGN;

export class Kept {
  constructor(name, page, storage = localStorage, now = Date.now) {
    Object.assign(this, { name: `${name}:`, key: `${name}:${page}`, storage, now, value: null });
  }

  /* Keep the steps that wait, and the revision that they follow; nothing where there are none. */
  put(value) {
    if (!value.steps.length && !this.value) return;
    this.value = value.steps.length ? value : null;
    if (this.value) this.write(this.key, { ...value, at: this.now() });
    else this.storage.removeItem(this.key);
  }

  write(key, value) {
    try {
      this.storage.setItem(key, JSON.stringify(value));
    } catch (error) {
      if (error.name !== "QuotaExceededError") throw error; // so much is kept by the page alone
    }
  }

  /* The name of the entry of a page that is gone; it may be taken by two: each step is done once. */
  orphan() {
    const others = Object.keys(this.storage).filter((key) => key.startsWith(this.name) && key !== this.key);
    return others.find((key) => this.now() - JSON.parse(this.storage.getItem(key)).at >= DEAD);
  }

  /* Leave the entry for the next page. */
  leave() {
    if (this.value) this.write(this.key, { ...this.value, at: 0 });
  }

  /* Call `adopt` with what is left by others, now and later; it tells whether it has taken it. */
  async listen(adopt) {
    addEventListener("pagehide", () => this.leave());
    addEventListener("pageshow", () => this.value && this.put(this.value));
    for (;;) {
      if (this.value) this.put(this.value);
      const key = this.orphan();
      if (key && (await adopt(JSON.parse(this.storage.getItem(key))))) this.storage.removeItem(key);
      await new Promise((resolve) => setTimeout(resolve, SIGN));
    }
  }
}
