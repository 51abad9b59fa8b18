import { toLatinDigits } from '#text/fold.ts';
import type { Glyph } from '../glyphs/glyph.ts';
import { CELL_CONTINUES, CELL_END, WORD_GAPS } from './line-text.ts';
import { arePiecesRightToLeft, type Piece } from './reading-direction.ts';

type Line = readonly Piece[];

/** Extent of a line, measured from the side where it begins. */
interface Extent {
  /** The glyphs of the line from left to right, without spaces. */
  glyphs: readonly Glyph[];
  begin: number;
  end: number;
  baseline: number;
  size: number;
  isRightToLeft: boolean;
  /** Whether the line is a row of a table: it has at least three cells. */
  isRow: boolean;
}

/** Maximum distance of lines in a paragraph: in em, and as a ratio to the usual distance on the page. */
const MAX_LEADING = 3.2;
const MAX_LEADING_CHANGE = 1.25;
/** The same ratio below the first line of a list item, whose mark can be in another font. */
const MAX_ITEM_LEADING_CHANGE = 1.4;
/** Maximum ratio of the sizes of lines in a paragraph. */
const MAX_SIZE_CHANGE = 1.12;
/** Minimum indent of a paragraph's first line in em. */
const MIN_INDENT = 0.8;
/** Maximum distance of a hanging indent from the beginning of the item's text in em. */
const MAX_OFFSET = 0.3;
/** Width of a space in em. */
const SPACE_WIDTH = 0.25;

// Does not match the number of a verse, such as 9:60.
const listMark = /^(?:[•●○◦▪■□◀▶◄►◆–—*✓➢❖-]|[(]?[\p{N}]{1,3}[.):-](?!\p{N})|[(]?\p{L}[).]\s)/u;
/** Maximum digits of a list item's number, and such a number without punctuation. */
const MAX_ITEM_DIGITS = 3;
export const itemNumber = /^(\p{Nd}{1,3})\s/u;
const hyphenAtEnd = /\p{Script=Latin}[-\u00AD\u2010]$/u;

export interface Paragraph {
  lines: Line[];
  /** Whether the paragraph is a list item. */
  isItem: boolean;
}

/**
 * Groups lines into paragraphs: a line whose first word had no room on the line above continues a paragraph, unless it is indented. A
 * line that begins below the text of a list item continues the item, unless a sentence ends above. Table rows stay separate.
 */
export function paragraphsOf(lines: readonly Line[]): Paragraph[] {
  const extents = lines.map(extentOf);
  const texts = lines.map(textOf);
  const leading = commonLeading(extents);
  const items = itemsOf(texts, extents);
  const paragraphs: Paragraph[] = [];
  let column: Extent | undefined;
  let itemTextBegin: number | undefined;
  for (const [index, line] of lines.entries()) {
    const [above, current] = [extents[index - 1], extents[index]];
    column =
      above && current && areNear(above, current)
        ? extendColumn(column, current)
        : columnStartingAt(extents, index);
    const [previousText, text] = [texts[index - 1] ?? '', texts[index] ?? ''];
    const isItem = items.has(index);
    const isNext =
      above &&
      current &&
      column &&
      continuesParagraph(above, current, {
        column,
        leading,
        hasHangingIndent: paragraphs.at(-1)?.isItem === true,
        itemTextBegin: endsSentence(previousText) ? undefined : itemTextBegin,
      }) &&
      !isItem;
    const lineEnd = lines[index - 1]?.at(-1)?.text;
    if (lineEnd === CELL_CONTINUES || (lineEnd !== CELL_END && (isNext || isHyphenated(previousText, text))))
      paragraphs.at(-1)?.lines.push(line);
    else {
      paragraphs.push({ lines: [line], isItem });
      itemTextBegin = isItem ? findTextBegin(line) : undefined;
    }
  }
  return paragraphs;
}

function extentOf(line: Line): Extent | undefined {
  const glyphs = line.flatMap(({ glyph, kind }) => (glyph && kind !== ' ' ? glyph : []));
  const [first] = glyphs;
  if (!first) return undefined;
  const isRightToLeft = arePiecesRightToLeft(line);
  const fromLeft = glyphs.toSorted((a, b) => a.left - b.left);
  const left = fromLeft[0]?.left ?? first.left;
  const right = glyphs.reduce((max, glyph) => Math.max(max, glyph.right), first.right);
  const sizes = glyphs.map(({ size }) => size).sort((a, b) => a - b);
  return {
    glyphs: fromLeft,
    begin: isRightToLeft ? -right : left,
    end: isRightToLeft ? -left : right,
    baseline: first.baseline,
    size: sizes[sizes.length >> 1] ?? first.size,
    isRightToLeft,
    isRow: line.filter(({ text, glyph }) => text === CELL_END && !glyph).length >= 2,
  };
}

function commonLeading(extents: readonly (Extent | undefined)[]): number {
  const steps = extents.flatMap((current, index) => {
    const above = extents[index - 1];
    const isLine = above && current && above.baseline - current.baseline > 0.8 * current.size;
    return isLine && above.glyphs.length > 20 ? (above.baseline - current.baseline) / current.size : [];
  });
  const sorted = steps.sort((a, b) => a - b);
  return sorted[sorted.length >> 2] ?? MAX_LEADING;
}

/** Whether lines may be in one column: one below the other, with the same direction and size. */
function areNear(above: Extent, current: Extent): boolean {
  const step = above.baseline - current.baseline;
  const change = Math.max(above.size, current.size) / Math.min(above.size, current.size);
  return (
    step > 0 &&
    step < MAX_LEADING * current.size &&
    change < MAX_SIZE_CHANGE &&
    above.isRightToLeft === current.isRightToLeft &&
    above.begin < current.end &&
    current.begin < above.end
  );
}

/** Returns the extent of the column that begins with a line; undefined if the line has no glyphs. */
function columnStartingAt(extents: readonly (Extent | undefined)[], start: number): Extent | undefined {
  let column = extents[start];
  for (let index = start + 1; column; index++) {
    const [above, current] = [extents[index - 1], extents[index]];
    if (!above || !current || !areNear(above, current)) break;
    column = extendColumn(column, current);
  }
  return column;
}

function extendColumn(column: Extent | undefined, current: Extent): Extent {
  if (!column) return current;
  return { ...current, begin: Math.min(column.begin, current.begin), end: Math.max(column.end, current.end) };
}

interface ParagraphContext {
  column: Extent;
  leading: number;
  /** Whether the paragraph above is a list item, which has a hanging indent. */
  hasHangingIndent: boolean;
  /** Position of the list item's text after its marker; undefined if there is no item above, or if the line above ends a sentence. */
  itemTextBegin: number | undefined;
}

function continuesParagraph(
  above: Extent,
  current: Extent,
  { column, leading, hasHangingIndent, itemTextBegin }: ParagraphContext,
): boolean {
  const step = (above.baseline - current.baseline) / current.size;
  const isBelowItemText =
    itemTextBegin !== undefined && Math.abs(current.begin - itemTextBegin) < MAX_OFFSET * current.size;
  const maxChange = isBelowItemText ? MAX_ITEM_LEADING_CHANGE : MAX_LEADING_CHANGE;
  if (!areNear(above, current) || step > maxChange * leading) return false;
  if (hasCells(above) || hasCells(current)) return false;
  if (isBelowItemText) return true;
  const isIndented =
    current.begin - column.begin > MIN_INDENT * current.size &&
    current.begin - above.begin > MIN_INDENT * current.size;
  const room = column.end - above.end;
  return (hasHangingIndent || !isIndented) && room < firstWordWidth(current) + SPACE_WIDTH * current.size;
}

/** Whether gaps separate table cells or the half-lines of a poem. The number of a list item is not a cell. */
function hasCells({ glyphs, size, isRightToLeft, isRow }: Extent): boolean {
  if (isRow) return true;
  const cells = glyphs.flatMap((glyph, index) => {
    const before = glyphs[index - 1];
    return !before || glyph.left - before.right > WORD_GAPS.cells * size ? index : [];
  });
  const number = isRightToLeft ? glyphs.slice(cells.at(-1)) : glyphs.slice(0, cells[1]);
  const isNumber = number.length <= MAX_ITEM_DIGITS && number.every(({ kind }) => kind.bidi === 'N');
  return cells.length > (isNumber ? 2 : 1);
}

function firstWordWidth({ glyphs, size, isRightToLeft }: Extent): number {
  const side = (glyph: Glyph) => (isRightToLeft ? -glyph.right : glyph.left);
  const otherSide = (glyph: Glyph) => (isRightToLeft ? -glyph.left : glyph.right);
  const sorted = glyphs.toSorted((a, b) => side(a) - side(b));
  const begin = sorted[0] ? side(sorted[0]) : 0;
  let end = begin;
  for (const glyph of sorted) {
    if (end > begin && side(glyph) - end > WORD_GAPS.plain * size) break;
    end = Math.max(end, otherSide(glyph));
  }
  return end - begin;
}

/** Returns the position, measured like `begin`, of the first letter after the marker of a list item. */
function findTextBegin(line: Line): number | undefined {
  const afterMark = line.slice(line.findIndex(({ kind }) => kind === ' ') + 1);
  const glyph = afterMark.find(({ glyph, kind }) => glyph && kind !== ' ')?.glyph;
  if (!glyph || afterMark.length === line.length) return undefined;
  return extentOf(line)?.isRightToLeft ? -glyph.right : glyph.left;
}

function textOf(line: Line): string {
  return line.map(({ text }) => text).join('');
}

/**
 * Returns the indexes of lines that begin list items: with a bullet, with a marker such as `1.` or `(a)`, or with consecutive numbers at
 * the same indent.
 */
function itemsOf(texts: readonly string[], extents: readonly (Extent | undefined)[]): ReadonlySet<number> {
  const items = new Set<number>();
  let last: { index: number; begin: number; number: number } | undefined;
  for (const [index, text] of texts.entries()) {
    if (listMark.test(text)) items.add(index);
    const [extent, number] = [extents[index], leadingNumber(text)];
    if (!extent || number === undefined) continue;
    const isNext =
      last?.number === number - 1 && Math.abs(extent.begin - last.begin) < MIN_INDENT * extent.size;
    if (last && isNext) items.add(last.index).add(index);
    if (isNext || number === 1) last = { index, begin: extent.begin, number };
  }
  return items;
}

/** Returns the number at the beginning of a line; undefined unless a space follows the number. */
function leadingNumber(text: string): number | undefined {
  const [, digits] = itemNumber.exec(text) ?? [];
  return digits === undefined ? undefined : Number(toLatinDigits(digits));
}

/** Whether a line ends with the punctuation of a sentence, or with a closing bracket or quotation mark. */
function endsSentence(text: string): boolean {
  return /[.:!?؟…()«»“”"]$/u.test(text.trimEnd());
}

/** Whether a word is broken at the end of a line, possibly at the end of a column. */
function isHyphenated(text: string, next: string): boolean {
  return hyphenAtEnd.test(text.trim()) && /^\p{Ll}/u.test(next);
}
