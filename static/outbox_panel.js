// The panel for hands that are not sent yet, on pages outside a game. They can be saved as a file, which the game's
// page imports, and are deleted only by a second tap.

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
  await kept("readwrite", (store) => entries.map((one) => store.delete(one.id)).at(-1), false);
  tellOthers();
  for (const game of new Set(entries.map((one) => one.game))) navigator.serviceWorker?.controller?.postMessage({ forget: idOf(game) });
}

// The stored pages; their look is not important.
async function forgetPages() {
  for (const name of (await self.caches?.keys() ?? []).filter((one) => one.startsWith(`game ${root}`))) {
    const cache = await caches.open(name);
    for (const page of await cache.keys()) if (!new URL(page.url).pathname.startsWith(`${root}static/`)) await cache.delete(page);
  }
}

// --- told ---------------------------------------------------------------------------------------------------------------

const tapped = (entries) => entries.filter((one) => one.stage !== "draft").sort((one, other) => one.at - other.at);

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
    button.before(Object.assign(document.createElement("p"), { className: "refusal", role: "alert", textContent: words.ask }));
  }
  return before > 0 && performance.now() - before > DOUBLE;
}

async function tell(game, entries) {
  const hands = [...new Set(entries.map((one) => one.hand).filter(Boolean))].join(", ");
  const said = Object.assign(document.createElement("p"), { textContent: words.hands.replace("{players}", await players(idOf(game))).replace("{hands}", hands) });
  const acts = Object.assign(document.createElement("p"), { className: "acts" });
  const save = Object.assign(document.createElement("a"), { className: "button", download: `unsent-${idOf(game)}.json`, textContent: words.save, href: unsentFile(idOf(game), entries) });
  const drop = Object.assign(document.createElement("button"), { textContent: words.drop });
  drop.addEventListener("click", async () => {
    if (!isSure(drop)) return;
    await forget(held.filter((one) => one.game === game)); // single taps too
    location.reload();
  });
  acts.append(save, drop);
  section.append(said, acts);
}

const found = kept("readonly", (store) => store.getAll(), false).then((all) => (all ?? []).filter(({ game }) => isOurs(game)));

const leave = document.getElementById("forget");
leave?.addEventListener("submit", async (event) => { // also for a tap before everything is loaded
  event.preventDefault();
  const all = await found;
  if (tapped(all).length && !isSure(leave.querySelector("button"))) return;
  await forget(all);
  await forgetPages();
  sessionStorage.setItem(forgotten, "yes");
  leave.submit();
});
if (sessionStorage.getItem(forgotten)) tellOthers(); // the cookie has gone with the answer, and their seals are of no use
sessionStorage.removeItem(forgotten);

const held = await found, unsent = tapped(held);
section.hidden = !unsent.length;
for (const game of new Set(unsent.map((one) => one.game))) await tell(game, unsent.filter((one) => one.game === game));
