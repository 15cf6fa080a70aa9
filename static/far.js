// How far the files are that the form has sent, asked for and said below it until the next page comes. The form is
// whole without it.

const EVERY = 500; // ms
const READ_OUT = 10; // of so many times that it is shown it is read out once
const PATIENCE = 120; // times that nothing is told, after which nobody works on it any more

const form = document.getElementById("import"), line = document.getElementById("far");
let timer, told, silent;

function show({ number, count }) {
  silent = number ? 0 : silent + 1;
  if (!number) return;
  line.textContent = line.dataset.words.replace("{number}", number).replace("{count}", count);
  if (told++ % READ_OUT === 0) document.getElementById("live").textContent = line.textContent;
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
  [told, silent] = [0, 0];
  timer = setTimeout(ask, EVERY);
});

addEventListener("pageshow", ({ persisted }) => { // back by the browser's own button
  if (!persisted) return;
  clearTimeout(timer);
  line.textContent = document.getElementById("live").textContent = "";
});
