// Where the queue lies on this phone: a table of entries in IndexedDB.

const open = () => new Promise((done) => {
  try {
    const asked = indexedDB.open("scorepad", 1);
    asked.onupgradeneeded = () => asked.result.createObjectStore("queue", { keyPath: "id" });
    asked.onsuccess = () => done(asked.result);
    asked.onerror = () => done(null);
  } catch {
    done(null); // a private window: what is tapped lives as long as the page
  }
});
let opened = open();

// What `ask` asks the table for, "readonly" or "readwrite"; null where there is none.
export async function kept(mode, ask) {
  try {
    return await asked(await opened, mode, ask);
  } catch { // a phone that slept has taken it away
    return asked(await (opened = open()), mode, ask);
  }
}

async function asked(database, mode, ask) {
  if (!database) return null;
  return new Promise((done) => {
    const change = database.transaction("queue", mode, { durability: "strict" });
    const answer = ask(change.objectStore("queue"));
    change.commit?.(); // a page that goes away now takes nothing along
    change.oncomplete = () => done(answer.result);
    change.onerror = change.onabort = () => done(null);
  });
}
