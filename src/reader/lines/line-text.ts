import { type Glyph, TATWEEL, textKind } from '../glyphs/glyph.ts';
import { repairLetters } from './letter-repair.ts';
import { pairBrackets } from './paired-brackets.ts';
import { medianGap, sortFromLeft } from './pen-order.ts';
import {
  isRightToLeft,
  type MainScript,
  type Piece,
  pieceOf,
  toReadingDirection,
} from './reading-direction.ts';

/** Replaces a character that the font does not identify. */
export const UNKNOWN_CHARACTER = '\uFFFD';

/** Separates the cells of a row of a table in the text of a line. */
export const CELL_END = '\t';
/** Ends a line whose cell continues in the next line. */
export const CELL_CONTINUES = '\n';

/** Minimum gaps in em between words (also in a line with spaces, and next to glyphs as wide as their ink) and between cells. */
export const WORD_GAPS = {
  plain: 0.15,
  plainLatin: 0.11,
  spaced: { rightToLeft: 0.25, leftToRight: 0.2 },
  ink: 0.6,
  cells: 1.5,
};
/** Minimum gap in em between cells after a space; justified lines have wide spaces. */
const MIN_CELL_GAP_AFTER_SPACE = 6;
/**
 * Limits of letter-spacing in em, and minimum number and share of spaced letters in such a line. Arabic letters farther apart are
 * separate words.
 */
const TRACKING = { min: 0.08, max: 0.45, maxArabic: 0.2, minLetters: 6, minShare: 0.6 };
/** Maximum ratio of the size of a note's number to that of the word next to it. */
const MAX_NOTE_SIZE = 0.8;
/** Minimum share of spaces in a line that separates its words by spaces. */
const MIN_SPACES_SHARE = 0.06;

/** A yeh without dots and a hamza, which Unicode does not compose. */
const YEH_WITH_HAMZA = /[\u0649\u066E]\u0654/u;

type DrawnPiece = Piece & { glyph: Glyph };

/** Returns the text of a line in reading order, with `CELL_END` between cells that are not empty, and with repaired brackets. */
export function lineText(pieces: readonly Piece[]): string {
  let line = '';
  // Some fonts name a space as a tab.
  for (const { text, kind, glyph } of pieces) line += kind === ' ' && glyph ? ' ' : text;
  const cells = line.split(CELL_END).map((cell) => cell.replace(/\s{2,}|[^\S ]/g, ' ').trim());
  return pairBrackets(cells.filter((cell) => cell !== '').join(CELL_END));
}

/**
 * Reads a line: sorts letters by position, attaches marks, and separates words and cells. `mainScript` is the script of the paragraph.
 * `edges` are positions between table cells, even if these are close together.
 */
export function readLine(
  line: readonly Glyph[],
  marks: readonly Glyph[],
  mainScript?: MainScript,
  edges: readonly number[] = [],
): Piece[] {
  const letters = repairLetters(sortFromLeft(line));
  const pieces = letters.map(pieceForGlyph);
  for (const mark of marks) addMark(pieces, mark);
  const isRtl = isRightToLeft(pieces, mainScript);
  const cells = cellsOf(pieces, gapsOf(letters, isRtl), marks, edges).map((cell) =>
    toReadingDirection(cell, hasLetters(cell) ? isRightToLeft(cell, mainScript) : isRtl),
  );
  const [only] = cells;
  if (only && cells.length === 1) return only;
  return (isRtl ? cells.toReversed() : cells).flatMap((cell, index) =>
    index === 0 ? cell : [pieceOf(CELL_END), ...cell],
  );
}

function hasLetters(pieces: readonly Piece[]): boolean {
  return pieces.some(({ kind }) => kind === 'R' || kind === 'L');
}

function pieceForGlyph(glyph: Glyph): DrawnPiece {
  const { text, kind } = glyph;
  return text === '' ? { text: UNKNOWN_CHARACTER, kind: 'S', glyph } : { text, kind: kind.bidi, glyph };
}

/** Attaches a mark to the nearest character other than a space, unless that has the mark already. */
function addMark(pieces: readonly DrawnPiece[], mark: Glyph): void {
  let nearest = Number.POSITIVE_INFINITY;
  let nearestPiece: DrawnPiece | undefined;
  for (const piece of pieces) {
    const { glyph } = piece;
    if (glyph.kind.bidi === ' ') continue;
    const outside = Math.max(glyph.left - mark.left, mark.left - glyph.right, 0);
    const distance = 4 * outside + Math.abs((glyph.left + glyph.right) / 2 - mark.left);
    if (distance < nearest) [nearest, nearestPiece] = [distance, piece];
  }
  // A letter never has the same mark twice.
  if (!nearestPiece || nearestPiece.text.includes(mark.text)) return;
  nearestPiece.text = (nearestPiece.text + mark.text).replace(YEH_WITH_HAMZA, 'ئ');
  nearestPiece.kind = textKind(nearestPiece.text).bidi;
}

/** Minimum gaps in em between words of a line, and between its words of Latin script. */
interface Gaps {
  all: number;
  latin: number;
}

function gapsOf(line: readonly Glyph[], isRtl: boolean): Gaps {
  const { tracking, isSpaced } = spacingOf(line);
  const uniform = (gap: number): Gaps => ({ all: gap, latin: gap });
  if (tracking > 0) return uniform(tracking + WORD_GAPS.plain);
  // If the boxes of letters overlap, gaps between words are smaller too.
  const usualGap = isSpaced ? 0 : medianGap(line);
  if (usualGap < -TRACKING.min) return uniform(usualGap + WORD_GAPS.plain);
  if (!isSpaced) return { all: WORD_GAPS.plain, latin: WORD_GAPS.plainLatin };
  const { rightToLeft: arabic, leftToRight: latin } = WORD_GAPS.spaced;
  return { all: isRtl ? arabic : latin, latin };
}

function isLetter({ kind: { bidi } }: Glyph): boolean {
  return bidi === 'R' || bidi === 'L';
}

/** Whether spaces separate the words of a line, and its letter-spacing in em (0 if it has none). */
function spacingOf(line: readonly Glyph[]): { tracking: number; isSpaced: boolean } {
  const gaps: number[] = [];
  let [letters, spaces, symbols, cells] = [0, 0, 0, 0];
  let end = Number.POSITIVE_INFINITY;
  let previous: Glyph | undefined;
  for (const glyph of line) {
    if (glyph.kind.hasSpace) spaces++;
    if (glyph.left - end > WORD_GAPS.cells * glyph.size) cells++;
    end = glyph.right;
    // Leader dots in a table of contents do not count as characters.
    if (glyph.kind.bidi === 'C' || glyph.kind.bidi === 'S') symbols++;
    const letter = isLetter(glyph) ? glyph : undefined;
    if (previous && letter) {
      const gap = (letter.left - previous.right) / letter.size;
      letters++;
      const maxGap = previous.kind.bidi === 'R' ? TRACKING.maxArabic : TRACKING.max;
      if (gap > TRACKING.min && gap < maxGap) gaps.push(gap);
    }
    previous = letter;
  }
  const isSpacedOut = gaps.length >= TRACKING.minLetters && gaps.length > letters * TRACKING.minShare;
  const median = isSpacedOut ? gaps.sort((a, b) => a - b)[gaps.length >> 1] : undefined;
  // A gap between table cells counts as a space.
  const separators = spaces > 0 ? spaces + cells : 0;
  return { tracking: median ?? 0, isSpaced: separators > MIN_SPACES_SHARE * (line.length - symbols) };
}

/** Splits a line into table cells from left to right, and adds spaces between words. */
function cellsOf(
  pieces: readonly DrawnPiece[],
  gaps: Gaps,
  marks: readonly Glyph[],
  edges: readonly number[],
): Piece[][] {
  const marksWithAdvance = marks.filter(({ markAdvance }) => markAdvance > 0);
  let cell: Piece[] = [];
  const cells = [cell];
  let end = Number.POSITIVE_INFINITY;
  for (const piece of pieces) {
    const { glyph } = piece;
    const previous = cell.at(-1);
    let distance = (glyph.left - end) / glyph.size;
    let isSeparated = false;
    if (distance > Math.min(gaps.all, gaps.latin, WORD_GAPS.plain)) {
      // Consecutive strokes belong to one word.
      if (previous?.text === TATWEEL && piece.text === TATWEEL) distance = 0;
      else distance -= widthCoveredBy(marksWithAdvance, end, glyph.left) / glyph.size;
      isSeparated = distance > minGapBetween(previous, piece, gaps);
    }
    const isEdge = edges.some((edge) => end <= edge && edge <= glyph.left);
    if (isEdge || distance > (previous?.kind === ' ' ? MIN_CELL_GAP_AFTER_SPACE : WORD_GAPS.cells)) {
      cell = [];
      cells.push(cell);
    } else if (
      isSeparated ||
      (previous?.glyph && (isNoteNumber(previous, piece) || isNextToPhrase(previous, piece)))
    )
      cell.push(pieceOf(' '));
    cell.push(piece);
    end = end === Number.POSITIVE_INFINITY ? glyph.right : Math.max(end, glyph.right);
  }
  return cells;
}

function minGapBetween(previous: Piece | undefined, piece: DrawnPiece, { all, latin }: Gaps): number {
  const gap = previous?.kind === 'L' && piece.kind === 'L' ? latin : all;
  // Between two scripts, programs often move the pen instead of writing a space.
  if (previous && isOtherScript(previous, piece)) return Math.min(gap, WORD_GAPS.plain);
  const isInked = piece.glyph.isInkWidth || previous?.glyph?.isInkWidth;
  return isInked && gap > WORD_GAPS.plain ? Math.max(gap, WORD_GAPS.ink) : gap;
}

/** Returns the part of a gap that the advances of marks cover. */
function widthCoveredBy(marks: readonly Glyph[], from: number, to: number): number {
  return marks.reduce(
    (sum, { pen, markAdvance }) => sum + Math.max(0, Math.min(pen + markAdvance, to) - Math.max(pen, from)),
    0,
  );
}

function isOtherScript(a: Piece, b: Piece): boolean {
  const [kind, next] = [a.kind, b.kind];
  return (kind === 'R' && (next === 'L' || next === 'N')) || (next === 'R' && (kind === 'L' || kind === 'N'));
}

function isPhrase({ glyph }: Piece): boolean {
  return glyph?.kind.isPhrase === true;
}

/** Whether one of two Arabic pieces is a phrase in one glyph, such as ﷺ. */
function isNextToPhrase(a: Piece, b: Piece): boolean {
  return a.kind === 'R' && b.kind === 'R' && (isPhrase(a) || isPhrase(b));
}

/** Whether one of two pieces is the small number of a note, and the other is Arabic. */
function isNoteNumber(a: Piece, b: Piece): boolean {
  if (a.kind !== 'N' && b.kind !== 'N') return false;
  const [number, letter] = a.kind === 'N' ? [a, b] : [b, a];
  if (number.kind !== 'N' || letter.kind !== 'R' || !number.glyph || !letter.glyph) return false;
  return number.glyph.size < MAX_NOTE_SIZE * letter.glyph.size;
}
