// A photograph of a sheet, drawn on this page: larger, smaller, turned. It is read and drawn here and sent nowhere.

const MOST = 4096, LARGEST = 8; // pixels a side: more, and a telephone draws nothing; times the width of its place
const field = document.getElementById("photo"), box = document.querySelector(".picture");
const canvas = box.firstElementChild, lens = document.getElementById("lens");
let photograph, quarters = 0, zoom = 1;

async function take() {
  if (!field.files.length) return; // the user cancelled the choice
  const taken = await createImageBitmap(field.files[0]).catch(() => null);
  const refusal = document.getElementById("no-photo");
  refusal.textContent = taken ? "" : refusal.dataset.words;
  if (!taken) return;
  photograph?.close();
  [photograph, quarters, zoom] = [taken, 0, 1];
  box.hidden = lens.hidden = false;
  document.getElementById("about-photo").hidden = true;
  draw();
}

function draw() {
  const scale = Math.min(1, MOST / Math.max(photograph.width, photograph.height));
  const [width, height] = [photograph.width, photograph.height].map((item) => Math.round(item * scale));
  [canvas.width, canvas.height] = quarters % 2 ? [height, width] : [width, height];
  const pen = canvas.getContext("2d");
  pen.translate(canvas.width / 2, canvas.height / 2);
  pen.rotate(quarters * Math.PI / 2);
  pen.drawImage(photograph, -width / 2, -height / 2, width, height);
}

// The centre stays in place.
function look(closer) {
  const before = zoom;
  zoom = Math.min(LARGEST, Math.max(1, zoom * closer));
  const [x, y] = [box.scrollLeft + box.clientWidth / 2, box.scrollTop + box.clientHeight / 2];
  canvas.style.width = `${zoom * 100}%`;
  box.scrollTo(x * zoom / before - box.clientWidth / 2, y * zoom / before - box.clientHeight / 2);
}

const ACTS = {
  larger: () => look(1.5),
  smaller: () => look(1 / 1.5),
  turn: () => {
    quarters += 1;
    draw();
  },
};

export function begin() {
  field.addEventListener("change", take);
  lens.addEventListener("click", ({ target }) => ACTS[target.dataset.lens]?.());
}
