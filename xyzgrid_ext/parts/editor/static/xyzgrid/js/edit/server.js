/* What the editor asks of the game. Each answer is JSON; a refusal says why. */

export class Refusal extends Error {
  constructor(status, data) {
    super([(data.fault ?? `HTTP ${status}`).replace(/[.]$/, ""), data.cure].filter(Boolean).join(": "));
    this.status = status;
    this.data = data;
  }
}

export class Server {
  constructor(address, token) {
    this.address = address;
    this.token = token;
  }

  get(path = "") {
    return this.ask(path, { headers: { Accept: "application/json" } });
  }

  post(path, values = {}) {
    return this.ask(path, {
      method: "POST",
      headers: {
        Accept: "application/json",
        "Content-Type": "application/json",
        "X-CSRFToken": this.token,
      },
      body: JSON.stringify(values),
    });
  }

  async ask(path, how) {
    const answer = await fetch(path ? `${this.address}/${path}` : this.address, how);
    const isData = (answer.headers.get("Content-Type") ?? "").includes("json");
    const data = isData ? await answer.json() : {};
    if (!answer.ok || !isData) throw new Refusal(answer.status, data);
    return data;
  }
}
