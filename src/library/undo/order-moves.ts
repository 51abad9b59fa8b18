import { nameBetween, type Place, placeKey } from '../plan/place.ts';

export interface Move {
  from: Place;
  to: Place;
  /** Where it comes from in all, when it went by a name in between. */
  origin?: Place;
  /** It only goes to the name in between. */
  passes?: true;
}

/**
 * Puts moves into an order in which each finds its place free; `taken` are the places of all files, and are afterwards those of
 * all files once more. Files that exchange their names need one in between: it is a name like any other, so that the lesson stays
 * published all the while. What waits for a place whose file stays is `blocked`.
 */
export function orderMoves(moves: Move[], taken: Set<string>): { ordered: Move[]; blocked: Move[] } {
  const ordered: Move[] = [];
  const waiting = new Map(moves.map((move) => [placeKey(move.from), move]));
  const carryOut = (move: Move) => {
    waiting.delete(placeKey(move.from));
    taken.delete(placeKey(move.from));
    taken.add(placeKey(move.to));
    ordered.push(move);
  };
  const blocked: Move[] = [];
  for (;;) {
    const free = [...waiting.values()].find(({ to }) => !taken.has(placeKey(to)));
    if (free) {
      carryOut(free);
      continue;
    }
    const [first] = waiting.values();
    if (!first) return { ordered, blocked };
    const circle = circleFrom(first, waiting);
    const { category, fileName } = circle?.from ?? first.from;
    const aside = { category, fileName: nameBetween(fileName) };
    if (circle && !taken.has(placeKey(aside))) {
      carryOut({ from: circle.from, to: aside, passes: true });
      waiting.set(placeKey(aside), { from: aside, to: circle.to, origin: circle.from });
    } else {
      waiting.delete(placeKey(first.from));
      blocked.push(first);
    }
  }
}

/** A move that waits, in the end, for itself; undefined when the last one waits for a file that stays. */
function circleFrom(first: Move, waiting: Map<string, Move>): Move | undefined {
  const seen = new Set<Move>();
  for (let move: Move | undefined = first; move; move = waiting.get(placeKey(move.to))) {
    if (seen.has(move)) return move;
    seen.add(move);
  }
  return undefined;
}
