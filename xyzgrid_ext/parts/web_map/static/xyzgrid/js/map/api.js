/* What the page asks of the game: plain JSON, read only. */

export class Refusal extends Error {}

export async function ask(address) {
  const answer = await fetch(address, { headers: { Accept: "application/json" } });
  const found = await answer.json();
  if (!answer.ok) throw Object.assign(new Refusal(found.error), { status: answer.status });
  return found;
}

/* The pages of a map, one after another. */
export async function* pagesOf(address) {
  for (let next = address; next; ) {
    const page = await ask(next);
    yield page;
    next = page.next;
  }
}

export function withQuery(address, values) {
  return `${address}?${new URLSearchParams(values)}`;
}
