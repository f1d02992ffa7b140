/* Steps that the game does not have yet, stored in the browser in case the page is closed or crashes.

     name:page ─► {"revision": 7, "steps": [{"id", "ops"}], "at": 1730000000000}

   Each page has an entry of its own. An entry whose page is gone, or has not renewed it for a while, is
   taken over by the next page of the same map and account. */

const SIGN = 4000; // milliseconds between renewals of an entry
const DEAD = 3 * SIGN;

export class UnsentSteps {
  constructor(name, page, storage = localStorage, now = Date.now) {
    Object.assign(this, { name: `${name}:`, key: `${name}:${page}`, storage, now, value: null });
  }

  /* Store the waiting steps and the revision that they follow; remove the entry if there are none. */
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
      if (error.name !== "QuotaExceededError") throw error; // too much to store: only the page has it
    }
  }

  /* The key of an entry whose page is gone. Two pages may take it: each step is still done once. */
  orphan() {
    const others = Object.keys(this.storage).filter((key) => key.startsWith(this.name) && key !== this.key);
    return others.find((key) => this.now() - JSON.parse(this.storage.getItem(key)).at >= DEAD);
  }

  /* Leave the entry for the next page. */
  leave() {
    if (this.value) this.write(this.key, { ...this.value, at: 0 });
  }

  /* Call `adopt` with entries of pages that are gone, now and later; it returns whether it took one. */
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
