// Passes picture and text to the device's share menu, and the text to the clipboard, if the browser has them; over
// plain http it has not. Without them the link leads to a page and the button is hidden.

const words = (id) => document.getElementById(id).textContent;

async function send(link, text) {
  const given = text && { text };
  try {
    const picture = link.dataset.send && (await (await fetch(link.dataset.send)).blob());
    const files = picture ? [new File([picture], "standings.png", { type: "image/png" })] : [];
    await navigator.share({ ...(navigator.canShare?.({ files }) && { files }), ...given, title: document.title });
  } catch (error) {
    if (error.name !== "AbortError" && link.href) location.href = link.href; // a cancelled share is no error
  }
}

for (const link of document.querySelectorAll("a[data-send]")) {
  link.addEventListener("click", (event) => {
    const probe = new File([""], "standings.png", { type: "image/png" });
    if (!navigator.canShare?.({ files: [probe] })) return;
    event.preventDefault();
    send(link);
  });
}

for (const button of document.querySelectorAll("[data-share]")) {
  button.hidden = !navigator.share;
  button.addEventListener("click", () => send(button, words(button.dataset.share)));
}

for (const button of document.querySelectorAll("[data-copy]")) {
  button.hidden = !navigator.clipboard;
  button.addEventListener("click", async () => {
    await navigator.clipboard.writeText(words(button.dataset.copy));
    document.getElementById("live").textContent = button.textContent = button.dataset.copied;
  });
}
