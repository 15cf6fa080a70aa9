// A link lies over each row of a sheet, to the page of its hand: what is touched there is a player's cell, and it leads to
// what is said of them.

export function leadToPlayers() {
  document.addEventListener("pointerdown", ({ target, clientX, clientY }) => {
    if (!target.matches(".sheet th > a")) return;
    const cell = document.elementsFromPoint(clientX, clientY)[1]?.closest("td"), totals = [...document.querySelectorAll(".sheet [data-total]")];
    target.hash = cell && totals.at(cell.cellIndex - target.closest("tr").cells.length)?.dataset.total || ""; // counted from the last
  });
}
