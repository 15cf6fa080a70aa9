// Reloads the stored pages of games in a newly chosen language, so that they are in it offline too. A page that
// cannot be loaded stays in the language before.

import { put } from "./page_store.js";
import { keptPages } from "./root.js";

const language = (text) => text.match(/<html lang="([\w-]+)"/)?.[1];

async function speak() {
  for (const name of await keptPages()) {
    const path = name.split(" ")[1], kept = await (await caches.match(path))?.text();
    if (language(kept) === document.documentElement.lang) continue;
    const answer = await fetch(path), text = answer.ok ? await answer.text() : "";
    if (text.includes("data-plan")) await put(name, text);
  }
}

if (window.caches) speak().catch(() => {}); // no answer, or no room
