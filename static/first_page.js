// Shows the first page of a print next to its form, or why it is refused, and follows the choices.

const figure = document.querySelector(".first-page"), [caption] = figure.children;
const picture = Object.assign(new Image(), { alt: figure.dataset.alt });
const form = figure.previousElementSibling, PAUSE = 250; // ms
let latest = 0, waiting;
figure.prepend(picture);

async function show() {
  const mine = ++latest, query = new URLSearchParams(new FormData(form));
  query.delete("keep"); // only a print is remembered
  query.set("picture", "y");
  const address = `${form.action}?${query}`, answer = await fetch(address).catch(() => null), text = await answer?.text();
  if (mine !== latest || !(answer?.ok || answer?.status === 422)) return;
  if (answer.ok) picture.src = address;
  picture.hidden = !answer.ok;
  caption.textContent = answer.ok ? /<title>(.*?)</.exec(text)[1] : text;
  caption.className = answer.ok ? "hint" : "refusal";
  figure.hidden = false;
}

form.addEventListener("input", () => {
  clearTimeout(waiting);
  waiting = setTimeout(show, PAUSE);
});
show();
