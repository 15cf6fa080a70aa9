// Filters the list of games while the user types. Without this script, the form's button filters it.

const form = document.getElementById("choose"), none = document.getElementById("none");
const groups = [...document.querySelectorAll(".group")], MANY = 8;
// Same result as letters_of in Python: lowercase letters without accents, and digits.
const letters = (text) => text.normalize("NFKD").toUpperCase().toLowerCase().replace(/[^\p{L}\p{N}]/gu, "");
const games = [...document.querySelectorAll("[data-names]")].map((item) => ({
  item, names: JSON.parse(item.dataset.names), players: item.dataset.players.split(" ").map(Number),
}));
// Games that Scorepad does not have; found by the beginnings of their names.
const others = [...document.querySelectorAll("[data-other]")];

function show() {
  const { q, players } = form.elements, wanted = letters(q.value), count = Number(players.value);
  for (const { item, names, players: [fewest, most] } of games) {
    const matches = names.filter((name) => letters(name).includes(wanted)), also = item.querySelector(".also");
    const fits = !count || (fewest <= count && count <= most) || (count === MANY && most >= MANY);
    item.hidden = !matches.length || !fits;
    // A match in the visible name needs no explanation.
    also.hidden = !wanted || !matches.length || matches.includes(item.querySelector("b").textContent);
    if (!also.hidden) also.textContent = document.querySelector(".choose").dataset.also.replace("{names}", matches.join(", "));
    const link = item.querySelector("a"), address = new URL(link.href);
    if (count) address.searchParams.set("players", count);
    else address.searchParams.delete("players");
    link.href = address;
  }
  for (const group of groups) {
    const left = group.querySelectorAll("li:not([hidden])").length, shown = group.querySelector("summary .end");
    group.hidden = !left;
    if (shown) {
      shown.textContent = left;
      group.open = Boolean(wanted);
    }
  }
  for (const other of others) other.hidden = !wanted || !JSON.parse(other.dataset.other).some((name) => letters(name).startsWith(wanted));
  const empty = groups.every((group) => group.hidden), missing = others.some((other) => !other.hidden);
  const words = JSON.parse(none.dataset.words);
  none.textContent = missing ? words.missing : empty ? words.none : "";
  document.getElementById("instead").hidden = !missing && !empty;
}

form.addEventListener("input", show);
form.elements.q.addEventListener("search", show); // the field's clear button
show();
