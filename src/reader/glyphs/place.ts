import { type Box, boxWithin, turnBack } from './geometry.ts';

/** Where something stands on a line: `left` and `right` along it, the baseline upward, in points. */
export interface Place {
  left: number;
  right: number;
  baseline: number;
}

/** The box of a mere point. */
export function pointAt(x: number, y: number): Box {
  return { left: x, right: x, bottom: y, top: y };
}

/** Where a point stands along the line of an angle. */
export function alongLine(x: number, y: number, angle: number): number {
  return angle === 0 ? x : boxWithin(pointAt(x, y), turnBack(angle)).left;
}

/** The place of a box and its origin on a line of an angle. */
export function placeOf(box: Box, x: number, y: number, angle: number): Place {
  if (angle === 0) return { left: box.left, right: box.right, baseline: y };
  const turn = turnBack(angle);
  const { left, right } = boxWithin(box, turn);
  return { left, right, baseline: boxWithin(pointAt(x, y), turn).bottom };
}
