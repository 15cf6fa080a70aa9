// The service worker: answers with a game's stored page when the server does not. It stores nothing itself. HEADERS,
// which the server adds above this, are those of every page.

import { keptPages, root } from "./root.js";

const PATIENCE = 2000; // ms to wait for an answer if there is a stored page

addEventListener("install", () => skipWaiting());

addEventListener("fetch", (event) => {
  const { pathname } = new URL(event.request.url);
  if (event.request.method !== "GET") return;
  if (pathname.includes("/static/")) event.respondWith(file(event.request));
  else if (event.request.mode !== "navigate") return;
  else if (pathname === root || /\/games\/[\w-]+$/.test(pathname)) event.respondWith(page(event, pathname));
  else if (/\/games\/[\w-]+\/./.test(pathname)) event.respondWith(within(event.request, pathname));
});

const file = async (request) => (await caches.match(request)) ?? fetch(request);

async function page(event, path) {
  const kept = path === root ? await lastGame() : await keptPage(path);
  const answer = answered(event.request, path);
  event.waitUntil(answer.catch(() => {}));
  if (!kept) return answer;
  const late = new Promise((done) => setTimeout(done, PATIENCE, kept));
  return Promise.race([answer.then((item) => (item.status < 500 ? item : kept), () => kept), late]);
}

// A page of a game that is not kept: the game's page says what it knows, and what needs the server.
async function within(request, path) {
  const [game] = /.*\/games\/[\w-]+/.exec(path), answer = fetch(request);
  if (!(await caches.match(game))) return answer;
  const kept = () => Response.redirect(`${game}#away-${path.split("/").at(-1)}`);
  const late = new Promise((done) => setTimeout(done, PATIENCE)).then(isThere).then(() => answer, kept);
  return Promise.race([answer.catch(kept), late]);
}

// Fails if the server does not answer at all: a page that takes long is no reason to leave it.
const isThere = () => fetch(`${root}worker.js`, { method: "HEAD", cache: "no-store", signal: AbortSignal.timeout(PATIENCE) });

async function keptPage(path) {
  const kept = await caches.match(path);
  return kept && new Response(kept.body, { headers: { ...HEADERS, "Content-Type": "text/html; charset=utf-8" } });
}

// A browser without permission for a game stores no page of it.
async function answered(request, path) {
  const answer = await fetch(request);
  if ([401, 403, 404, 410].includes(answer.status)) await forget(path);
  return answer;
}

async function forget(path) {
  for (const name of await caches.keys()) if (name.startsWith(`game ${path} `)) await caches.delete(name);
}

addEventListener("message", (event) => event.waitUntil(forget(`${root}games/${event.data.forget}`)));

async function lastGame() {
  const last = (await keptPages()).map((name) => name.split(" ")[1]).findLast((path) => path !== `${root}games/demo`);
  return last && Response.redirect(`${last}#away-games`);
}
