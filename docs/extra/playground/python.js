// The page's side of worker.js: one question after another; a worker that hangs is ended.

export class Python {
  #worker;
  #waiting = [];

  /** `tell(state, text)` hears starting, ready, missing, working and idle. */
  constructor(tell) {
    this.tell = tell;
    this.#start();
  }

  /** Resolves to the answer to a question; one with a `fault` is an answer as well. */
  ask(question) {
    return new Promise((resolve) => {
      this.#waiting.push(resolve);
      this.#worker.postMessage(JSON.stringify(question));
      if (this.ready) this.tell("working");
    });
  }

  /** End what is going on, and begin with a new Python. */
  stop() {
    this.#worker.terminate();
    const waiting = this.#waiting.splice(0);
    this.#start();
    for (const resolve of waiting) resolve({ fault: "Stopped.\nAsk for less, and try again." });
  }

  #start() {
    this.ready = false;
    this.tell("starting");
    this.#worker = new Worker(new URL("worker.js", import.meta.url), { type: "module" });
    this.#worker.onmessage = ({ data }) => this.#hear(data);
    this.#worker.onerror = () => this.tell("missing", "the browser did not start worker.js");
  }

  #hear({ ready, missing, answer, failed }) {
    if (missing) return this.tell("missing", missing);
    if (ready) {
      this.ready = true;
    } else {
      this.#waiting.shift()(answer ? JSON.parse(answer) : { fault: `Python failed.\n${failed}` });
    }
    this.tell(this.#waiting.length ? "working" : "idle");
  }
}

// --- long texts in an address: deflated, in base 64 that needs no escapes ---

export async function packed(text) {
  const stream = new Blob([text]).stream().pipeThrough(new CompressionStream("deflate-raw"));
  const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
  const letters = Array.from(bytes, (byte) => String.fromCharCode(byte)).join("");
  return btoa(letters).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

export async function unpacked(text) {
  const letters = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  const bytes = Uint8Array.from(letters, (letter) => letter.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
  return new Response(stream).text();
}
