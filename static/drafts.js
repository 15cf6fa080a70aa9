// The draft of a hand as the plan reads it, and the plan after it.

import { canDraw } from "./hand_renderer.js";
import { after, tricksOff } from "./plan.js";

// Reads the fields of a form: bids, taken, made or off by player, trump, contract, marks, and cancelled tricks if the
// game has them ("" if not given).
function read(pairs) {
  const found = { bids: {}, taken: {}, made: {}, off: {}, marks: {}, contract: {}, doublers: [] };
  for (const [name, value] of pairs) {
    const [kind, one, player] = name.split(".");
    if (kind === "cancelled") found.cancelled = value && Number(value);
    if (value === "") continue;
    if (kind === "bid") found.bids[one] = Number(value);
    else if (kind === "taken" || kind === "off") found[kind][one] = Number(value);
    else if (kind === "made") found.made[one] = value === "yes";
    else if (kind === "trump" || kind === "turned") found[kind] = value;
    else if (kind === "mark") (found.marks[player] ??= {})[one] = value === "yes" ? 1 : Number(value);
    else if (kind === "contract" && player) found.doublers.push(player);
    else if (kind === "contract") found.contract[one] = one === "level" ? Number(value) : value;
  }
  return found;
}

// Returns the trump of the turned card, otherwise the named one; null if only the server knows the card.
const trumpBy = (plan, { trump, turned }) => (turned === undefined ? trump : plan.turned?.[turned] === "" ? trump : plan.turned?.[turned] ?? null);

// The plan once these bids stand; null where only the server can say how it goes on.
export function bidden(plan, pairs) {
  const [hand] = plan.hands, found = read(pairs), { bids, turned, marks, contract, doublers } = found, trump = trumpBy(plan, found);
  if (trump === null || !canDraw(plan)) return null;
  if (hand.passed && contract.declarer === undefined) return null;
  if (hand.bidders.some((player) => !(player in bids))) return null;
  const said = { bids, trump, turned, marks, contract: null };
  if (hand.passed) {
    const all = contract.doubler ? [contract.doubler] : doublers;
    said.contract = { ...contract, redoubled: contract.redoubled === "yes", doublers: all };
  }
  return { ...plan, said };
}

// The tricks, such as they may be where only how far off is known, or who made it; null where they cannot be.
function outcomeOf(plan, { taken, made, off, cancelled = 0 }) {
  const { writes, order, cards } = plan.hands[0], whole = (counts) => order.every((player) => player in counts);
  if (writes === "made") return whole(made) ? { made } : null;
  const left = Object.values(taken).reduce((all, one) => all - one, cards);
  if (writes !== "off") return whole(taken) && left >= 0 && (cancelled === "" || left === cancelled) ? { taken } : null;
  const some = tricksOff(plan, off);
  return some && { taken: some };
}

// Returns the plan after the tricks; null if only the server can know how the game continues.
export function playedOut(plan, pairs) {
  const [hand] = plan.hands, found = read(pairs), { marks } = found, trump = trumpBy(plan, found), said = plan.said ?? { bids: {}, marks: {} };
  const outcome = outcomeOf(plan, found);
  if (trump === null || !outcome) return null;
  const played = { ...said, ...outcome, trump: trump ?? said.trump };
  played.marks = Object.fromEntries(hand.order.map((player) => [player, { ...said.marks?.[player], ...marks[player] }]));
  try {
    const then = after(plan, played);
    return then.hands.length && canDraw(then) && !(then.hands[0].passed && !plan.quick) ? { played, then } : null;
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}
