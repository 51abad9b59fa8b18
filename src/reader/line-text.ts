import type { Glyph } from './glyph.ts';
import { repairedLetters } from './letter-repair.ts';
import { pairedBrackets } from './paired-brackets.ts';
import { fromLeft } from './pen-order.ts';
import { inReadingDirection, isRightToLeft, type Piece, pieceOf } from './reading-direction.ts';
import { signKind } from './sign-kind.ts';

/** In place of what a font does not tell. */
export const unknownSign = '\uFFFD';

/** A gap this wide, in sizes, parts two words; where a line has spaces of its own, only a wider one. */
const wordGap = { toTheLeft: 0.15, toTheRight: 0.15, spaced: 0.6 };
/** The numbers of notes are at most this size of their line's. */
const smallNumber = 0.8;
/** Of the signs of a line that has spaces, this share is spaces at least. */
const shareOfSpaces = 0.06;

type Written = Piece & Required<Pick<Piece, 'glyph'>>;

/** The text of a line as one reads it. */
export function lineText(pieces: readonly Piece[]): string {
  const text = pieces.map((piece) => piece.text).join('');
  return pairedBrackets(text.replace(/\s{2,}|[^\S ]/g, ' ').trim());
}

/** A line as one reads it: letters by where they stand, marks on their letters, words apart. */
export function readLine(line: readonly Glyph[], marks: readonly Glyph[]): Piece[] {
  const letters = repairedLetters(fromLeft(line));
  const texts = withMarks(letters, marks);
  const pieces = letters.map((glyph, index): Written => ({ ...pieceOf(texts[index] ?? ''), glyph }));
  const toTheLeft = isRightToLeft(pieces);
  return inReadingDirection(withSpaces(pieces, gapOf(letters, toTheLeft)), toTheLeft);
}

/** What each letter stands for, with the marks that are nearest to it. */
function withMarks(letters: readonly Glyph[], marks: readonly Glyph[]): string[] {
  const texts = letters.map(({ text }) => text || unknownSign);
  if (marks.length === 0) return texts;
  const bearing = letters.flatMap((glyph, index) => (glyph.text.trim() === '' ? [] : [{ glyph, index }]));
  for (const mark of marks) {
    let nearest = Number.POSITIVE_INFINITY;
    let bearer: number | undefined;
    for (const { glyph, index } of bearing) {
      const outside = Math.max(glyph.left - mark.left, mark.left - glyph.right, 0);
      const distance = 4 * outside + Math.abs((glyph.left + glyph.right) / 2 - mark.left);
      if (distance < nearest) [nearest, bearer] = [distance, index];
    }
    if (bearer !== undefined) texts[bearer] += mark.text;
  }
  return texts;
}

function gapOf(line: readonly Glyph[], toTheLeft: boolean): number {
  const spaces = line.filter(({ text }) => signKind(text).holdsSpace).length;
  if (spaces > shareOfSpaces * line.length) return wordGap.spaced;
  return toTheLeft ? wordGap.toTheLeft : wordGap.toTheRight;
}

/** The line from left to right, with a space wherever words part. */
function withSpaces(written: readonly Written[], gap: number): Piece[] {
  const pieces: Piece[] = [];
  let end = Number.POSITIVE_INFINITY;
  for (const piece of written) {
    const { glyph } = piece;
    const before = pieces.at(-1);
    // Between two scripts programs leave the space out, and only move the pen.
    const least = before && isOtherScript(before, piece) ? Math.min(gap, wordGap.toTheLeft) : gap;
    if (glyph.left - end > least * glyph.size || (before?.glyph && isNote(before, piece)))
      pieces.push(pieceOf(' '));
    pieces.push(piece);
    end = end === Number.POSITIVE_INFINITY ? glyph.right : Math.max(end, glyph.right);
  }
  return pieces;
}

function isOtherScript(one: Piece, other: Piece): boolean {
  const [kind, next] = [one.kind, other.kind];
  return (kind === 'R' && (next === 'L' || next === 'N')) || (next === 'R' && (kind === 'L' || kind === 'N'));
}

/** The small number of a note beside a word: no part of it. */
function isNote(one: Piece, other: Piece): boolean {
  const [number, letter] = one.kind === 'N' ? [one, other] : [other, one];
  if (number.kind !== 'N' || letter.kind !== 'R' || !number.glyph || !letter.glyph) return false;
  return number.glyph.size < smallNumber * letter.glyph.size;
}
