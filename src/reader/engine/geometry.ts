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

function transformPoint([a, b, c, d, e, f]: Matrix, x: number, y: number): [x: number, y: number] {
  return [a * x + c * y + e, b * x + d * y + f];
}

/** Returns the upright box around a transformed box. */
export function transformBox(box: Box, matrix: Matrix): Box {
  if (matrix === identity) return box;
  const { left, bottom, right, top } = box;
  const corners = [
    transformPoint(matrix, left, bottom),
    transformPoint(matrix, right, bottom),
    transformPoint(matrix, left, top),
    transformPoint(matrix, right, top),
  ];
  const xs = corners.map(([x]) => x);
  const ys = corners.map(([, y]) => y);
  return { left: Math.min(...xs), right: Math.max(...xs), bottom: Math.min(...ys), top: Math.max(...ys) };
}

/** Returns the matrix that rotates text at an angle (in degrees) so that the text runs to the right. */
export function rotateBack(angle: number): Matrix {
  const [cos, sin] = [Math.cos((angle * Math.PI) / 180), Math.sin((angle * Math.PI) / 180)];
  return [cos, -sin, sin, cos, 0, 0];
}

/**
 * Returns the direction of text in whole degrees, 0 to 359. Mirrored letters, as in OCR layers, have two possible directions;
 * the more upright one is returned. A negative font size turns text upside down.
 */
export function angleOf(matrix: Matrix, fontSize = 1): number {
  // Most text is upright.
  if (fontSize >= 0 && matrix[1] === 0 && matrix[2] === 0 && matrix[0] > 0 && matrix[3] > 0) return 0;
  const [a, b, c, d] = fontSize < 0 ? (matrix.map((number) => -number) as unknown as Matrix) : matrix;
  const [horizontal, vertical] = [degrees(b, a), degrees(-c, d)];
  return !isMirrored([a, b, c, d, 0, 0]) || tiltOf(horizontal) <= tiltOf(vertical) ? horizontal : vertical;
}

function degrees(y: number, x: number): number {
  return (Math.round((Math.atan2(y, x) * 180) / Math.PI) + 360) % 360;
}

function tiltOf(angle: number): number {
  return Math.min(angle, 360 - angle);
}

/** Returns the vertical scale of a matrix. */
export function heightOf([, , c, d]: Matrix): number {
  return Math.hypot(c, d);
}

export function isMirrored([a, b, c, d]: Matrix): boolean {
  return a * d - b * c < 0;
}

/** Returns how far upright text leans to the right per unit of height, as in synthetic italics; 0 for other text. */
export function slantOf([a, b, c, d]: Matrix): number {
  return b === 0 && a > 0 && d > 0 ? c / d : 0;
}

/** Returns the box of a slanted letter without the parts that lean over its neighbors. */
export function uprightBox(box: Box, baseline: number, slant: number): Box {
  if (slant === 0) return box;
  const [below, above] = [slant * (box.bottom - baseline), slant * (box.top - baseline)];
  return { ...box, left: box.left - Math.min(below, above), right: box.right - Math.max(below, above) };
}

/** Extent of a glyph in points: `left` and `right` are measured along the line, `baseline` across the line. */
export interface LineExtent {
  left: number;
  right: number;
  baseline: number;
}

/** Returns the box of a single point. */
export function boxOfPoint(x: number, y: number): Box {
  return { left: x, right: x, bottom: y, top: y };
}

/** Returns the position of a point along a line at this angle. */
export function projectOnLine(x: number, y: number, angle: number): number {
  return angle === 0 ? x : transformBox(boxOfPoint(x, y), rotateBack(angle)).left;
}

/** Returns the extent of a box on a line at this angle; the origin (x, y) is on the baseline. */
export function positionOnLine(box: Box, x: number, y: number, angle: number): LineExtent {
  if (angle === 0) return { left: box.left, right: box.right, baseline: y };
  const rotation = rotateBack(angle);
  const { left, right } = transformBox(box, rotation);
  return { left, right, baseline: transformBox(boxOfPoint(x, y), rotation).bottom };
}
