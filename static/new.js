// The form for a new game: shows as many seats as needed, fills in known names with one tap, and offers the typed
// names as first dealer. The form also works without this script.

const form = document.getElementById("new-game");
const seats = [...form.querySelectorAll("[name^='players.']")];
const names = () => seats.map((seat) => seat.value.trim()).filter(Boolean);

function showSeats() {
  const last = seats.findLastIndex((seat) => seat.value.trim());
  const shown = Math.max(Number(form.dataset.seats), last + 2);
  seats.forEach((seat, at) => { seat.closest(".field").hidden = at >= shown; });
}

// --- known names ----------------------------------------------------------------------------------

const known = Object.assign(document.createElement("div"), { className: "acts" });
const buttons = [...document.getElementById("known").options].slice(0, 10).map(({ value }) => {
  const button = Object.assign(document.createElement("button"), { type: "button", textContent: value });
  button.addEventListener("click", () => {
    const seat = seats.find((input) => !input.value.trim());
    if (seat) seat.value = value;
    show();
  });
  return button;
});
known.append(...buttons);
seats[0].closest("fieldset").append(known);

function showKnown() {
  const taken = names();
  for (const button of buttons) button.hidden = taken.includes(button.textContent) || taken.length === seats.length;
}

// --- first dealer ---------------------------------------------------------------------------------

const dealer = document.getElementById("first_dealer");
const random = [...dealer.options].find(({ value }) => value === "draw")?.text;

function showDealers(wanted) {
  const [first, ...others] = names();
  const choices = [[first ?? seats[0].placeholder, ""], ...others.map((name) => [name, name]), ...(!random || names().includes("draw") ? [] : [[random, "draw"]])];
  dealer.replaceChildren(...choices.map(([text, value]) => new Option(text, value)));
  dealer.value = [...dealer.options].some(({ value }) => value === wanted) ? wanted : "";
}

function show(wanted = dealer.value) {
  showSeats();
  showKnown();
  showDealers(wanted);
}

// --- points ---------------------------------------------------------------------------------------

const scheme = document.getElementById("scheme");
scheme.addEventListener("change", () => {
  let about = document.getElementById("hint-scheme");
  if (!about) scheme.before(about = Object.assign(document.createElement("p"), { id: "hint-scheme", className: "hint" }));
  about.textContent = scheme.selectedOptions[0].dataset.about;
  scheme.setAttribute("aria-describedby", about.id);
});

form.addEventListener("input", ({ target }) => { if (seats.includes(target)) show(); });
form.addEventListener("keydown", (event) => {
  const next = seats[seats.indexOf(event.target) + 1];
  if (event.key !== "Enter" || !seats.includes(event.target) || !event.target.value.trim() || !next) return;
  event.preventDefault(); // Enter (“next” on a phone's keyboard) moves to the next seat
  next.focus();
});
show();
