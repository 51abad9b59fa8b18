import { latinDigits } from '#text/fold.ts';
import type { Glyph } from '../glyphs/glyph.ts';
import { CELL_END, CELL_GOES_ON, WORD_GAPS } from './line-text.ts';
import type { Piece } from './reading-direction.ts';

type Line = readonly Piece[];

/** Position of a line, from the side where it begins. */
interface Extent {
  glyphs: readonly Glyph[];
  begin: number;
  end: number;
  baseline: number;
  size: number;
  runsToTheLeft: boolean;
}

/** Maximum distance in em between lines of one paragraph, and relative to most lines of the page. */
const MAX_LEADING = 3.2;
const MAX_LEADING_CHANGE = 1.25;
/** Maximum ratio of sizes of lines in one paragraph. */
const MAX_SIZE_CHANGE = 1.12;
/** Minimum indent in em of the first line of a paragraph. */
const MIN_INDENT = 0.8;
/** Width in em of a space. */
const SPACE = 0.25;

// The number of a verse, as in 9:60, is no mark.
const listMark = /^(?:[•●○◦▪■□◀▶◄►◆–—*✓➢❖-]|[(]?[\p{N}]{1,3}[.):-](?!\p{N})|[(]?\p{L}[).]\s)/u;
/** Maximum digits of the number of an item; and a number without a sign. */
const MAX_ITEM_DIGITS = 3;
export const itemNumber = /^(\p{Nd}{1,3})\s/u;
const hyphenAtEnd = /\p{Script=Latin}[-\u00AD\u2010]$/u;

export interface Paragraph {
  lines: Line[];
  /** An item of a list. */
  isItem: boolean;
}

/** Groups the lines of a page into paragraphs: a line continues if the next word had no room on it. Table rows stay separate. */
export function paragraphsOf(lines: readonly Line[]): Paragraph[] {
  const extents = lines.map(extentOf);
  const leading = commonLeading(extents);
  const items = itemsOf(lines, extents);
  const paragraphs: Paragraph[] = [];
  let widest: Extent | undefined;
  for (const [index, line] of lines.entries()) {
    const [above, own] = [extents[index - 1], extents[index]];
    widest = above && own && areNear(above, own) ? widestOf(widest, own) : columnFrom(extents, index);
    const before = lines[index - 1];
    const isNext =
      above &&
      own &&
      widest &&
      goesOn(above, own, { column: widest, leading, hangs: paragraphs.at(-1)?.isItem === true }) &&
      !items.has(line);
    const ending = before?.at(-1)?.text;
    if (
      ending === CELL_GOES_ON ||
      (ending !== CELL_END && (isNext || (before && isHyphenated(before, line))))
    )
      paragraphs.at(-1)?.lines.push(line);
    else paragraphs.push({ lines: [line], isItem: items.has(line) });
  }
  return paragraphs;
}

function extentOf(line: Line): Extent | undefined {
  const glyphs = line.flatMap(({ glyph, kind }) => (glyph && kind !== ' ' ? glyph : []));
  const [first] = glyphs;
  if (!first) return undefined;
  const toTheLeft =
    line.filter(({ kind }) => kind === 'R').length > line.filter(({ kind }) => kind === 'L').length;
  const left = Math.min(...glyphs.map((glyph) => glyph.left));
  const right = Math.max(...glyphs.map((glyph) => glyph.right));
  const sizes = glyphs.map(({ size }) => size).sort((a, b) => a - b);
  return {
    glyphs,
    begin: toTheLeft ? -right : left,
    end: toTheLeft ? -left : right,
    baseline: first.baseline,
    size: sizes[sizes.length >> 1] ?? first.size,
    runsToTheLeft: toTheLeft,
  };
}

function commonLeading(extents: readonly (Extent | undefined)[]): number {
  const steps = extents.flatMap((own, index) => {
    const above = extents[index - 1];
    const isLine = above && own && above.baseline - own.baseline > 0.8 * own.size;
    return isLine && above.glyphs.length > 20 ? (above.baseline - own.baseline) / own.size : [];
  });
  const sorted = steps.sort((a, b) => a - b);
  return sorted[sorted.length >> 2] ?? MAX_LEADING;
}

/** Whether lines may be in one column: one below the other, of one direction and size. */
function areNear(above: Extent, own: Extent): boolean {
  const step = above.baseline - own.baseline;
  const change = Math.max(above.size, own.size) / Math.min(above.size, own.size);
  return (
    step > 0 &&
    step < MAX_LEADING * own.size &&
    change < MAX_SIZE_CHANGE &&
    above.runsToTheLeft === own.runsToTheLeft &&
    above.begin < own.end &&
    own.begin < above.end
  );
}

/** Returns the extent of the column that begins with a line. */
function columnFrom(extents: readonly (Extent | undefined)[], start: number): Extent | undefined {
  let column = extents[start];
  for (let index = start + 1; column; index++) {
    const [above, own] = [extents[index - 1], extents[index]];
    if (!above || !own || !areNear(above, own)) break;
    column = widestOf(column, own);
  }
  return column;
}

function widestOf(column: Extent | undefined, own: Extent): Extent {
  if (!column) return own;
  return { ...own, begin: Math.min(column.begin, own.begin), end: Math.max(column.end, own.end) };
}

interface Column {
  column: Extent;
  leading: number;
  /** The paragraph above is a list item with a hanging indent. */
  hangs: boolean;
}

function goesOn(above: Extent, own: Extent, { column, leading, hangs }: Column): boolean {
  const step = (above.baseline - own.baseline) / own.size;
  if (!areNear(above, own) || step > MAX_LEADING_CHANGE * leading) return false;
  if (hasCells(above) || hasCells(own)) return false;
  const isIndented =
    own.begin - column.begin > MIN_INDENT * own.size && own.begin - above.begin > MIN_INDENT * own.size;
  const room = column.end - above.end;
  return (hangs || !isIndented) && room < firstWordWidth(own) + SPACE * own.size;
}

/** Whether a gap separates the cells of a row, or the half-lines of a poem. The number of an item is no cell. */
function hasCells({ glyphs, size, runsToTheLeft }: Extent): boolean {
  const sorted = glyphs.toSorted((a, b) => a.left - b.left);
  const cells = sorted.flatMap((glyph, index) => {
    const before = sorted[index - 1];
    return !before || glyph.left - before.right > WORD_GAPS.cells * size ? index : [];
  });
  const number = runsToTheLeft ? sorted.slice(cells.at(-1)) : sorted.slice(0, cells[1]);
  const isNumber = number.length <= MAX_ITEM_DIGITS && number.every(({ kind }) => kind.bidi === 'N');
  return cells.length > (isNumber ? 2 : 1);
}

function firstWordWidth({ glyphs, size, runsToTheLeft }: Extent): number {
  const side = (glyph: Glyph) => (runsToTheLeft ? -glyph.right : glyph.left);
  const otherSide = (glyph: Glyph) => (runsToTheLeft ? -glyph.left : glyph.right);
  const sorted = glyphs.toSorted((a, b) => side(a) - side(b));
  const begin = sorted[0] ? side(sorted[0]) : 0;
  let end = begin;
  for (const glyph of sorted) {
    if (end > begin && side(glyph) - end > WORD_GAPS.plain * size) break;
    end = Math.max(end, otherSide(glyph));
  }
  return end - begin;
}

function textOf(line: Line): string {
  return line.map(({ text }) => text).join('');
}

/** Returns the lines that begin an item of a list: with a mark, or with the next number at the same place. */
function itemsOf(
  lines: readonly Line[],
  extents: readonly (Extent | undefined)[],
): ReadonlySet<Line | undefined> {
  const items = new Set<Line | undefined>(lines.filter((line) => listMark.test(textOf(line))));
  let last: { line: Line; extent: Extent; number: number } | undefined;
  for (const [index, line] of lines.entries()) {
    const [extent, number] = [extents[index], numberBefore(line)];
    if (!extent || number === undefined) continue;
    const isNext =
      last !== undefined &&
      number === last.number + 1 &&
      Math.abs(extent.begin - last.extent.begin) < MIN_INDENT * extent.size;
    if (isNext) items.add(last?.line).add(line);
    if (isNext || number === 1) last = { line, extent, number };
  }
  return items;
}

/** Returns the number that a line begins with, if no sign follows it. */
function numberBefore(line: Line): number | undefined {
  const [, digits] = itemNumber.exec(textOf(line)) ?? [];
  return digits === undefined ? undefined : Number(latinDigits(digits));
}

/** Whether a word is broken at the end of a line, also at the bottom of a column. */
function isHyphenated(line: Line, next: Line): boolean {
  return hyphenAtEnd.test(textOf(line).trim()) && /^\p{Ll}/u.test(textOf(next));
}
