import { type Glyph, type TextKind, textKind } from '../glyphs/glyph.ts';

/** Part of a line: a letter with its marks, another character, or a space. */
export interface Piece {
  text: string;
  /** The glyph of the piece; undefined for a space that is only a gap. */
  glyph: Glyph | undefined;
  kind: TextKind['bidi'];
}

/** The direction of a clear majority of the letters of a page or paragraph; undefined without one. */
export type MainScript = 'R' | 'L' | undefined;

/** Creates a piece without a glyph. */
export function pieceOf(text: string): Piece {
  return { text, kind: textKind(text).bidi, glyph: undefined };
}

/** Minimum ratio of letters for a line of two scripts to differ in direction from its page. */
const MIN_FOREIGN_RATIO = 3;
/** Minimum ratio of letters of the main script to others. */
const MIN_MAIN_RATIO = 1.25;
const closingPunctuation = /^[.,،؛;:؟?!]$/;

/** Counts right-to-left and left-to-right letters. */
function countLetters<T>(
  characters: readonly T[],
  kindOf: (character: T) => Piece['kind'],
): { right: number; left: number } {
  let [right, left] = [0, 0];
  for (const character of characters) {
    const kind = kindOf(character);
    if (kind === 'R') right++;
    else if (kind === 'L') left++;
  }
  return { right, left };
}

const kindOfGlyph = ({ kind }: Glyph) => kind.bidi;

/** Returns the script with clearly more letters, if any. */
export function mainScript(glyphs: readonly Glyph[]): MainScript {
  const { right, left } = countLetters(glyphs, kindOfGlyph);
  if (right > MIN_MAIN_RATIO * left) return 'R';
  return left > MIN_MAIN_RATIO * right ? 'L' : undefined;
}

/** Whether there are more right-to-left letters than left-to-right letters. */
export function areMostlyRightToLeft(glyphs: readonly Glyph[]): boolean {
  const { right, left } = countLetters(glyphs, kindOfGlyph);
  return right > left;
}

/** Like `areMostlyRightToLeft`, for the pieces of lines. */
export function arePiecesRightToLeft(pieces: readonly Piece[]): boolean {
  const { right, left } = countLetters(pieces, ({ kind }) => kind);
  return right > left;
}

/**
 * Whether a line, sorted from left to right, is read from right to left. In a line of both directions, punctuation and `mainScript` come
 * before the majority.
 */
export function isRightToLeft(line: readonly Piece[], mainScript: MainScript): boolean {
  const { right, left } = countLetters(line, ({ kind }) => kind);
  if (right === 0 || left === 0) return right > left;
  // Closing punctuation at the left edge ends a line that is read from right to left.
  const drawnGlyphs = line.filter(isDrawn);
  if (isClosing(drawnGlyphs[0]) && !isClosing(drawnGlyphs.at(-1))) return true;
  if (drawnGlyphs[0]?.kind === 'L' && drawnGlyphs.at(-2)?.kind === 'L' && isClosing(drawnGlyphs.at(-1)))
    return false;
  if (mainScript === 'R') return right * MIN_FOREIGN_RATIO >= left;
  return mainScript === 'L' ? right > left * MIN_FOREIGN_RATIO : right > left;
}

function isDrawn({ kind }: Piece): boolean {
  return kind !== ' ';
}

function isClosing(piece: Piece | undefined): boolean {
  return piece !== undefined && closingPunctuation.test(piece.text);
}

const numberRuns = /N(?:C?N)*/g;
const latinRuns = /[LN](?:[LNCS ]*[LN])?/g;
// A comma after a word and before a space separates items of a left-to-right list, so it ends the run.
const arabicRuns = /R(?:(?:[RNS ]|(?<= )C|(?<! )C(?! ))*R)?/g;

/** Sorts the pieces of a line into reading order, which reverses UAX #9. */
export function toReadingDirection(pieces: readonly Piece[], isRtl: boolean): Piece[] {
  if (!isRtl) {
    if (!pieces.some(({ kind }) => kind === 'R')) return [...pieces];
    return reorderRuns(pieces, arabicRuns, (run) => reorderRuns(run.toReversed(), numberRuns, reverseRun));
  }
  if (!pieces.some(({ kind }) => kind === 'L' || kind === 'N')) return pieces.toReversed();
  return reorderRuns(pieces.toReversed(), latinRuns, (run) =>
    run.some(({ kind }) => kind === 'L') ? run.toReversed() : reorderRuns(run, numberRuns, reverseRun),
  );
}

function reverseRun(run: readonly Piece[]): Piece[] {
  return run.toReversed();
}

/** Reorders each run of pieces whose kinds match a pattern. */
function reorderRuns(pieces: readonly Piece[], pattern: RegExp, reorder: (run: Piece[]) => Piece[]): Piece[] {
  let kinds = '';
  for (const { kind } of pieces) kinds += kind;
  const result = [...pieces];
  for (const { 0: match, index } of kinds.matchAll(pattern))
    result.splice(index, match.length, ...reorder(pieces.slice(index, index + match.length)));
  return result;
}

type Line = readonly Glyph[];

/** Maximum distance in em between lines of one paragraph. */
const MAX_LEADING = 2.2;
/** Minimum width of a line, as a share of its paragraph, unless it is the last line. */
const MIN_WHOLE_SHARE = 0.85;

/** Minimum ratio of letters, and minimum lines, of a paragraph that differs in direction from its page. */
const MIN_FOREIGN_PARAGRAPH = { ratio: 2, lines: 2 };

/**
 * Returns the main script of each line: the page's, or the paragraph's if that is clear or the page is balanced. `lines` are in
 * reading order.
 */
export function paragraphScripts(lines: readonly Line[], page: MainScript): MainScript[] {
  const paragraphs: Line[][] = [];
  let widest = 0;
  for (const [index, line] of lines.entries()) {
    const isNext = continuesParagraph(lines[index - 1] ?? [], line, widest);
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
  const { right, left } = countLetters(paragraph.flat(), kindOfGlyph);
  const [majority, minority] = [Math.max(right, left), Math.min(right, left)];
  return paragraph.length >= MIN_FOREIGN_PARAGRAPH.lines && majority > MIN_FOREIGN_PARAGRAPH.ratio * minority;
}

function continuesParagraph([above, ...others]: Line, [first]: Line, widest: number): boolean {
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
