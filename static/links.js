// Asks whether the server answers before a link leads away: without an answer the browser would show its own error page.
// A worker catches what no tap leads to; by plain http there is none, and a reload cannot be caught.

import { make } from "./nodes.js";
import { root } from "./root.js";

const PATIENCE = 3000; // ms

// `away` is called with the address of one of these links where it leads nowhere now.
export function guard(links, away) {
  document.addEventListener("click", async (event) => {
    const link = event.target.closest?.(links);
    if (!link || event.defaultPrevented || event.ctrlKey || event.metaKey || event.shiftKey || link.target || link.origin !== location.origin) return;
    event.preventDefault();
    const { href } = link;
    if (await fetch(`${root}worker.js`, { method: "HEAD", cache: "no-store", signal: AbortSignal.timeout(PATIENCE) }).catch(() => null)) location.assign(href);
    else away(href);
  });
}

// On a page of a game without input: a link that needs the server shows a message, and the page stays.
const { away } = document.querySelector(".tabs")?.dataset ?? {};
if (away) guard(".tabs a, .bar a", () => {
  document.getElementById("line")?.remove();
  document.body.append(make("p", { id: "line", role: "alert", textContent: away }));
});

// Each row of a sheet is a link to its hand. A tap on a player's cell leads to that player's part of the page.
export function leadToPlayers() {
  document.addEventListener("pointerdown", ({ target, clientX, clientY }) => {
    if (!target.matches(".sheet th > a")) return;
    const cell = document.elementsFromPoint(clientX, clientY)[1]?.closest("td"), totals = [...document.querySelectorAll(".sheet [data-total]")];
    target.hash = cell && totals.at(cell.cellIndex - target.closest("tr").cells.length)?.dataset.total || ""; // counted from the last
  });
}
