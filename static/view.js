// Updates the table view, the viewer's sheet and the standings, and says when there is no answer. Keeps the screen
// awake if the browser allows it.

import { stayAwake } from "./wake_lock.js";
import { fetched, follow } from "./follow.js";
import { leadToPlayers } from "./links.js";
import { parsePage } from "./page_parser.js";

const awake = document.getElementById("awake");
const stale = document.getElementById("stale");
const words = JSON.parse(awake.dataset.words);
const seen = () => document.getElementById("board").dataset.version;
let lastAnswer = new Date();

function show(text) {
  const page = parsePage(text);
  // Another language was chosen on another page: this one comes in it as a whole.
  if (page.getElementById("board").lang !== document.documentElement.lang) return location.reload();
  for (const part of ["this", "board"]) {
    document.getElementById(part).replaceWith(document.adoptNode(page.getElementById(part)));
  }
  if (page.title) document.title = page.title;
  answered(true);
}

function answered(is) {
  if (is) lastAnswer = new Date();
  else {
    const time = lastAnswer.toLocaleTimeString([], { hour: "2-digit", minute: "2-digit" });
    stale.textContent = words.stale.replace("{time}", time);
  }
  stale.hidden = is;
  document.body.classList.toggle("stale", !is);
}

async function ask() {
  try {
    const { v, draft } = await (await fetched(awake.dataset.address)).json();
    const shown = seen(), now = shown.includes(".") ? `${v}.${draft}` : String(v);
    if (now !== shown) show(await (await fetched(location.href)).text());
    answered(true);
  } catch (lost) {
    answered(false);
    throw lost;
  }
}

follow(awake.dataset.stream, seen, show, ask);

// --- the screen stays on

if (words.tap) { // a page that is read now and then has no word for it: the screen may go dark
  const tell = (how) => {
    awake.textContent = words[how] ?? "";
    setTimeout(() => { awake.textContent = ""; }, 10000);
  };
  tell("wakeLock" in navigator ? "tap" : "dark"); // never without https
  stayAwake(tell);
}

// --- the whole screen

const whole = document.getElementById("whole");
if (whole) whole.hidden = !document.fullscreenEnabled;
whole?.addEventListener("click", () => (document.fullscreenElement ? document.exitFullscreen() : document.documentElement.requestFullscreen()));

leadToPlayers();
