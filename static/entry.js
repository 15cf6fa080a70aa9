// Makes tapping quick: keeps every tap at once, adds up, brings the next player into view, and records without
// leaving the page. Every form is whole without it; points and whatever the rules say come from the plan.

import * as plan from "./plan.js";

let known; // the plan of the page
let form, words, stage, prefix, cards, button, ready, fields, choices;

const format = (words, values) => words.replace(/\{(\w+)\}/g, (_, name) => values[name]);
const radios = (name) => choices.get(name) ?? [];
const player = (name) => form.querySelector(`[data-field="${CSS.escape(name)}"]`);
const called = (name) => player(name).querySelector(".name").textContent;

function takeUp() {
  form = document.getElementById("entry");
  known = JSON.parse(document.querySelector("[data-plan]")?.dataset.plan ?? "null");
  words = JSON.parse(form?.dataset.words ?? "{}");
  stage = form?.dataset.stage;
  prefix = { bids: "bid", tricks: "taken", made: "made", correction: "taken" }[stage];
  cards = Number(form?.dataset.cards);
  button = form?.querySelector(".foot .do");
  ready = button?.textContent;
  choices = new Map();
  for (const input of form?.querySelectorAll("input[type=radio]") ?? []) choices.set(input.name, [...radios(input.name), input]);
  fields = [...choices.keys()].filter((name) => name.startsWith(`${prefix}.`));
  touched.clear();
  clearTimeout(timer); // it was meant for the page before
  warned = undefined;
  if (form) show();
  missing = form ? unanswered().length : 0;
  for (const pad of document.querySelectorAll(".pad")) showKeys(pad);
}

function chosen(name) {
  const input = radios(name).find((one) => one.checked);
  return input ? Number(input.value) : null;
}

const unanswered = () => fields.filter((name) => !radios(name).some((one) => one.checked));

const sumOf = (names) => names.reduce((sum, name) => sum + (chosen(name) ?? 0), 0) +
  Number(form.elements.cancelled?.value || 0);

// --- keeping taps ---------------------------------------------------------------------------------

let saving = Promise.resolve();

function saveDraft(field, value) {
  const url = form.dataset.draft;
  if (!url) return;
  const token = form.querySelector("[name=csrf_token]")?.value ?? "";
  const body = new URLSearchParams({ field, value, csrf_token: token });
  // One after another, so that the last tap is the one that stays.
  saving = saving.then(() => fetch(url, { method: "POST", body, keepalive: true })).catch(() => {});
}

function choose(name, value) {
  const input = radios(name).find((one) => Number(one.value) === value);
  if (!input || input.checked) return;
  input.checked = true;
  saveDraft(name, input.value);
}

// --- what is shown --------------------------------------------------------------------------------

function showSum(missing) {
  if (stage === "made" || !words.even) return; // nothing to add up
  const sum = sumOf(fields), off = Math.abs(sum - cards);
  const how = missing.length ? "so_far" : sum > cards ? "over" : sum < cards ? "under" : "even";
  form.querySelector("#sum").textContent = format(words[how], { sum, cards, off });
}

// Who bids last under the hook, as the field is called; undefined without one.
const hooked = () => (stage === "bids" && known.hands[0].sum !== undefined ? `bid.${known.hands[0].bidders.at(-1)}` : undefined);

// What has been bid so far, by player.
const bidsNow = () => Object.fromEntries(fields.map((name) => [name.split(".")[1], chosen(name)]).filter(([, bid]) => bid !== null));

const forbidden = () => plan.forbidden(known.hands[0], bidsNow());

function strikeHook() {
  const name = hooked();
  if (!name) return;
  const left = forbidden(), insisted = left !== null && chosen(name) === left;
  for (const input of radios(name)) input.closest(".chip").classList.toggle("struck", Number(input.value) === left);
  form.querySelector("#hook").textContent = left === null ? "" : format(insisted ? words.waived : words.hook, { name: called(name), off: left });
  sendWaiver(insisted);
}

// The table's word against the hook: a box to tick where the answer has asked for it, else a field of its own.
function sendWaiver(insisted) {
  const box = form.querySelector("[name=hook_waived]:not(.own)"), own = form.querySelector(".own");
  if (box) box.checked = insisted;
  else if (!insisted) own?.remove();
  else if (!own) form.append(Object.assign(document.createElement("input"), { type: "hidden", name: "hook_waived", value: "yes", className: "own" }));
}

// The button says what is missing, and is quiet as long; pressed all the same, the answer says it again.
function showButton(missing) {
  const off = cards - sumOf(fields);
  const uneven = stage === "tricks" && !missing.length && off;
  const what = uneven ? (off > 0 ? words.under_button : words.over_button) : words.next;
  const quiet = missing.length > 0 || Boolean(uneven);
  button.classList.toggle("quiet", quiet);
  button.textContent = quiet ? format(what, { name: missing.length ? called(missing[0]) : "", off: Math.abs(off) }) : ready;
}

// The last number is settled by the others: what is left over fills itself in.
const touched = new Set();

function fillRest(changed) {
  touched.add(changed);
  const rest = fields.filter((name) => !touched.has(name));
  if (stage === "tricks" && rest.length === 1) choose(rest[0], cards - sumOf(fields.filter((name) => name !== rest[0])));
}

// What a contract holds a player to, is their bid.
function fillHeld() {
  const said = (part) => radios(`contract.${part}`).find((one) => one.checked)?.value;
  for (const [who, what] of Object.entries(known.hands[0].held ?? {})) {
    if (said(who) && said(what)) choose(`bid.${said(who)}`, Number(said(what)));
  }
}

function turnTo(name) {
  form.querySelector(".now")?.classList.remove("now");
  if (!name) return;
  player(name).classList.add("now");
  player(name).scrollIntoView({ block: "nearest" });
}

// Where they bid in turn, a bid stands once the next player has bid; Undo takes it back.
function lock() {
  if (!("turns" in form.dataset)) return;
  const bid = fields.filter((name) => chosen(name) !== null);
  for (const name of fields) player(name).querySelector(".chips").inert = bid.includes(name) && name !== bid.at(-1);
}

function takeBack() {
  const last = fields.filter((name) => chosen(name) !== null).at(-1);
  if (stage !== "bids" || !last) return false;
  for (const input of radios(last)) input.checked = false;
  saveDraft(last, "");
  show();
  missing = unanswered().length;
  return true;
}

// On a line of its own, for rows that are folded to one.
function showPicked() {
  for (const name of fields) {
    const input = radios(name).find((one) => one.checked), picked = player(name)?.querySelector(".picked");
    if (picked) picked.textContent = input ? input.parentElement.textContent.trim() : "";
  }
}

function show() {
  if (!prefix) return;
  const missing = unanswered();
  showSum(missing);
  showPicked();
  showBecomes();
  strikeHook();
  if (stage !== "correction") showButton(missing);
  if (stage === "bids") lock();
  if (stage === "bids" || stage === "made") turnTo(missing[0]); // scrolls, so that all else is written before it
}

// --- what the totals become ---------------------------------------------------------------------------

// Totals by tricks of a player, for the bid that is chosen or stands; whose bid sleeps has two: contract made, and set.
function totalsOf(name) {
  if (!known) return [null, null];
  const said = player(name).dataset.bid, bid = stage === "bids" ? chosen(name) : said ? Number(said) : null;
  return [stage === "bids" && bid === null ? null : plan.becomes(known, name.split(".")[1], bid), bid];
}

function becomes(name) {
  const [totals, bid] = totalsOf(name), now = chosen(name);
  if (!totals) return "";
  if ("asleep" in player(name).dataset) return `✓ ${totals[1]} · ✗ ${totals[0]}`;
  if (stage === "tricks" && (now === null || now !== bid)) return now === null ? "" : `→ ${totals[now]}`;
  const missed = [...new Set([totals[bid - 1], totals[bid + 1]].filter((total) => total !== undefined))].join(" / ");
  if (stage === "made" && now !== null) return `→ ${radios(name).find((one) => one.checked).value === "yes" ? totals[bid] : missed}`;
  return `✓ ${totals[bid]} · ✗ ${missed}`;
}

function showBecomes() {
  for (const name of fields) {
    const place = player(name)?.querySelector(".becomes");
    if (place) place.textContent = becomes(name);
  }
}

// A touch on a total shows what it becomes for every number of tricks; another one puts it away.
function showRow(name) {
  const shown = player(name).querySelector(".all");
  if (shown) return shown.remove();
  const [totals] = totalsOf(name), list = Object.assign(document.createElement("p"), { className: "all" });
  if (!totals || totals.length < 3) return;
  list.append(...totals.map((total, tricks) => {
    const one = document.createElement("span");
    one.append(Object.assign(document.createElement("small"), { textContent: tricks }), ` ${total} `);
    return one;
  }));
  player(name).querySelector(".who").after(list);
}

// The pad's suits are those of the level chosen; none without one.
function showKeys(pad) {
  const may = pad.querySelector("[name=level]:checked")?.dataset.may ?? "";
  for (const key of pad.querySelectorAll("[data-key]")) key.disabled = !may.includes(key.dataset.key);
}

// --- the last bid ends the bidding ------------------------------------------------------------------

const PAUSE = 700; // ms in which another tap still holds it back
let byFinger = false, timer, missing = 0;

function endBidding(before) {
  const last = hooked();
  if (!("ends" in form.dataset) || !byFinger || !before || unanswered().length) return;
  if (last && chosen(last) === forbidden()) return;
  timer = setTimeout(() => form.requestSubmit(button), PAUSE);
}

// --- sent without leaving the page --------------------------------------------------------------------

const SLOW = 2000, GONE = 8000; // ms after which it is said that an answer is waited for, and nobody waits any more
let sending = false;

// Nothing else makes a page of a text here: the policy of these pages forbids it.
const policy = window.trustedTypes?.createPolicy("scorepad", { createHTML: (text) => text });
const parsePage = (text) => new DOMParser().parseFromString(policy?.createHTML(text) ?? text, "text/html");

async function send(sent, by) {
  const body = new URLSearchParams(new FormData(sent));
  if (by?.name) body.append(by.name, by.value);
  const waits = setTimeout(() => showNotice(document.body.dataset.waits), SLOW);
  await Promise.race([saving, new Promise((done) => setTimeout(done, 300))]);
  try {
    const answer = await fetch(sent.action, { method: "POST", body, signal: AbortSignal.timeout(GONE) });
    const page = parsePage(await answer.text());
    if (answer.ok || answer.status === 409 || answer.status === 422) replacePage(page, answer.redirected ? answer.url : location.href);
    else showNotice(page.querySelector(".refusal, main section > p").textContent);
  } catch {
    showNotice(document.body.dataset.lost);
  } finally {
    clearTimeout(waits);
    sending = false;
  }
}

// What did not come through is said at the thumb; everything tapped is still there to be sent again.
function showNotice(said) {
  const foot = document.querySelector(".foot") ?? document.querySelector("main");
  let alert = foot.querySelector(".lost");
  if (!alert) foot.prepend(alert = Object.assign(document.createElement("p"), { className: "refusal lost" }));
  alert.setAttribute("role", "alert");
  alert.textContent = said;
}

function replacePage(page, url) {
  const before = measureTotals();
  const focused = document.activeElement?.name && `${document.activeElement.localName}[name="${CSS.escape(document.activeElement.name)}"]`;
  const was = [stage, location.pathname];
  document.title = page.title;
  for (const part of ["header", "main"]) document.querySelector(part).replaceWith(page.querySelector(part));
  if (url !== location.href) history.replaceState(null, "", url);
  takeUp();
  if (stage !== was[0] || location.pathname !== was[1]) scrollTo(0, 0);
  (focused && document.querySelector(`main ${focused}`) || document.querySelector("main")).focus({ preventScroll: true });
  document.getElementById("live").textContent = document.querySelector(".refusal, .said, .contract")?.textContent ?? "";
  animate(before);
}

const measureTotals = () => new Map([...document.querySelectorAll("[data-total]")].map((one) => [one.dataset.total, [one.textContent, one.getBoundingClientRect()]]));

// Totals and places move to where they are now; for those who ask for no motion they are simply there.
function animate(before) {
  if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  for (const one of document.querySelectorAll("[data-total]")) {
    const [text, box] = before.get(one.dataset.total) ?? [], now = one.getBoundingClientRect();
    const moved = box && one.closest(".standing") && box.x !== now.x;
    if (!box || !moved && text === one.textContent) continue;
    const from = moved ? `translate(${box.x - now.x}px, ${box.y - now.y}px)` : "translateY(-.6em)";
    one.animate([{ transform: from }, { transform: "none" }], { duration: 400, easing: "ease-out" });
  }
}

// What a correction would change for whom, as soon as it is typed.
async function preview() {
  const body = new URLSearchParams(new FormData(form)), place = document.getElementById("preview");
  try {
    const answer = await fetch(form.dataset.preview, { method: "POST", body });
    const page = parsePage(await answer.text());
    place.replaceChildren(...(page.querySelector(answer.ok ? "#preview" : ".refusal")?.childNodes ?? []));
  } catch {
    place.textContent = "";
  }
}

// --- taps ---------------------------------------------------------------------------------------------

// With the arrow keys one comes past the other numbers: only a finger or a mouse says at once what is meant.
addEventListener("pointerdown", () => { byFinger = true; clearTimeout(timer); });
addEventListener("keydown", () => { byFinger = false; clearTimeout(timer); });

document.addEventListener("change", ({ target }) => {
  const pad = target.closest(".pad");
  if (pad) showKeys(pad);
  if (target.form !== form || !target.name || target.type === "hidden") return;
  saveDraft(target.name, target.type === "checkbox" && !target.checked ? "" : target.value);
  if (target.name.startsWith("contract.")) fillHeld();
  if (form.dataset.preview) preview();
  show();
  endBidding(missing);
  missing = unanswered().length;
});

document.addEventListener("click", (event) => {
  const { target } = event;
  if (target.closest("[form=undo]") && takeBack()) return event.preventDefault();
  if (target.closest("[data-field] .total")) return showRow(target.closest("[data-field]").dataset.field);
  if (target.closest(".open")) return turnTo(target.closest("[data-field]").dataset.field);
  if (!form || target.form !== form) return;
  insist(event);
  // A tap on the number that stands there changes nothing, and yet says that it is right.
  if (event.defaultPrevented || !target.name?.startsWith("taken.")) return;
  fillRest(target.name);
  show();
});

// The hook's number takes a second tap: the first one says why.
let warned;

function insist(event) {
  const { target } = event;
  if (target.name !== hooked() || !target.closest(".struck")) return;
  if (warned !== target.value && byFinger) {
    event.preventDefault();
    form.querySelector("#hook").textContent = format(words.insist, { name: called(target.name), off: target.value });
  }
  warned = target.value;
}

document.addEventListener("submit", (event) => {
  const soft = "soft" in event.target.dataset || event.target === form;
  if (sending) return event.preventDefault(); // a second tap while the first is on its way
  sending = true;
  if (!soft || new URL(event.target.action).pathname === location.pathname) return;
  event.preventDefault();
  send(event.target, event.submitter);
});
addEventListener("pageshow", () => { sending = false; });

// The screen stays awake while somebody writes, where the browser allows it: on this machine and over https.
let awake;

async function stayAwake() {
  if (document.hidden || (awake && !awake.released)) return;
  try { awake = await navigator.wakeLock?.request("screen"); } catch { /* it goes dark, as ever */ }
}
document.addEventListener("click", stayAwake);
document.addEventListener("visibilitychange", () => awake && stayAwake());

takeUp();
