// Keeps the page of a game on this device, with the files that it needs, for the worker that brings it when nobody
// answers. Only where the browser lets pages be kept: by https, or on the computer itself.

import { root } from "./root.js";

const MOST = 10; // games of which a page is kept
const path = location.pathname;
let done = Promise.resolve();
export let text; // what is kept

const named = () => `game ${path} ${document.querySelector(".game").dataset.owner ?? ""}`;
const kept = () => caches.keys().then((names) => names.filter((one) => one.startsWith(`game ${root}`)));

export function begin(policy) {
  const workers = navigator.serviceWorker, address = `${root}worker.js`;
  if (!workers?.controller) workers?.register(policy?.createScriptURL(address) ?? address).catch(() => {}); // else it looks for a newer one itself
  keep(`<!doctype html>\n${document.documentElement.outerHTML}`);
}

// A page of the server's takes the place of the one before; one by one, for it may take a while.
export function keep(now) {
  if (!window.caches) return;
  text = now;
  if (text.includes("data-plan")) done = done.then(() => put(now)).catch(() => {}); // no room: the old one stays
}

// The files first, so that no page is kept that would stand there bare.
async function put(now) {
  const name = named(), cache = await caches.open(name);
  const files = [...new Set(now.match(/\/[\w/]*static\/\w+\/\w+\.(css|js)/g))];
  for (const file of files) if (!(await cache.match(file))) await cache.add(file);
  await cache.put(path, new Response(now));
  for (const one of await cache.keys()) if (![path, ...files].includes(new URL(one.url).pathname)) await cache.delete(one);
  const games = await kept();
  for (const one of games.filter((other, at) => other !== name && (at < games.length - MOST || other.startsWith(`game ${path} `)))) await caches.delete(one);
}

// Whoever may not see this game any more, keeps no page of it.
export function forget() {
  if (window.caches) done = done.then(() => caches.delete(named()));
}
