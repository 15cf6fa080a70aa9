// Keeps the page of a game on this device, with the files that it needs, for the worker that brings it when nobody
// answers. Only where the browser lets pages be kept: by https, or on the computer itself.

import { put } from "./put.js";
import { root } from "./root.js";

const path = location.pathname;
let done = Promise.resolve();
export let text; // what is kept

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

// Whoever may not see this game any more, keeps no page of it.
export function forget() {
  if (window.caches) done = done.then(() => caches.delete(named()));
}
