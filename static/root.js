// Whose pages these are: where all addresses of a group begin, "/" on a laptop and "/g/…/" on a host. There a browser
// keeps for one address what several groups have, so that each has names of its own for it.

export const root = /^(\/g\/\w+)?\//.exec(location.pathname)[0];

export const gameOf = (path) => path.slice(root.length).split("/")[1]; // its id
export const named = (game) => root.slice(3) + game;
export const idOf = (name) => name.split("/").at(-1);
export const isOurs = (name) => name === named(idOf(name));
