// Hands the picture to the phone's own way of sharing, where there is one; else the link opens it, as without a script.

for (const link of document.querySelectorAll("[data-send]")) {
  link.addEventListener("click", async (event) => {
    const probe = new File([""], "standings.png", { type: "image/png" });
    if (!navigator.canShare?.({ files: [probe] })) return;
    event.preventDefault();
    try {
      const picture = await (await fetch(link.href)).blob();
      await navigator.share({ files: [new File([picture], "standings.png", { type: "image/png" })], title: document.title });
    } catch (error) {
      if (error.name !== "AbortError") location.href = link.href; // whoever changes their mind wants nothing
    }
  });
}
