import { type Glyph, TATWEEL, textKind } from '../glyphs/glyph.ts';
import { repairedLetters } from './letter-repair.ts';
import { pairedBrackets } from './paired-brackets.ts';
import { sortFromLeft, usualGap } from './pen-order.ts';
import {
  inReadingDirection,
  isRightToLeft,
  type MainScript,
  type Piece,
  pieceOf,
} from './reading-direction.ts';

/** Replaces a character that the font does not identify. */
export const UNKNOWN_CHARACTER = '\uFFFD';

/** Separates the cells of a row of a table in the text of a line. */
export const CELL_END = '\t';
/** Ends a line whose cell goes on in the next one. */
export const CELL_GOES_ON = '\n';

/** Minimum gaps in em between words, between words of a line with spaces, and between cells. */
export const WORD_GAPS = {
  plain: 0.15,
  plainLatin: 0.11,
  spaced: { toTheLeft: 0.25, toTheRight: 0.2 },
  isInkWidth: 0.6,
  cells: 1.5,
};
/** Minimum gap in em between cells after a space; justified lines have wide spaces. */
const MIN_CELL_GAP_AFTER_SPACE = 6;
/**
 * Letter-spacing in em, the minimum letters of such a line, and the share of them that is spaced. Arabic letters farther apart
 * are separate.
 */
const TRACKING = { least: 0.08, most: 0.45, mostArabic: 0.2, letters: 6, share: 0.6 };
/** Maximum size of note numbers, relative to their line. */
const MAX_NOTE_SIZE = 0.8;
/** Minimum share of spaces among the characters of a line that uses spaces. */
const MIN_SPACES_SHARE = 0.06;

/** A yeh without dots and its hamza: Unicode joins only the yeh with dots. */
const YEH_WITH_HAMZA = /[\u0649\u066E]\u0654/u;

const phrase = /\p{L}{2} \p{L}/u;

type Written = Piece & { glyph: Glyph };

/** Returns the text of a line in reading order, with `CELL_END` between cells. */
export function lineText(pieces: readonly Piece[]): string {
  let line = '';
  // The space of a font may be named a tab.
  for (const { text, kind, glyph } of pieces) line += kind === ' ' && glyph ? ' ' : text;
  const cells = line.split(CELL_END).map((cell) => cell.replace(/\s{2,}|[^\S ]/g, ' ').trim());
  return pairedBrackets(cells.filter((cell) => cell !== '').join(CELL_END));
}

/**
 * Reads a line on a page mostly of one script: letters by position, marks on their letters, words separated. `edges` are the places
 * where cells of a table meet, even if they are close together.
 */
export function readLine(
  line: readonly Glyph[],
  marks: readonly Glyph[],
  page?: MainScript,
  edges: readonly number[] = [],
): Piece[] {
  const letters = repairedLetters(sortFromLeft(line));
  const pieces = letters.map(writtenFor);
  for (const mark of marks) addMark(pieces, mark);
  const toTheLeft = isRightToLeft(pieces, page);
  const cells = cellsOf(pieces, gapsOf(letters, toTheLeft), marks, edges).map((cell) =>
    inReadingDirection(cell, hasLetters(cell) ? isRightToLeft(cell, page) : toTheLeft),
  );
  const [only] = cells;
  if (only && cells.length === 1) return only;
  return (toTheLeft ? cells.toReversed() : cells).flatMap((cell, index) =>
    index === 0 ? cell : [pieceOf(CELL_END), ...cell],
  );
}

function hasLetters(pieces: readonly Piece[]): boolean {
  return pieces.some(({ kind }) => kind === 'R' || kind === 'L');
}

function writtenFor(glyph: Glyph): Written {
  const { text, kind } = glyph;
  return text === '' ? { text: UNKNOWN_CHARACTER, kind: 'S', glyph } : { text, kind: kind.bidi, glyph };
}

/** Attaches a mark to the nearest letter. */
function addMark(pieces: readonly Written[], mark: Glyph): void {
  let nearest = Number.POSITIVE_INFINITY;
  let bearer: Written | undefined;
  for (const piece of pieces) {
    const { glyph } = piece;
    if (glyph.kind.bidi === ' ') continue;
    const outside = Math.max(glyph.left - mark.left, mark.left - glyph.right, 0);
    const distance = 4 * outside + Math.abs((glyph.left + glyph.right) / 2 - mark.left);
    if (distance < nearest) [nearest, bearer] = [distance, piece];
  }
  // No letter has a mark twice.
  if (!bearer || bearer.text.includes(mark.text)) return;
  bearer.text = (bearer.text + mark.text).replace(YEH_WITH_HAMZA, 'ئ');
  bearer.kind = textKind(bearer.text).bidi;
}

/** Minimum gaps in em between words of a line, and between its words of Latin script. */
interface Gaps {
  all: number;
  latin: number;
}

function gapsOf(line: readonly Glyph[], toTheLeft: boolean): Gaps {
  const { tracking, isSpaced } = spacingOf(line);
  const same = (gap: number): Gaps => ({ all: gap, latin: gap });
  if (tracking > 0) return same(tracking + WORD_GAPS.plain);
  // Letters whose boxes overlap; their words are as far apart as others.
  const usual = isSpaced ? 0 : usualGap(line);
  if (usual < -TRACKING.least) return same(usual + WORD_GAPS.plain);
  if (!isSpaced) return { all: WORD_GAPS.plain, latin: WORD_GAPS.plainLatin };
  const { toTheLeft: arabic, toTheRight: latin } = WORD_GAPS.spaced;
  return { all: toTheLeft ? arabic : latin, latin };
}

function isLetter({ kind: { bidi } }: Glyph): boolean {
  return bidi === 'R' || bidi === 'L';
}

/** Whether a line contains spaces, and its letter-spacing in em; 0 if it has none. */
function spacingOf(line: readonly Glyph[]): { tracking: number; isSpaced: boolean } {
  const gaps: number[] = [];
  let [letters, spaces, symbols, cells] = [0, 0, 0, 0];
  let end = Number.POSITIVE_INFINITY;
  let before: Glyph | undefined;
  for (const glyph of line) {
    if (glyph.kind.hasSpace) spaces++;
    if (glyph.left - end > WORD_GAPS.cells * glyph.size) cells++;
    end = glyph.right;
    // The leader dots of a table of contents are not words.
    if (glyph.kind.bidi === 'C' || glyph.kind.bidi === 'S') symbols++;
    const letter = isLetter(glyph) ? glyph : undefined;
    if (before && letter) {
      const gap = (letter.left - before.right) / letter.size;
      letters++;
      const maxGap = before.kind.bidi === 'R' ? TRACKING.mostArabic : TRACKING.most;
      if (gap > TRACKING.least && gap < maxGap) gaps.push(gap);
    }
    before = letter;
  }
  const areApart = gaps.length >= TRACKING.letters && gaps.length > letters * TRACKING.share;
  const middle = areApart ? gaps.sort((a, b) => a - b)[gaps.length >> 1] : undefined;
  // Between cells of a table there are no spaces.
  const words = spaces > 0 ? spaces + cells : 0;
  return { tracking: middle ?? 0, isSpaced: words > MIN_SPACES_SHARE * (line.length - symbols) };
}

/** Splits the line into cells of a table, from left to right, with a space between words. Each cell has its own direction. */
function cellsOf(
  written: readonly Written[],
  gaps: Gaps,
  marks: readonly Glyph[],
  edges: readonly number[],
): Piece[][] {
  const taking = marks.filter(({ markAdvance }) => markAdvance > 0);
  let cell: Piece[] = [];
  const cells = [cell];
  let end = Number.POSITIVE_INFINITY;
  for (const piece of written) {
    const { glyph } = piece;
    const before = cell.at(-1);
    let distance = (glyph.left - end) / glyph.size;
    let parts = false;
    if (distance > Math.min(gaps.all, gaps.latin, WORD_GAPS.plain)) {
      // Two strokes that lengthen a word belong together.
      if (before?.text === TATWEEL && piece.text === TATWEEL) distance = 0;
      else distance -= roomOf(taking, end, glyph.left) / glyph.size;
      parts = distance > leastBetween(before, piece, gaps);
    }
    const isEdge = edges.some((edge) => end <= edge && edge <= glyph.left);
    if (isEdge || distance > (before?.kind === ' ' ? MIN_CELL_GAP_AFTER_SPACE : WORD_GAPS.cells)) {
      cell = [];
      cells.push(cell);
    } else if (parts || (before?.glyph && (isNote(before, piece) || isByPhrase(before, piece))))
      cell.push(pieceOf(' '));
    cell.push(piece);
    end = end === Number.POSITIVE_INFINITY ? glyph.right : Math.max(end, glyph.right);
  }
  return cells;
}

function leastBetween(before: Piece | undefined, piece: Written, { all, latin }: Gaps): number {
  const gap = before?.kind === 'L' && piece.kind === 'L' ? latin : all;
  // Between two scripts, programs often omit the space and only move the pen.
  if (before && isOtherScript(before, piece)) return Math.min(gap, WORD_GAPS.plain);
  const isInked = piece.glyph.isInkWidth || before?.glyph?.isInkWidth;
  return isInked && gap > WORD_GAPS.plain ? Math.max(gap, WORD_GAPS.isInkWidth) : gap;
}

/** Returns the width of a gap that marks cover. */
function roomOf(marks: readonly Glyph[], from: number, to: number): number {
  return marks.reduce(
    (sum, { pen, markAdvance }) => sum + Math.max(0, Math.min(pen + markAdvance, to) - Math.max(pen, from)),
    0,
  );
}

function isOtherScript(a: Piece, b: Piece): boolean {
  const [kind, next] = [a.kind, b.kind];
  return (kind === 'R' && (next === 'L' || next === 'N')) || (next === 'R' && (kind === 'L' || kind === 'N'));
}

/** Whether one of two Arabic pieces is a phrase that is one character, such as ﷺ. */
function isByPhrase(a: Piece, b: Piece): boolean {
  return a.kind === 'R' && b.kind === 'R' && (phrase.test(a.text) || phrase.test(b.text));
}

/** Whether a piece is the small number of a note next to a word, not a part of the word. */
function isNote(a: Piece, b: Piece): boolean {
  if (a.kind !== 'N' && b.kind !== 'N') return false;
  const [number, letter] = a.kind === 'N' ? [a, b] : [b, a];
  if (number.kind !== 'N' || letter.kind !== 'R' || !number.glyph || !letter.glyph) return false;
  return number.glyph.size < MAX_NOTE_SIZE * letter.glyph.size;
}
