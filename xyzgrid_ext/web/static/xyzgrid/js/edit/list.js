/* The list of maps: makes a new one, and opens it. */

import { jobDone } from "./plan.js";
import { Refusal, Server } from "./server.js";

const form = document.getElementById("xyzgrid-new");
const status = form.querySelector("[role=status]");

async function make(name) {
  const address = (of) => of.replace("NAME", encodeURIComponent(name));
  const server = new Server(address(form.dataset.api), form.elements.csrfmiddlewaretoken.value);
  const { job } = await server.post("create", { name });
  const { state } = await jobDone(server, job, ({ text }) => (status.textContent = text));
  if (state === "done") location.assign(address(form.dataset.page));
}

form.addEventListener("submit", async (event) => {
  event.preventDefault();
  try {
    await make(form.elements.name.value.trim());
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    status.textContent = error.message;
  }
});
