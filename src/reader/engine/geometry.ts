/** A transformation in PDF's notation: x' = ax + cy + e, y' = bx + dy + f. */
export type Matrix = readonly [a: number, b: number, c: number, d: number, e: number, f: number];

export interface Box {
  left: number;
  bottom: number;
  right: number;
  top: number;
}

/** Returns the smallest box around two boxes. */
export function boxAround(a: Box, b: Box): Box {
  return {
    left: Math.min(a.left, b.left),
    bottom: Math.min(a.bottom, b.bottom),
    right: Math.max(a.right, b.right),
    top: Math.max(a.top, b.top),
  };
}

export const identity: Matrix = [1, 0, 0, 1, 0, 0];

/** Combines two matrices: applies the inner one first. */
export function combineMatrices(inner: Matrix, outer: Matrix): Matrix {
  if (outer === identity) return inner;
  const [a, b, c, d, e, f] = outer;
  const [A, B, C, D, E, F] = inner;
  return [A * a + B * c, A * b + B * d, C * a + D * c, C * b + D * d, E * a + F * c + e, E * b + F * d + f];
}

function point([a, b, c, d, e, f]: Matrix, x: number, y: number): [x: number, y: number] {
  return [a * x + c * y + e, b * x + d * y + f];
}

/** Returns the upright box around a transformed box. */
export function boxWithin(box: Box, matrix: Matrix): Box {
  if (matrix === identity) return box;
  const { left, bottom, right, top } = box;
  const corners = [
    point(matrix, left, bottom),
    point(matrix, right, bottom),
    point(matrix, left, top),
    point(matrix, right, top),
  ];
  const xs = corners.map(([x]) => x);
  const ys = corners.map(([, y]) => y);
  return { left: Math.min(...xs), right: Math.max(...xs), bottom: Math.min(...ys), top: Math.max(...ys) };
}

/** Rotates points so that text of an angle (in degrees) runs to the right. */
export function turnBack(angle: number): Matrix {
  const [cos, sin] = [Math.cos((angle * Math.PI) / 180), Math.sin((angle * Math.PI) / 180)];
  return [cos, -sin, sin, cos, 0, 0];
}

/**
 * Returns the direction of text in whole degrees, 0 to 359. Mirrored letters, as in OCR layers, run in their more upright
 * direction. A negative font size turns text upside down.
 */
export function angleOf(matrix: Matrix, fontSize = 1): number {
  // The usual case.
  if (fontSize >= 0 && matrix[1] === 0 && matrix[2] === 0 && matrix[0] > 0 && matrix[3] > 0) return 0;
  const [a, b, c, d] = fontSize < 0 ? (matrix.map((number) => -number) as unknown as Matrix) : matrix;
  const [along, across] = [degrees(b, a), degrees(-c, d)];
  return !isMirrored([a, b, c, d, 0, 0]) || fromUpright(along) <= fromUpright(across) ? along : across;
}

function degrees(y: number, x: number): number {
  return (Math.round((Math.atan2(y, x) * 180) / Math.PI) + 360) % 360;
}

function fromUpright(angle: number): number {
  return Math.min(angle, 360 - angle);
}

/** Returns the vertical scale of a matrix. */
export function heightOf([, , c, d]: Matrix): number {
  return Math.hypot(c, d);
}

export function isMirrored([a, b, c, d]: Matrix): boolean {
  return a * d - b * c < 0;
}

/** Returns how far upright text leans to the right per unit of height, as in letters that a program makes italic; else 0. */
export function slantOf([a, b, c, d]: Matrix): number {
  return b === 0 && a > 0 && d > 0 ? c / d : 0;
}

/** Returns the box of a leaning letter from pen to pen, without what leans over its neighbors. */
export function uprightBox(box: Box, baseline: number, slant: number): Box {
  if (slant === 0) return box;
  const [below, above] = [slant * (box.bottom - baseline), slant * (box.top - baseline)];
  return { ...box, left: box.left - Math.min(below, above), right: box.right - Math.max(below, above) };
}

/** Position on a line: `left` and `right` along it, the baseline upward, in points. */
export interface Place {
  left: number;
  right: number;
  baseline: number;
}

/** Returns the box of a single point. */
export function pointAt(x: number, y: number): Box {
  return { left: x, right: x, bottom: y, top: y };
}

/** Returns the position of a point along a line with this angle. */
export function alongLine(x: number, y: number, angle: number): number {
  return angle === 0 ? x : boxWithin(pointAt(x, y), turnBack(angle)).left;
}

/** Returns the position of a box and its origin on a line of an angle. */
export function placeOf(box: Box, x: number, y: number, angle: number): Place {
  if (angle === 0) return { left: box.left, right: box.right, baseline: y };
  const turn = turnBack(angle);
  const { left, right } = boxWithin(box, turn);
  return { left, right, baseline: boxWithin(pointAt(x, y), turn).bottom };
}
