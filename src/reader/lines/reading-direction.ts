import { type Glyph, type TextKind, textKind } from '../glyphs/glyph.ts';

/** Part of a line: a letter with its marks, a sign, or a space. */
export interface Piece {
  text: string;
  /** Its glyph; absent for a space that is only a gap. */
  glyph: Glyph | undefined;
  kind: TextKind['bidi'];
}

/** The script of most of a page. */
export type MainScript = 'R' | 'L' | undefined;

/** Creates the piece of a text. */
export function pieceOf(text: string): Piece {
  return { text, kind: textKind(text).bidi, glyph: undefined };
}

/** Minimum ratio of letters for a line of two scripts to run against its page. */
const MIN_FOREIGN_RATIO = 3;
const maxRatio = 1.25;
const closing = /^[.,،؛;:؟?!]$/;

/** Counts right-to-left and left-to-right letters. */
function lettersOf<T>(
  characters: readonly T[],
  kindOf: (sign: T) => Piece['kind'],
): { right: number; left: number } {
  let [right, left] = [0, 0];
  for (const sign of characters) {
    const kind = kindOf(sign);
    if (kind === 'R') right++;
    else if (kind === 'L') left++;
  }
  return { right, left };
}

const kindOfGlyph = ({ kind }: Glyph) => kind.bidi;

/** Returns the script with clearly more letters, if any. */
export function mainScript(glyphs: readonly Glyph[]): MainScript {
  const { right, left } = lettersOf(glyphs, kindOfGlyph);
  if (right > maxRatio * left) return 'R';
  return left > maxRatio * right ? 'L' : undefined;
}

/** Whether more letters of several lines are right-to-left than left-to-right. */
export function runToTheLeft(glyphs: readonly Glyph[]): boolean {
  const { right, left } = lettersOf(glyphs, kindOfGlyph);
  return right > left;
}

/** Whether a line, given from left to right, is read from right to left; the majority of its letters decides last. */
export function isRightToLeft(line: readonly Piece[], page: MainScript): boolean {
  const { right, left } = lettersOf(line, ({ kind }) => kind);
  if (right === 0 || left === 0) return right > left;
  // A full stop ends a sentence and never begins one.
  const drawnGlyphs = line.filter(isDrawn);
  if (closes(drawnGlyphs[0]) && !closes(drawnGlyphs.at(-1))) return true;
  if (drawnGlyphs[0]?.kind === 'L' && drawnGlyphs.at(-2)?.kind === 'L' && closes(drawnGlyphs.at(-1)))
    return false;
  if (page === 'R') return right * MIN_FOREIGN_RATIO >= left;
  return page === 'L' ? right > left * MIN_FOREIGN_RATIO : right > left;
}

function isDrawn({ kind }: Piece): boolean {
  return kind !== ' ';
}

function closes(piece: Piece | undefined): boolean {
  return piece !== undefined && closing.test(piece.text);
}

const numbers = /N(?:C?N)*/g;
const latin = /[LN](?:[LNCS ]*[LN])?/g;
// A comma right after a word belongs to a left-to-right list.
const arabic = /R(?:(?:[RNS ]|(?<= )C|(?<! )C(?! ))*R)?/g;

/** Sorts the pieces of a line into reading order, the inverse of UAX #9. */
export function inReadingDirection(pieces: readonly Piece[], toTheLeft: boolean): Piece[] {
  if (!toTheLeft) {
    if (!pieces.some(({ kind }) => kind === 'R')) return [...pieces];
    return turnStretches(pieces, arabic, (stretch) => turnStretches(stretch.toReversed(), numbers, reversed));
  }
  if (!pieces.some(({ kind }) => kind === 'L' || kind === 'N')) return pieces.toReversed();
  return turnStretches(pieces.toReversed(), latin, (stretch) =>
    stretch.some(({ kind }) => kind === 'L')
      ? stretch.toReversed()
      : turnStretches(stretch, numbers, reversed),
  );
}

function reversed(stretch: readonly Piece[]): Piece[] {
  return stretch.toReversed();
}

/** Reverses each run of pieces whose kinds match. */
function turnStretches(
  pieces: readonly Piece[],
  pattern: RegExp,
  turn: (stretch: Piece[]) => Piece[],
): Piece[] {
  let kinds = '';
  for (const { kind } of pieces) kinds += kind;
  const result = [...pieces];
  for (const { 0: match, index } of kinds.matchAll(pattern))
    result.splice(index, match.length, ...turn(pieces.slice(index, index + match.length)));
  return result;
}

type Line = readonly Glyph[];

/** Maximum distance in em between lines of one paragraph. */
const MAX_LEADING = 2.2;
/** A line narrower than this share of its paragraph is its last. */
const MIN_WHOLE_SHARE = 0.85;

/** Minimum ratio of letters for a paragraph to run against its page, and of its lines. */
const MIN_FOREIGN_PARAGRAPH = { ratio: 2, lines: 2 };

/**
 * Returns the main script of each line: the page's, or its paragraph's on a balanced page or if the paragraph is clearly of the other
 * script. `lines` are in reading order.
 */
export function paragraphScripts(lines: readonly Line[], page: MainScript): MainScript[] {
  const paragraphs: Line[][] = [];
  let widest = 0;
  for (const [index, line] of lines.entries()) {
    const isNext = goesOn(lines[index - 1] ?? [], line, widest);
    if (isNext) paragraphs.at(-1)?.push(line);
    else paragraphs.push([line]);
    widest = Math.max(isNext ? widest : 0, widthOf(line));
  }
  return paragraphs.flatMap((paragraph) => {
    const script = page && !isForeign(paragraph) ? page : mainScript(paragraph.flat());
    return paragraph.map(() => script);
  });
}

function isForeign(paragraph: readonly Line[]): boolean {
  const { right, left } = lettersOf(paragraph.flat(), kindOfGlyph);
  const [most, least] = [Math.max(right, left), Math.min(right, left)];
  return paragraph.length >= MIN_FOREIGN_PARAGRAPH.lines && most > MIN_FOREIGN_PARAGRAPH.ratio * least;
}

function goesOn([above, ...others]: Line, [first]: Line, widest: number): boolean {
  if (!above || !first) return false;
  const lineGap = above.baseline - first.baseline;
  return (
    lineGap > 0 &&
    lineGap < MAX_LEADING * first.size &&
    widthOf([above, ...others]) > MIN_WHOLE_SHARE * widest
  );
}

function widthOf(line: Line): number {
  let [first, last] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const { left, right } of line) [first, last] = [Math.min(first, left), Math.max(last, right)];
  return last - first;
}
