// The draft of a hand as the plan reads it, and the plan after it.

import { canDraw } from "./hand_renderer.js";
import { after, changed, tricksOff } from "./plan.js";

// Reads the fields of a form: bids, taken, made or off by player, trump, contract, marks, and cancelled tricks if the
// game has them ("" if not given).
function read(pairs) {
  const draft = { bids: {}, changes: {}, taken: {}, made: {}, off: {}, marks: {}, contract: {}, doublers: [] };
  for (const [name, value] of pairs) {
    const [kind, item, player] = name.split(".");
    if (kind === "cancelled") draft.cancelled = value && Number(value);
    if (value === "") continue;
    if (kind === "bid") draft.bids[item] = Number(value);
    else if (kind === "change") draft.changes[item] = Number(value);
    else if (kind === "taken" || kind === "off") draft[kind][item] = Number(value);
    else if (kind === "made") draft.made[item] = value === "yes";
    else if (kind === "trump" || kind === "turned") draft[kind] = value;
    else if (kind === "mark") (draft.marks[player] ??= {})[item] = value === "yes" ? 1 : /^p/.test(value) ? value : Number(value);
    else if (kind === "contract" && player) draft.doublers.push(player);
    else if (kind === "contract") draft.contract[item] = item === "level" ? Number(value) : value;
  }
  return draft;
}

// Returns the marks, the tricks and the changes of bids of a form, by player.
export const marksIn = (form) => read(new FormData(form)).marks;
export const tricksIn = (form) => read(new FormData(form)).taken;
export const changesIn = (form) => read(new FormData(form)).changes;

// Returns the trump of the turned card, otherwise the named one; null if only the server knows the card.
const trumpBy = (plan, { trump, turned }) => (turned === undefined ? trump : plan.turned?.[turned] === "" ? trump : plan.turned?.[turned] ?? null);

// The plan once these bids stand; null where only the server can say how it goes on.
export function bidden(plan, pairs) {
  const [hand] = plan.hands, draft = read(pairs), { bids, turned, marks, contract, doublers } = draft, trump = trumpBy(plan, draft);
  if (trump === null || !canDraw(plan)) return null;
  if (hand.held && contract.declarer === undefined) return null;
  if (hand.calls && (contract.level === undefined || trump === undefined)) return null;
  if (hand.bidders.some((player) => !(player in bids))) return null;
  const recorded = { bids, trump, turned, marks, contract: null };
  if (hand.held) {
    const all = contract.doubler ? [contract.doubler] : doublers;
    recorded.contract = { ...contract, redoubled: contract.redoubled === "yes", doublers: all };
  }
  return { ...plan, recorded };
}

// The tricks, such as they may be where only how far off is known, or who made it; null where they cannot be.
function outcomeOf(plan, { taken, made, off, cancelled = 0 }) {
  const { writes, order, cards } = plan.hands[0], whole = (counts) => order.every((player) => player in counts);
  if (writes === "made") return whole(made) ? { made } : null;
  const left = Object.values(taken).reduce((all, item) => all - item, cards);
  if (writes !== "off") return whole(taken) && left >= 0 && (cancelled === "" || left === cancelled) ? { taken } : null;
  const some = tricksOff(plan, off);
  return some && { taken: some };
}

// Returns the plan after the tricks; null if only the server can know how the game continues.
export function playedOut(plan, pairs) {
  const [hand] = plan.hands, draft = read(pairs), { marks } = draft, trump = trumpBy(plan, draft), { recorded } = changed({ ...plan, recorded: plan.recorded ?? { bids: {}, marks: {} } }, draft.changes);
  const outcome = outcomeOf({ ...plan, recorded }, draft);
  if (trump === null || !outcome) return null;
  const played = { ...recorded, ...outcome, trump: trump ?? recorded.trump };
  played.marks = Object.fromEntries(hand.order.map((player) => [player, { ...recorded.marks?.[player], ...marks[player] }]));
  try {
    const then = after(plan, played);
    return then.hands.length && canDraw(then) && !(then.hands[0].passed && !plan.quick) ? { played, then } : null;
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}
