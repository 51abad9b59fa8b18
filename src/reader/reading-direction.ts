import type { Glyph } from './glyph.ts';
import { type SignKind, signKind } from './sign-kind.ts';

/** A piece of a line: a letter with its marks, a sign, or a space. */
export interface Piece {
  text: string;
  /** What was drawn for it; a space may be only a gap. */
  glyph?: Glyph;
  kind: SignKind['runs'];
}

/** The piece for a text. */
export function pieceOf(text: string): Piece {
  return { text, kind: signKind(text).runs };
}

/** Whether more letters run to the left than to the right. */
export function isRightToLeft(pieces: readonly Piece[]): boolean {
  const count = (kind: Piece['kind']): number => pieces.filter((piece) => piece.kind === kind).length;
  return count('R') > count('L');
}

const numbers = /N(?:C?N)*/g;
const latin = /[LN](?:[LNCS ]*[LN])?/g;
const arabic = /R(?:[RNCS ]*R)?/g;

/** The pieces of a line from left to right, in the order they are read (the way back of UAX #9). */
export function inReadingDirection(pieces: readonly Piece[], toTheLeft: boolean): Piece[] {
  if (!toTheLeft) return turned(pieces, arabic, (stretch) => turned(stretch.toReversed(), numbers, reversed));
  return turned(pieces.toReversed(), latin, (stretch) =>
    stretch.some(({ kind }) => kind === 'L') ? stretch.toReversed() : turned(stretch, numbers, reversed),
  );
}

function reversed(stretch: readonly Piece[]): Piece[] {
  return stretch.toReversed();
}

/** The pieces with each stretch turned whose kinds match. */
function turned(pieces: readonly Piece[], pattern: RegExp, turn: (stretch: Piece[]) => Piece[]): Piece[] {
  const kinds = pieces.map(({ kind }) => kind).join('');
  const result: Piece[] = [];
  let at = 0;
  for (const { 0: match, index } of kinds.matchAll(pattern)) {
    const end = index + match.length;
    result.push(...pieces.slice(at, index), ...turn(pieces.slice(index, end)));
    at = end;
  }
  return [...result, ...pieces.slice(at)];
}
