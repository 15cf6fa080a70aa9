// The form for a new game: shows as many seats as needed, fills in known names with one tap, and offers common sizes of
// hands. The form also works without this script.

const form = document.getElementById("new-game");
const seats = [...form.querySelectorAll("[name^='players.']")];
const names = () => seats.map((seat) => seat.value.trim()).filter(Boolean);

function showSeats() {
  const last = seats.findLastIndex((seat) => seat.value.trim());
  const shown = Math.max(Number(form.dataset.seats), last + 2);
  seats.forEach((seat, at) => { seat.closest("li").hidden = at >= shown; });
}

// --- known names

const buttons = [...form.querySelectorAll(".known button")];
for (const button of buttons) {
  button.addEventListener("click", () => {
    seats.find((input) => !input.value.trim()).value = button.textContent;
    show();
  });
}

function showKnown() {
  const taken = names();
  for (const button of buttons) button.disabled = taken.includes(button.textContent) || taken.length === seats.length;
}

// --- first dealer

function showDealers() {
  for (const seat of seats) seat.closest("li").querySelector(".sr").textContent = seat.value.trim() || seat.placeholder;
}

// --- sizes of the hands

const ladder = document.getElementById("ladder"), sizes = [...form.querySelectorAll("[name=sizes][data-texts]")];

function showSizes() {
  for (const size of sizes) {
    const texts = JSON.parse(size.dataset.texts), counts = Object.keys(texts).map(Number);
    const [label, about] = texts[Math.min(Math.max(names().length || Number(form.dataset.seats), counts[0]), counts.at(-1))];
    size.nextElementSibling.textContent = label;
    if (size.checked) document.getElementById("length").textContent = about;
  }
  if (sizes.length && !sizes.some((size) => size.checked)) document.getElementById("length").textContent = "";
}

form.addEventListener("change", ({ target }) => {
  if (target.name !== "sizes") return;
  if (target.dataset.texts) ladder.value = target.value;
  else ladder.focus();
  showSizes();
});

function show() {
  showSeats();
  showKnown();
  showDealers();
  showSizes();
}

// --- points

const scheme = document.getElementById("scheme");
scheme.addEventListener("change", () => {
  let about = document.getElementById("hint-scheme");
  if (!about) scheme.before(about = Object.assign(document.createElement("p"), { id: "hint-scheme", className: "hint" }));
  about.textContent = scheme.selectedOptions[0].dataset.about;
  scheme.setAttribute("aria-describedby", about.id);
  document.getElementById("scheme-now").textContent = scheme.selectedOptions[0].text;
});

form.addEventListener("input", ({ target }) => {
  if (seats.includes(target)) show();
  if (target.name === "ties") document.getElementById("ties-now").textContent = target.parentElement.textContent.trim();
});
form.addEventListener("keydown", (event) => {
  const next = seats[seats.indexOf(event.target) + 1];
  if (event.key !== "Enter" || !seats.includes(event.target) || !event.target.value.trim() || !next) return;
  event.preventDefault(); // Enter (“next” on a phone's keyboard) moves to the next seat
  next.focus();
});
show();
if (!seats[0].value && !form.querySelector("[aria-invalid=true]")) seats[0].focus({ preventScroll: true });
