// A link lies over each row of a sheet, to the page of its hand: what is touched there is a player's cell, and it leads to
// what is said of them.

export function leadToPlayers() {
  document.addEventListener("pointerdown", ({ target, clientX, clientY }) => {
    if (!target.matches(".sheet th > a")) return;
    const cell = document.elementsFromPoint(clientX, clientY).find((one) => one.matches(".sheet td")), row = target.closest("tr");
    const totals = row.closest("table").tFoot.querySelectorAll("td"), at = cell ? cell.cellIndex - row.cells.length + totals.length : -1;
    target.hash = totals[at]?.dataset.total ?? "";
  });
}
