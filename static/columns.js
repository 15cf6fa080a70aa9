// Shows the games again as soon as the meaning of a column changes. The form also works without this script, by a button.

import { parsePage } from "./page_parser.js";
import { post } from "./token.js";

const form = document.getElementById("import");
let latest = 0;

async function showAgain(field) {
  const mine = ++latest;
  try {
    const text = await (await post(form.action, new FormData(form))).text();
    if (mine !== latest) return;
    const page = parsePage(text);
    const asked = page.getElementById("asked");
    asked.querySelector("#far").replaceWith(document.getElementById("far")); // import_progress.js writes to it
    const scrolled = field.closest(".wide").scrollLeft;
    document.getElementById("asked").replaceWith(asked);
    const same = document.getElementById(field.id);
    if (same) {
      same.closest("details").open = true;
      same.closest(".wide").scrollLeft = scrolled;
      same.focus({ preventScroll: true });
    }
    document.getElementById("live").textContent = asked.querySelector(".refusal, h2")?.textContent ?? "";
  } catch { /* the button still sends the form */ }
}

form.addEventListener("change", ({ target }) => {
  if (target.matches(".columns select")) showAgain(target);
});
