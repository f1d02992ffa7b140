// The fonts that Evennia's client offers, from this game: its plugin would ask Google for each.

import { given, html } from "./page.js";

export function useFonts() {
  const addresses = given("xyzgrid-fonts") ?? [];
  const plugin = window.plugins.font;
  if (!addresses.length || !plugin) return;
  plugin.init = () => {
    for (const href of ["/static/webclient/fonts/DejaVuSansMono.css", ...addresses]) {
      document.head.append(html("link", { rel: "stylesheet", href }));
    }
    document.body.style.fontFamily = localStorage.getItem("evenniaFontFamily") ?? "";
    const size = localStorage.getItem("evenniaFontSize");
    document.body.style.fontSize = size === null ? "" : `${size}em`;
  };
}
