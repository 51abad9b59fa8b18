import { type Box, boxWithin, turnBack } from './matrix.ts';

/** Where something stands on a line: `left` and `right` along it, the baseline upward, in points. */
export interface Place {
  left: number;
  right: number;
  baseline: number;
}

/** The place of a box and its origin on a line of an angle. */
export function placeOf(box: Box, x: number, y: number, angle: number): Place {
  if (angle === 0) return { left: box.left, right: box.right, baseline: y };
  const turn = turnBack(angle);
  const { left, right } = boxWithin(box, turn);
  return { left, right, baseline: boxWithin({ left: x, right: x, bottom: y, top: y }, turn).bottom };
}
