// The outbox on this phone, a table of entries in IndexedDB, and its export as a file.

let opened, cleared = () => {};

// `restore` is called when the stored entries may be gone, because the site data was cleared.
export const whenCleared = (restore) => { cleared = restore; };

// With `begins` the table is created if there is none.
const open = (begins) => new Promise((done) => {
  try {
    const asked = indexedDB.open("scorepad", 1);
    asked.onupgradeneeded = () => (begins ? asked.result.createObjectStore("queue", { keyPath: "id" }) : asked.transaction.abort());
    asked.onsuccess = () => {
      asked.result.onclose = () => { opened = undefined; cleared(); };
      done(asked.result);
    };
    asked.onerror = () => done(null);
  } catch {
    done(null); // a private window: entries live as long as the page
  }
});

// Returns the result of `ask` on the table, "readonly" or "readwrite"; null if there is no table.
export async function kept(mode, ask, begins = true) {
  try {
    return await asked(await (opened ??= open(begins)), mode, ask);
  } catch { // a phone that slept has taken it away
    return asked(await (opened = open(begins)), mode, ask);
  }
}

async function asked(database, mode, ask) {
  if (!database) return opened = null; // opened again the next time
  return new Promise((done) => {
    const change = database.transaction("queue", mode, { durability: "strict" });
    const answer = ask(change.objectStore("queue"));
    change.commit?.(); // a page that goes away now takes nothing along
    change.oncomplete = () => done(answer.result);
    change.onerror = change.onabort = () => done(null);
  });
}

// The address of a file of these entries, which any page of their game takes in.
export function unsentFile(game, entries) {
  const held = entries.map(({ id, address, pairs, after, seen, hand, stage }) => ({ id, address, pairs: [["seen", seen ?? ""], ...pairs], after, hand, stage }));
  const text = JSON.stringify({ format: "scorepad-unsent/1", game, entries: held }, null, 1);
  return URL.createObjectURL(new Blob([text], { type: "application/json" }));
}
