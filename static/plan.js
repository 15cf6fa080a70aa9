// The phone's forecast from the plan of a page: points, totals, the next hand. It contains no rule of a game
// (design.md, section 3): formulas come as trees, coming hands as data. Numbers are exact: [numerator, denominator].
// If one is too large, the page waits for the server.

const whole = (n) => [Number(n), 1];
const gcd = (a, b) => (b ? gcd(b, a % b) : a);
const ratio = (n, d) => {
  if (!Number.isSafeInteger(n) || !Number.isSafeInteger(d) || !d) throw new RangeError("number");
  const by = d === 1 ? 1 : gcd(n, d), sign = d < 0 === by < 0 ? by : -by; // so that what is under is above 0
  return [n / sign, d / sign];
};
const plus = ([a, b], [c, d]) => ratio(a * d + c * b, b * d);
const minus = ([a, b], [c, d]) => ratio(a * d - c * b, b * d);
const times = ([a, b], [c, d]) => ratio(a * c, b * d);
const over = ([a, b], [c, d]) => ratio(a * d, b * c);
const below = ([n, d]) => whole((n - (((n % d) + d) % d)) / d); // rounded down, as Python does
const differ = (a, b) => (typeof a === "string" ? Number(a !== b) : minus(a, b)[0]);
const holds = ([n]) => n !== 0;
const first = (wanted) => (...all) => all.reduce((a, b) => (wanted(differ(b, a)) ? b : a));

const SIGNS = {
  "<": (d) => d < 0, "<=": (d) => d <= 0, ">": (d) => d > 0, ">=": (d) => d >= 0, "==": (d) => d === 0, "!=": (d) => d !== 0,
};
const OPERATIONS = {
  "+": plus, "-": minus, "*": times, "/": over,
  "//": (a, b) => below(over(a, b)),
  "%": (a, b) => minus(a, times(b, below(over(a, b)))),
  neg: ([n, d]) => [-n, d],
  not: (a) => whole(!holds(a)),
  abs: ([n, d]) => [Math.abs(n), d],
  min: first((d) => d < 0),
  max: first((d) => d > 0),
  sum_to: ([n]) => ratio(n > 0 ? (n * (n + 1)) / 2 : 0, 1),
};
const FORMS = {
  fraction: (pair) => pair,
  text: ([text]) => text,
  name: ([name], names) => names[name],
  and: ([a, b], names) => whole(holds(value(a, names)) && holds(value(b, names))),
  or: ([a, b], names) => whole(holds(value(a, names)) || holds(value(b, names))),
  if: ([test, yes, no], names) => value(holds(value(test, names)) ? yes : no, names),
  power: ([base, exponent], names) => ratio(...value(base, names).map((part) => part ** exponent)),
  compare([left, ...rest], names) {
    let a = value(left, names), all = true;
    for (let at = 0; at < rest.length; at += 2) {
      const b = value(rest[at + 1], names);
      all &&= SIGNS[rest[at]](differ(a, b));
      a = b;
    }
    return whole(all);
  },
};

// The value of a tree: a number, or a text, which can only be compared.
export function value(tree, names) {
  if (typeof tree === "number") return whole(tree);
  const [kind, ...parts] = tree;
  return FORMS[kind]?.(parts, names) ?? OPERATIONS[kind](...parts.map((part) => value(part, names)));
}

// --- the points of one player

const exact = (item) => (Array.isArray(item) || typeof item === "string" ? item : whole(item ?? 0));
const named = (values) => Object.fromEntries(Object.entries(values).map(([name, item]) => [name, exact(item)]));

function follow(terms, known) {
  for (const [name, tree] of terms ?? []) known[name] = value(tree, known);
}

// Returns the change of the running total. `known` has the scheme's variables; its terms are added to it.
function entry(points, known) {
  follow(points.names, known);
  follow(points.terms, known);
  const [, give] = points.cases.find(([when]) => when === null || holds(value(when, known)));
  const given = fitting(value(give, known), points.finest);
  if (!points.total) return given;
  known.raw = plus(known.total, given);
  return minus(fitting(value(points.total, known), Math.max(points.finest, known.raw[1])), known.total);
}

// No game continues with other points: the page waits for the server, which explains it.
function fitting(points, finest) {
  if (points[1] > finest) throw new RangeError("points");
  return points;
}

const NO_CONTRACT = named({ declarer: 0, doubler: 0, level: 0, contract_made: 0, contract_off: 0, doubled: 0, redoubled: 0 });

function ofContract(contract, player, played) {
  if (!contract) return {};
  const declarer = player === contract.declarer, doubler = contract.doublers.includes(player), { level } = contract;
  const tricks = played.taken ? played.taken[contract.declarer] : played.made[contract.declarer] ? level : Math.abs(level - 1);
  return named({
    declarer, doubler: doubler && !declarer, level, contract_made: tricks === level, contract_off: Math.abs(tricks - level),
    doubled: contract.doublers.length > 0 || contract.redoubled, redoubled: contract.redoubled,
  });
}

function ofResult(bid, taken) {
  const bids = bid !== null, held = bids ? bid : taken;
  return named({
    bid: bids ? bid : 0, taken, off: Math.abs(taken - held), made: bids && taken === held, missed: taken !== held,
  });
}

// What a scheme calls so itself stands over it.
const ofAll = ({ points, before, washouts = 0 }, hand, trump) =>
  named({ hand: hand.number, makers_before: before, washouts, ...points.alike, cards: hand.cards, players: hand.order.length, last: hand.last, trump });

// Tricks to reckon with where only who made it is known.
const standIn = (bid, cards, made) => (bid === null ? 0 : made ? bid : bid < cards ? bid + 1 : bid - 1);

// --- the points of a hand

// Returns the points of all players (or `only` some): { points, totals, made, runs }, numbers as [numerator,
// denominator].
export function score(plan, hand, played, only = hand.order) {
  const { points } = plan, { changes = {} } = played, order = bidOrder(hand, played.contract?.declarer, played.marks), sleepers = (points.sleeps && played.contract?.doublers) || [];
  const bids = hand.fixed === undefined ? played.bids : Object.fromEntries(hand.order.map((player) => [player, hand.fixed + (changes[player] ?? 0)]));
  const awake = hand.order.filter((player) => player in bids && !sleepers.includes(player));
  const made = Object.fromEntries(awake.map((player) => [
    player, played.taken ? played.taken[player] === bids[player] : Boolean(played.made[player]),
  ]));
  const makers = awake.filter((player) => made[player]).length, none = whole(0);
  const bids_total = Object.values(bids).reduce((sum, bid) => sum + bid, 0), highest_bid = Math.max(0, ...Object.values(bids));
  const alike = { ...NO_CONTRACT, ...named({ bids_total, highest_bid }), ...ofAll(plan, hand, played.trump ?? hand.trump ?? ""), ...named({ makers, ...hand.options }) };
  const highest = highestOf(order, bids), allies = alliances(points, hand, played);
  const result = { points: {}, totals: {}, made, runs: { ...plan.runs } };
  for (const player of only) {
    const asleep = sleepers.includes(player), bid = asleep ? null : bids[player] ?? null;
    const taken = played.taken ? played.taken[player] : standIn(bid, hand.cards, made[player]);
    const total = exact(plan.totals[player]);
    const known = Object.assign(
      Object.create(alike), ofPlayer(alike, {
        place_in_bidding: hand.turns ? order.indexOf(player) + 1 : 0, highest_bidder: player === highest,
        spoken_bid: (bid ?? 0) - (bid === null ? 0 : changes[player] ?? 0),
        allies_made: allies.filter((pair) => pair.includes(player) && pair.every((ally) => made[ally])).length,
      }), ofResult(bid, taken), { total, made_run: none, missed_run: none },
      ofContract(played.contract, player, played), ofMarks(points, hand, played, made, player),
    );
    follow(points.names, known);
    const counts = !points.runs || holds(value(points.runs, known));
    if (!asleep) result.runs[player] = runAfter(plan.runs[player], made[player], counts);
    [known.made_run, known.missed_run] = result.runs[player].map(whole);
    result.points[player] = entry(points, known);
    result.totals[player] = fitting(plus(total, result.points[player]), Infinity);
    if (differ(OPERATIONS.abs(result.totals[player]), whole(points.most)) > 0) throw new RangeError("total");
  }
  return result;
}

function runAfter([makes, misses], made, counts) {
  if (made === undefined || !counts) return [0, 0];
  return made ? [makes + 1, 0] : [0, misses + 1];
}

// An option of the same name counts.
const ofPlayer = (alike, own) => named(Object.fromEntries(Object.entries(own).filter(([name]) => !(name in alike))));

// The pairs of players that marks name: the player with the mark, and the named one.
function alliances({ allies = [] }, hand, { marks = {} }) {
  return hand.order.flatMap((player) => allies.map((mark) => [player, marks[player]?.[mark]])).filter(([, ally]) => ally);
}

function ofMarks(points, hand, played, made, player) {
  const marked = (item, mark) => played.marks?.[item]?.[mark] ?? points.usual?.[mark] ?? 0, own = {};
  const of = (item, mark) => (points.allies?.includes(mark) ? Number(Boolean(marked(item, mark))) : Number(marked(item, mark)));
  for (const mark of points.marks ?? []) {
    const others = hand.order.filter((item) => item !== player && of(item, mark));
    own[mark] = of(player, mark);
    own[`others_made_${mark}`] = others.filter((item) => made[item] === true).length;
    own[`others_missed_${mark}`] = others.filter((item) => made[item] === false).length;
  }
  return named(own);
}

// --- the next hand

// Returns the plan after the current hand. It has no hands if the phone cannot know how the game continues: at a
// total that ends the game, and at the end of the plan.
export function after(plan, played) {
  const [hand, ...rest] = plan.hands, gave = score(plan, hand, played);
  const makers = Object.values(gave.made).filter(Boolean).length;
  const totals = { ...plan.totals, ...gave.totals };
  const hands = ended(plan.ends, Object.values(totals).map(exact)) ? [] : rest;
  const washouts = Object.keys(gave.made).length && !makers ? (plan.washouts ?? 0) + 1 : 0;
  const next = { ...plan, leaders: [], totals, runs: gave.runs, recorded: null, hands, before: makers, washouts };
  if (hands.length) next.hands = [opened(next, hands[0], makers), ...hands.slice(1)];
  return { ...next, gave };
}

function ended(ends, totals) {
  return totals.some((total) => ends?.exactly !== undefined
    ? differ(total, exact(ends.exactly)) === 0
    : ends?.reaching !== undefined && differ(total, exact(ends.reaching)) >= 0);
}

// A coming hand after the one before it: its bidders, and its trump if that depends on them.
export function opened(plan, hand, makers) {
  const trump = hand.trump ?? hand.makers?.[Math.min(makers, hand.makers.length - 1)];
  return { ...hand, trump, bidders: hand.bidders ?? hand.order.filter((player) => mayBid(plan, hand, player)) };
}

function mayBid(plan, hand, player) {
  const { points, totals } = plan;
  if (!points.bids) return true;
  const known = { ...ofAll(plan, hand, ""), total: exact(totals[player]) };
  follow(points.early, known);
  return holds(value(points.bids, known));
}

// Returns the first bidder if the players bid in turn.
export const firstBidder = (hand) => (hand.turns ? hand.bidders[0] : undefined);

// Returns the player who leads to the first trick after the bidding; undefined if unknown.
export const leader = ({ leads, recorded, hands: [hand] }) =>
  (hand.leads === true ? firstBidder(hand) : Array.isArray(hand.leads) ? (hand.calls && recorded?.contract?.declarer) || highestOf(hand.leads, recorded?.bids ?? {}) : hand.leads) ?? (hand.leaders ?? leads)?.[recorded?.contract?.declarer];

// Returns the player with the highest bid, of equals the first.
const highestOf = (players, bids) => players.filter((player) => player in bids)
  .reduce((best, player) => (best === undefined || bids[player] > bids[best] ? player : best), undefined);

// The numbers that may be bid.
export const bidRange = ({ least = 0, most, cards }) => Array.from({ length: (most ?? cards) - least + 1 }, (_one, n) => least + n);

// The bidders in order. After a call they follow the caller; players marked to bid before the call come first.
export function bidOrder({ calls, bidders }, caller, marks) {
  if (!calls || !bidders.includes(caller)) return bidders;
  const early = bidders.filter((player) => marks?.[player]?.[calls.mark]), at = bidders.indexOf(caller);
  return [...early, ...[...bidders.slice(at), ...bidders.slice(0, at)].filter((player) => !early.includes(player))];
}

// The player whose bid the hook limits, the last bidder or the dealer; undefined without a hook.
export const hooked = ({ sum, turns, dealer, bidders }, order = bidders) =>
  sum === undefined ? undefined : !turns && bidders.includes(dealer) ? dealer : order.at(-1);

// The numbers that this player may not bid, once all others have recorded theirs.
export function forbidden(hand, bids, order = hand.bidders) {
  const last = hooked(hand, order), others = hand.bidders.filter((player) => player !== last);
  if (last === undefined || others.some((player) => !(player in bids))) return [];
  const sum = others.reduce((all, player) => all + bids[player], 0), known = named({ others: sum, cards: hand.cards });
  const allowed = (bid) => (hand.rule ? holds(value(hand.rule, { ...known, bid: whole(bid) })) : sum + bid !== hand.sum);
  return bidRange(hand).filter((bid) => !allowed(bid));
}

// The plan with bids that cards changed during the play.
export const changed = (plan, changes) => ({
  ...plan, recorded: { ...plan.recorded, changes, bids: Object.fromEntries(Object.entries(plan.recorded.bids).map(([player, bid]) => [player, bid + (changes[player] ?? 0)])) },
});

// What a player is held to; undefined for nothing.
export const bidOf = ({ recorded, hands: [hand] }, player) => hand.fixed ?? recorded?.bids[player];

// Finds tricks that are this far off the bids and add up to the hand's, or null. There may be others: scoring that
// needs no more does not depend on the side. A player without a bid may take any number.
export function tricksOff(plan, off, [player, ...others] = plan.hands[0].order, left = plan.hands[0].cards) {
  if (!player) return left ? null : {};
  const bid = bidOf(plan, player);
  for (let n = 0; n <= left; n += 1) {
    const rest = (bid === undefined || Math.abs(n - bid) === off[player]) && tricksOff(plan, off, others, left - n);
    if (rest) return { ...rest, [player]: bid === undefined ? 0 : n };
  }
  return null;
}

// Returns a player's total for 0, 1, 2 … tricks with this bid (null: none), as text, if all others make their bids or
// take the tricks in `tapped`.
// Returns nothing while open bids decide it, and "" if it is unknown. A suspended bid has two totals: contract made,
// and set by one trick. Only `wanted` numbers are computed.
export function becomes(plan, player, bid, wanted, tapped = {}) {
  const { points, hands: [hand], recorded } = plan;
  if (!recorded && hand.bidders.length && (hand.passed || points.others)) return null;
  const { [player]: _own, ...others } = recorded?.bids ?? {}, contract = recorded?.contract;
  const bids = bid === null ? others : { ...others, [player]: bid };
  const asleep = points.sleeps && contract?.doublers.includes(player);
  const [who, tricks] = asleep
    ? [contract.declarer, [contract.level, Math.abs(contract.level - 1)]]
    : [player, Array.from({ length: hand.cards + 1 }, (_one, n) => n)];
  return tricks.map((n) => {
    if (wanted && !asleep && !wanted.includes(n)) return undefined;
    try {
      return written(score(plan, hand, { ...recorded, bids, taken: { ...bids, ...tapped, [who]: n } }, [player]).totals[player]);
    } catch (error) {
      if (error instanceof RangeError) return "";
      throw error;
    }
  });
}

// A bid as on the sheet: 2→3 if a card changed it.
export const bidSign = (bid, change) => (change ? `${bid}→${bid + change}` : `${bid}`);

// --- as people write numbers

export function written(number) {
  const [n, d] = exact(number), size = Math.abs(n), eighths = ((size % d) * 8) / d, whole = Math.floor(size / d);
  const part = "⅛¼⅜½⅝¾⅞"[eighths - 1] ?? "";
  const digits = Number.isInteger(eighths) ? `${whole || !part ? whole : ""}${part}` : decimals(size / d);
  return n < 0 ? `−${digits}` : digits;
}

const HUNDREDTHS = { minimumFractionDigits: 2, maximumFractionDigits: 2, useGrouping: false };

const decimals = (size) => size.toLocaleString(globalThis.document?.documentElement.lang ?? "en", HUNDREDTHS);

export const change = (number) => (exact(number)[0] > 0 ? "+" : "") + written(number);
