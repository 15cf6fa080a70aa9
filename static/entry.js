// Makes tapping quick: keeps every tap at once, adds up, and brings the next player into view.
// The form is whole without it, and no points are worked out here.

const form = document.getElementById("entry");
const words = JSON.parse(form?.dataset.words ?? "{}");
const stage = form?.dataset.stage;
const prefix = { bids: "bid", tricks: "taken", made: "made", correction: "taken" }[stage];
const cards = Number(form?.dataset.cards);
const button = form?.querySelector(".foot .do");
const ready = button?.textContent;

const say = (words, values) => words.replace(/\{(\w+)\}/g, (_, name) => values[name]);
const radios = (name) => [...form.querySelectorAll(`input[name="${CSS.escape(name)}"]`)];
const player = (name) => form.querySelector(`[data-field="${CSS.escape(name)}"]`);
const called = (name) => player(name).querySelector(".name").textContent;

function chosen(name) {
  const input = radios(name).find((one) => one.checked);
  return input ? Number(input.value) : null;
}

const fields = [...new Set([...(form?.querySelectorAll("input[type=radio]") ?? [])].map((input) => input.name))]
  .filter((name) => name.startsWith(`${prefix}.`));

const open = () => fields.filter((name) => chosen(name) === null);

const add = (names) => names.reduce((sum, name) => sum + (chosen(name) ?? 0), 0) +
  Number(form.elements.cancelled?.value || 0);

// --- keeping taps ---------------------------------------------------------------------------------

let keeping = Promise.resolve();

function keep(field, value) {
  const url = form.dataset.draft;
  if (!url) return;
  const token = form.querySelector("[name=csrf_token]")?.value ?? "";
  const body = new URLSearchParams({ field, value, csrf_token: token });
  // One after another, so that the last tap is the one that stays.
  keeping = keeping.then(() => fetch(url, { method: "POST", body, keepalive: true })).catch(() => {});
}

function choose(name, value) {
  const input = radios(name).find((one) => Number(one.value) === value);
  if (!input || input.checked) return;
  input.checked = true;
  keep(name, input.value);
}

// --- what is shown --------------------------------------------------------------------------------

function showSum(missing) {
  if (stage === "made" || !words.even) return; // nothing to add up
  const sum = add(fields), off = Math.abs(sum - cards);
  const how = missing.length ? "so_far" : sum > cards ? "over" : sum < cards ? "under" : "even";
  document.getElementById("sum").textContent = say(words[how], { sum, cards, off });
}

// What the last bidder may not bid, as soon as all others have bid: the number, else nothing.
function forbidden() {
  const name = form.dataset.hook;
  const others = fields.filter((one) => one !== name);
  if (!name || others.some((one) => chosen(one) === null)) return null;
  const left = cards - add(others);
  return left < 0 ? null : left;
}

function strikeHook() {
  const name = form.dataset.hook;
  if (!name) return;
  const left = forbidden();
  for (const input of radios(name)) input.closest(".chip").classList.toggle("struck", Number(input.value) === left);
  document.getElementById("hook").textContent = left === null ? "" : say(words.hook, { name: called(name), off: left });
}

// The button says what is missing, and is quiet as long; pressed all the same, the answer says it again.
function showButton(missing) {
  const off = cards - add(fields);
  const uneven = stage === "tricks" && !missing.length && off;
  const what = uneven ? (off > 0 ? words.under_button : words.over_button) : words.next;
  const quiet = missing.length > 0 || Boolean(uneven);
  button.classList.toggle("quiet", quiet);
  button.textContent = quiet ? say(what, { name: missing.length ? called(missing[0]) : "", off: Math.abs(off) }) : ready;
}

// The last number is settled by the others: what is left over fills itself in.
const touched = new Set();

function fillRest(changed) {
  touched.add(changed);
  const rest = fields.filter((name) => !touched.has(name));
  if (stage === "tricks" && rest.length === 1) choose(rest[0], cards - add(fields.filter((name) => name !== rest[0])));
}

// The contract's level is the declarer's bid.
function fillDeclarer() {
  const { value: declarer } = form.elements["contract.declarer"], { value: level } = form.elements["contract.level"];
  if (declarer && level) choose(`bid.${declarer}`, Number(level));
}

function turnTo(name) {
  form.querySelector(".now")?.classList.remove("now");
  if (!name) return;
  player(name).classList.add("now");
  player(name).scrollIntoView({ block: "nearest" });
}

function show() {
  if (!prefix) return;
  const missing = open();
  showSum(missing);
  strikeHook();
  if (stage !== "correction") showButton(missing);
  if (stage === "bids") turnTo(missing[0]);
}

// --- the last bid ends the bidding ------------------------------------------------------------------

const PAUSE = 700; // ms in which another tap still holds it back
let byFinger = false, going;

function endBidding(before) {
  const last = form.dataset.hook;
  if (!("ends" in form.dataset) || !byFinger || !before || open().length) return;
  if (last && chosen(last) === forbidden()) return;
  going = setTimeout(() => form.requestSubmit(button), PAUSE);
}

if (form) {
  // With the arrow keys one comes past the other numbers: only a finger or a mouse says at once what is meant.
  addEventListener("pointerdown", () => { byFinger = true; clearTimeout(going); });
  addEventListener("keydown", () => { byFinger = false; clearTimeout(going); });
  let missing = open().length;
  form.addEventListener("change", ({ target }) => {
    if (!target.name || target.type === "hidden") return;
    keep(target.name, target.type === "checkbox" && !target.checked ? "" : target.value);
    if (/^contract\.(declarer|level)$/.test(target.name)) fillDeclarer();
    show();
    endBidding(missing);
    missing = open().length;
  });
  // A tap on the number that stands there changes nothing, and yet says that it is right.
  form.addEventListener("click", ({ target }) => {
    if (!target.name?.startsWith("taken.")) return;
    fillRest(target.name);
    show();
  });
  let sent = false;
  form.addEventListener("submit", (event) => {
    if (sent) event.preventDefault(); // a second tap while the first is on its way
    sent = true;
  });
  addEventListener("pageshow", () => { sent = false; });
  show();
}
