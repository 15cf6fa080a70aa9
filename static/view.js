// Keeps the table view, and the sheet of who looks on, up to date: asks every two seconds whether there is something
// new, and says when nobody answers. Keeps the screen awake, where the browser lets it.

const EVERY = 2000, PATIENCE = 5000; // ms
const awake = document.getElementById("awake");
const stale = document.getElementById("stale");
const words = JSON.parse(awake.dataset.words);
// Nothing else makes a page of a text here: the policy of these pages forbids it.
const policy = window.trustedTypes?.createPolicy("scorepad", { createHTML: (text) => text });
let lastAnswer = new Date(), timer;

function ask(address) {
  return fetch(address, { cache: "no-store", signal: AbortSignal.timeout(PATIENCE) }).then((answer) => {
    if (!answer.ok) throw new Error(answer.status);
    return answer;
  });
}

async function refresh() {
  const text = await (await ask(location.href)).text();
  const page = new DOMParser().parseFromString(policy?.createHTML(text) ?? text, "text/html");
  for (const part of ["this", "board"]) {
    document.getElementById(part).replaceWith(document.adoptNode(page.getElementById(part)));
  }
  document.title = page.title;
}

async function poll() {
  clearTimeout(timer);
  try {
    const { v, draft } = await (await ask(awake.dataset.address)).json();
    if (`${v} ${draft}` !== document.getElementById("board").dataset.version) await refresh();
    lastAnswer = new Date();
    stale.hidden = true;
  } catch {
    const time = lastAnswer.toLocaleTimeString([], { hour: "2-digit", minute: "2-digit" });
    stale.textContent = words.stale.replace("{time}", time);
    stale.hidden = false;
  }
  document.body.classList.toggle("stale", !stale.hidden);
  if (!document.hidden) timer = setTimeout(poll, EVERY);
}

// --- the screen stays on ------------------------------------------------------------------------------

let keepAwake = false;

async function stayAwake() {
  keepAwake = true;
  try {
    const lock = await navigator.wakeLock.request("screen");
    awake.textContent = "";
    lock.addEventListener("release", () => { awake.textContent = words.tap; });
  } catch {
    awake.textContent = words.dark; // a battery too low, a browser that refuses
  }
}

if (!words.tap) {
  // a page that is read now and then: the screen may go dark
} else if ("wakeLock" in navigator) {
  awake.textContent = words.tap;
  addEventListener("click", stayAwake);
} else {
  awake.textContent = words.dark; // never without https
}

// --- the whole screen ---------------------------------------------------------------------------------

const whole = document.getElementById("whole");
if (whole) whole.hidden = !document.fullscreenEnabled;
whole?.addEventListener("click", () => {
  if (document.fullscreenElement) document.exitFullscreen();
  else document.documentElement.requestFullscreen();
});

document.addEventListener("visibilitychange", () => {
  if (document.hidden) return;
  poll();
  if (keepAwake) stayAwake();
});
timer = setTimeout(poll, EVERY);
