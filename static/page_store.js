// Stores the page of a game and its files on this device. The service worker answers with it when the server does
// not. Browsers allow this only over https and on the server's own computer.

import { keptPages, root } from "./root.js";

const MOST = 10; // games with a stored page
const path = location.pathname;
let done = Promise.resolve();
export let text; // the text of the stored page

const named = () => `game ${path} ${document.querySelector(".game").dataset.owner ?? ""}`;

export function begin(policy) {
  const workers = navigator.serviceWorker, address = `${root}worker.js`;
  if (!workers?.controller) workers?.register(policy?.createScriptURL(address) ?? address).catch(() => {}); // else it looks for a newer one itself
  keep(`<!doctype html>\n${document.documentElement.outerHTML}`);
}

// A page of the server's takes the place of the one before; one by one, for it may take a while.
export function keep(now) {
  if (!window.caches) return;
  text = now;
  if (text.includes("data-plan")) done = done.then(() => put(named(), now)).catch(() => {}); // no room: the old one stays
}

// A browser without permission for this game stores no page of it.
export function forget() {
  if (window.caches) done = done.then(() => caches.delete(named()));
}

// Stores the page of a game in place of its last version. The files come first, so that no page is stored without
// them.
export async function put(name, text) {
  const path = name.split(" ")[1], cache = await caches.open(name);
  const files = [...new Set(text.match(/\/[\w/]*static\/\w+\/\w+\.(css|js)/g))];
  for (const file of files) if (!(await cache.match(file))) await cache.add(file);
  await cache.put(path, new Response(text, { headers: { At: Date.now() } }));
  for (const item of await cache.keys()) if (![path, ...files].includes(new URL(item.url).pathname)) await cache.delete(item);
  const games = await keptPages();
  for (const item of games.filter((other, at) => other !== name && (at < games.length - MOST || other.startsWith(`game ${path} `)))) await caches.delete(item);
}
