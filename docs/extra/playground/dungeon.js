// Dungeons: of a seed, and changed by hand.

import { packed, unpacked } from "./python.js";

export function dungeon({ python, part, form, on, out, fault, keep }) {
  const { elements } = form("dungeon");
  const names = ["dungeon", "tier", "floors", "rooms"];
  const usual = Object.fromEntries(names.map((name) => [name, elements[name].value]));
  const chosen = () => Object.fromEntries(names.map((name) => [name, elements[name].value.trim()]));

  async function make() {
    const { dungeon: seed, ...rest } = chosen();
    const said = await python.ask({ do: "dungeon", seed, ...rest });
    part("made").hidden = fault(said.fault);
    part("proved").hidden = true;
    out(said);
    part("data").value = said.data ?? "";
  }

  async function generate(event) {
    event?.preventDefault();
    keep(chosen());
    await make();
  }

  async function prove() {
    const said = await python.ask({ do: "prove", text: part("data").value });
    part("proved").hidden = fault(said.fault, part("data"));
    part("proved").textContent = said.proof ?? "";
  }

  form("dungeon").addEventListener("submit", generate);
  on("another", () => {
    const { value } = elements.dungeon;
    const number = Number(/\d*$/.exec(value)[0]);
    elements.dungeon.value = value.replace(/\d*$/, number + 1);
    generate();
  });
  on("prove", async () => {
    keep({ ...chosen(), data: await packed(part("data").value) });
    await prove();
  });

  return {
    async show(address) {
      const told = address.get("dungeon");
      for (const name of names) {
        elements[name].value = (told ? address.get(name) : null) ?? (told && name === "rooms" ? "" : usual[name]);
      }
      await make();
      if (!address.has("data")) return;
      part("changing").open = true;
      const text = await unpacked(address.get("data")).catch(() => null);
      if (text === null) return fault("the address: its dungeon is cut\ncopy the whole address");
      part("data").value = text;
      await prove();
    },
  };
}
