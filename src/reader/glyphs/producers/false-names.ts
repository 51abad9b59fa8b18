import type { Box } from '../../engine/geometry.ts';
import { type Glyph, TATWEEL, type TextKind } from '../glyph.ts';
import { isAbove, isApart, isBare, isDot, isFlat } from '../ink.ts';
import type { Style } from '../text-page.ts';

/** A character as its font names it, and as it is drawn. */
export interface NamedCharacter {
  text: string;
  kind: TextKind;
  style: Style;
  /** Advance of its pen. */
  width: number;
  pen: number;
  /** Height of its line on the page. */
  y: number;
  /** Box around its ink, if its name is doubtful. */
  ink: Box | undefined;
  /** A letter of another script, or a digit, in an Arabic word. */
  isOdd: boolean;
  /** An Arabic letter that moves no pen. */
  isLifted: boolean;
  /** Dots without a name, which may belong to a letter. */
  isDots: boolean;
  isOcrText: boolean;
  isAlone(): boolean;
  /** Whether the letter before has ink; the engine draws nothing in a font that is not embedded. */
  isDrawnBefore(): boolean;
}

/** Minimum widths in em of a space and of a letter, and maximum width of an unnamed part of a letter in fonts for Nastaliq. */
const MIN_SPACE = 0.1;
const MIN_LETTER = 0.12;
const MAX_JOINER = 0.1;
/** Wrong names of letters, such as yeh and fa, in PDFs of Office 2007 and 2010. */
const officeNames: Record<string, string> = { '\u064C': 'ي', '\u064B': 'ى', '\u063E': 'ف' };
const PRIVATE = /^\p{Co}$/u;

/** Returns the text that a character shows, empty if it is unknown, or undefined if it shows none; `before` is the glyph before. */
export function shownText(character: NamedCharacter, before: Glyph | undefined): string | undefined {
  const { text, kind, style, width, pen, y, ink } = character;
  const isInkless = ink === undefined || isBare(ink, style);
  // Word names a space by the vowels of the letter before it.
  if (kind.isMark && isInkless && width > MIN_SPACE * style.size && character.isDrawnBefore())
    return before?.kind.isSpace && before.pen === pen ? undefined : ' ';
  if (!ink) return text === '' ? undefined : text;
  if (kind.isSpace && !isInkless && !character.isOcrText && !isSpaceOfPhrase(before, pen))
    return inkedSpace(character, ink, before);
  // Old Arabic fonts name vowels by private-use characters.
  if (PRIVATE.test(text) && isApart(ink, y, style)) return undefined;
  // A real vowel has no width and is not on the baseline.
  const letter = officeNames[text];
  const isOnLine = !isInkless && width > MIN_LETTER * style.size && !isApart(ink, y, style);
  if (letter && isOnLine && character.isAlone()) return letter;
  // A vowel that a font names as a letter is drawn above the line and moves no pen.
  if (character.isLifted && isAbove(ink, y, style) && character.isAlone()) return undefined;
  if ((kind.isStroke || character.isOdd) && isFlat(ink, style)) return TATWEEL;
  // A full stop, a dot of a letter, or a joining stroke.
  const isPart = text === '' && (isDot(ink, style) || width < MAX_JOINER * style.size);
  return isPart && !character.isDots ? undefined : text;
}

/** Word names vowels and joining strokes as spaces, and fonts also letters. */
function inkedSpace(
  { style, width, y, text }: NamedCharacter,
  ink: Box,
  before: Glyph | undefined,
): string | undefined {
  if (isFlat(ink, style)) return TATWEEL;
  if (before?.kind.bidi !== 'R' && !before?.kind.isMark) return text;
  return width < MIN_LETTER * style.size || isApart(ink, y, style) ? undefined : '';
}

/** A space within a phrase that is one character, such as ﷺ, has the pen of the word before. */
function isSpaceOfPhrase(before: Glyph | undefined, pen: number): boolean {
  return before?.kind.bidi === 'R' && before.pen === pen;
}
