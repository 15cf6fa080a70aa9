// What a page needs only when the laptop answers is fetched then: it can play without it.

const PATIENCE = 8000; // ms
const asked = {};
let tries = 0; // a browser remembers of an address that nothing came

// Loads the script of this name; throws if it does not come, and tries again the next time.
export function later(name) {
  asked[name] ??= new Promise((done, failed) => {
    import(`./${name}.js?${tries}`).then(done, failed);
    setTimeout(failed, PATIENCE);
  }).catch((error) => {
    asked[name] = undefined;
    tries += 1;
    throw error;
  });
  return asked[name];
}
