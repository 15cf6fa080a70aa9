// Puts the page of a game among those that this device keeps, in the place of the one before.

import { root } from "./root.js";

const MOST = 10; // games of which a page is kept

// What is kept of games, the one that was played last at the end; each is named `game`, the path, whose it is.
export async function names() {
  const all = (await caches.keys()).filter((one) => one.startsWith(`game ${root}`)), at = new Map();
  for (const one of all) at.set(one, Number((await caches.match(one.split(" ")[1], { cacheName: one }))?.headers.get("At") ?? 0));
  return all.sort((one, other) => at.get(one) - at.get(other));
}

// The files first, so that no page is kept that would stand there bare.
export async function put(name, text) {
  const path = name.split(" ")[1], cache = await caches.open(name);
  const files = [...new Set(text.match(/\/[\w/]*static\/\w+\/\w+\.(css|js)/g))];
  for (const file of files) if (!(await cache.match(file))) await cache.add(file);
  await cache.put(path, new Response(text, { headers: { At: Date.now() } }));
  for (const one of await cache.keys()) if (![path, ...files].includes(new URL(one.url).pathname)) await cache.delete(one);
  const games = await names();
  for (const one of games.filter((other, at) => other !== name && (at < games.length - MOST || other.startsWith(`game ${path} `)))) await caches.delete(one);
}
