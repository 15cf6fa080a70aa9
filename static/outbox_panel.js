// The panel for hands that are not sent yet, on pages outside a game. They can be saved as a file, which the game's
// page imports, and are deleted only by a second tap.

import { make } from "./nodes.js";
import { idOf, isOurs, root } from "./root.js";
import { kept, unsentFile } from "./store.js";

const section = document.getElementById("kept");
const words = section.dataset;
const forgotten = `forgotten ${root}`;
const DOUBLE = 700; // ms in which a second tap was none

// Reloads pages of games in other windows, because they are no longer true.
const tellOthers = () => window.BroadcastChannel && new BroadcastChannel(`scorepad ${root}`).postMessage("forgotten");

async function forget(entries) {
  if (!entries.length) return;
  await kept("readwrite", (store) => entries.map((item) => store.delete(item.id)).at(-1), false);
  tellOthers();
  for (const game of new Set(entries.map((item) => item.game))) navigator.serviceWorker?.controller?.postMessage({ forget: idOf(game) });
}

// The stored pages; their look is not important.
async function forgetPages() {
  for (const name of (await self.caches?.keys() ?? []).filter((item) => item.startsWith(`game ${root}`))) {
    const cache = await caches.open(name);
    for (const page of await cache.keys()) if (!new URL(page.url).pathname.startsWith(`${root}static/`)) await cache.delete(page);
  }
}

// --- told

const tapped = (entries) => entries.filter((item) => item.stage !== "draft").sort((item, other) => item.at - other.at);

async function players(game) {
  try {
    return (await (await fetch(`${root}games/${game}/sheet.json`)).json()).players.join(", ");
  } catch {
    return words.unknown;
  }
}

// Whether a button was tapped twice, and the second time meant.
function isSure(button) {
  const before = Number(button.dataset.asked);
  button.dataset.asked ||= performance.now();
  if (!before) {
    button.textContent = words.sure;
    button.before(make("p", { className: "refusal", role: "alert", textContent: words.ask }));
  }
  return before > 0 && performance.now() - before > DOUBLE;
}

async function tell(game, entries) {
  const hands = [...new Set(entries.map((item) => item.hand).filter(Boolean))].join(", ");
  const paragraph = make("p", { textContent: words.hands.replace("{players}", await players(idOf(game))).replace("{hands}", hands) });
  const save = make("a", { className: "button", download: `unsent-${idOf(game)}.json`, textContent: words.save, href: unsentFile(idOf(game), entries) });
  const drop = make("button", { textContent: words.drop });
  drop.addEventListener("click", async () => {
    if (!isSure(drop)) return;
    await forget(held.filter((item) => item.game === game)); // single taps too
    location.reload();
  });
  section.append(paragraph, make("p", { className: "acts" }, save, drop));
}

const entries = kept("readonly", (store) => store.getAll(), false).then((all) => (all ?? []).filter(({ game }) => isOurs(game)));

const leave = document.getElementById("forget");
leave?.addEventListener("submit", async (event) => { // also for a tap before everything is loaded
  event.preventDefault();
  const all = await entries;
  if (tapped(all).length && !isSure(leave.querySelector("button"))) return;
  await forget(all);
  await forgetPages();
  sessionStorage.setItem(forgotten, "yes");
  leave.submit();
});
if (sessionStorage.getItem(forgotten)) tellOthers(); // the cookie has gone with the answer, and their seals are of no use
sessionStorage.removeItem(forgotten);

const held = await entries, unsent = tapped(held);
section.hidden = !unsent.length;
for (const game of new Set(unsent.map((item) => item.game))) await tell(game, unsent.filter((item) => item.game === game));
