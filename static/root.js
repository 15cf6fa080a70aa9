// The root of a group's addresses: "/" on a laptop, "/g/…/" on a host, "…/app/" in the edition in the browser. A browser
// may store the data of several of them under one origin, so the names differ by root.

export const root = /^(\/g\/\w+|.*\/app)?\//.exec(location.pathname)[0];

export const gameOf = (path) => path.slice(root.length).split("/")[1]; // its id
export const named = (game) => root.slice(3) + game;
export const idOf = (name) => name.split("/").at(-1);
export const isOurs = (name) => name === named(idOf(name));

// Returns the stored pages of games, the one played last at the end; each is named `game`, the path, the owner.
export async function keptPages() {
  const all = (await caches.keys()).filter((item) => item.startsWith(`game ${root}`)), at = new Map();
  for (const item of all) at.set(item, Number((await caches.match(item.split(" ")[1], { cacheName: item }))?.headers.get("At") ?? 0));
  return all.sort((item, other) => at.get(item) - at.get(other));
}
