// Shows the progress of an import below its form until the next page comes. The form also works without this script.

const EVERY = 500; // ms
const READ_OUT = 10; // a screen reader hears every tenth update
const PATIENCE = 120; // polls without an answer until the import counts as ended

const form = document.getElementById("import"), line = document.getElementById("far");
const files = document.getElementById("files"), chosen = document.getElementById("chosen");
let timer, updates, silent;

function name() {
  if (files.files.length) chosen.textContent = [...files.files].map((file) => file.name).join(", ");
}

files?.addEventListener("change", name);

function show({ number, count }) {
  silent = number ? 0 : silent + 1;
  if (!number) return;
  line.textContent = line.dataset.words.replace("{number}", number).replace("{count}", count);
  if (updates++ % READ_OUT === 0) document.getElementById("live").textContent = line.textContent;
  line.scrollIntoView({ block: "nearest" });
}

async function ask() {
  const address = `${line.dataset.asked}?of=${form.elements.event_id.value}`;
  await fetch(address, { cache: "no-store" }).then((answer) => answer.json()).then(show, () => show({}));
  if (silent < PATIENCE) timer = setTimeout(ask, EVERY);
  else line.textContent = "";
}

form.addEventListener("submit", () => {
  clearTimeout(timer);
  [updates, silent] = [0, 0];
  timer = setTimeout(ask, EVERY);
});

addEventListener("pageshow", ({ persisted }) => { // back by the browser's own button
  if (files) name();
  if (!persisted) return;
  clearTimeout(timer);
  line.textContent = document.getElementById("live").textContent = "";
});
