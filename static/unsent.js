// What waits on this phone as a file, which any page of its game takes in.

export function unsentFile(game, entries) {
  const held = entries.map(({ id, address, pairs, after, seen, hand, stage }) => ({ id, address, pairs: [["seen", seen ?? ""], ...pairs], after, hand, stage }));
  const text = JSON.stringify({ format: "scorepad-unsent/1", game, entries: held }, null, 1);
  return URL.createObjectURL(new Blob([text], { type: "application/json" }));
}
