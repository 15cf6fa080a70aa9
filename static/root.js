// Whose pages these are: where all addresses of a group begin, "/" on a laptop and "/g/…/" on a host. There a browser
// keeps for one address what several groups have, so that each has names of its own for it.

export const root = /^(\/g\/\w+)?\//.exec(location.pathname)[0];

export const gameOf = (path) => path.slice(root.length).split("/")[1]; // its id
export const named = (game) => root.slice(3) + game;
export const idOf = (name) => name.split("/").at(-1);
export const isOurs = (name) => name === named(idOf(name));

// What is kept of games, the one that was played last at the end; each is named `game`, the path, whose it is.
export async function keptPages() {
  const all = (await caches.keys()).filter((one) => one.startsWith(`game ${root}`)), at = new Map();
  for (const one of all) at.set(one, Number((await caches.match(one.split(" ")[1], { cacheName: one }))?.headers.get("At") ?? 0));
  return all.sort((one, other) => at.get(one) - at.get(other));
}
