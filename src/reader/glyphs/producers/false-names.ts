import type { Box } from '../../engine/geometry.ts';
import { type Glyph, TATWEEL, type TextKind } from '../glyph.ts';
import { isAbove, isAboveOrBelow, isDot, isFlat, isInvisible } from '../ink.ts';
import type { Style } from '../text-page.ts';

/** A character with its name in the font, and how it is drawn. */
export interface NamedCharacter {
  text: string;
  kind: TextKind;
  style: Style;
  /** Advance of the pen. */
  width: number;
  pen: number;
  /** Height of the baseline on the page. */
  y: number;
  /** Box around the ink; present only if the character's name is in doubt. */
  ink: Box | undefined;
  /** Whether the character is a letter of another script, or a digit, in an Arabic word. */
  isForeign: boolean;
  /** Whether the character is an Arabic letter without an advance. */
  isZeroWidthLetter: boolean;
  /** Whether the character is only dots, without a name; the dots may belong to a letter. */
  isDots: boolean;
  isOcrText: boolean;
  /** Whether no other character shares the glyph. */
  isOnlyCharacter(): boolean;
  /** Whether the previous letter has ink; the engine draws nothing in fonts that are not embedded. */
  isPreviousDrawn(): boolean;
}

/** Minimum width of a space and of a letter in em, and maximum width of an unnamed part of a letter in Nastaliq fonts. */
const MIN_SPACE = 0.1;
const MIN_LETTER = 0.12;
const MAX_JOINER = 0.1;
/** The correct letter for each wrong name in PDFs from Office 2007 and 2010. */
const officeNames: Record<string, string> = { '\u064C': 'ي', '\u064B': 'ى', '\u063E': 'ف' };
const PRIVATE = /^\p{Co}$/u;

/** Returns the text that a character displays: empty if unknown, undefined if it displays none. */
export function displayedText(character: NamedCharacter, previous: Glyph | undefined): string | undefined {
  const { text, kind, style, width, pen, y, ink } = character;
  const isInkless = ink === undefined || isInvisible(ink, style);
  // Microsoft Word names a space by the vowels of the letter before it.
  if (kind.isMark && isInkless && width > MIN_SPACE * style.size && character.isPreviousDrawn())
    return previous?.kind.isSpace && previous.pen === pen ? undefined : ' ';
  if (!ink) return text === '' ? undefined : text;
  if (kind.isSpace && !isInkless && !character.isOcrText && !isSpaceOfPhrase(previous, pen))
    return textOfInkedSpace(character, ink, previous);
  // Old Arabic fonts name vowels by private-use characters.
  if (PRIVATE.test(text) && isAboveOrBelow(ink, y, style)) return undefined;
  // A real vowel has no width and is not on the baseline.
  const letter = officeNames[text];
  const isOnLine = !isInkless && width > MIN_LETTER * style.size && !isAboveOrBelow(ink, y, style);
  if (letter && isOnLine && character.isOnlyCharacter()) return letter;
  // A vowel that a font names as a letter is drawn above the line and does not move the pen.
  if (character.isZeroWidthLetter && isAbove(ink, y, style) && character.isOnlyCharacter()) return undefined;
  if ((kind.isStroke || character.isForeign) && isFlat(ink, style)) return TATWEEL;
  // A very small or narrow glyph without a name is a period, a dot of a letter, or a joining stroke.
  const isPart = text === '' && (isDot(ink, style) || width < MAX_JOINER * style.size);
  return isPart && !character.isDots ? undefined : text;
}

/**
 * Returns the text of a space with ink; undefined for a vowel, empty for an unknown letter. Word names vowels and joining strokes as
 * spaces, and some fonts even letters.
 */
function textOfInkedSpace(
  { style, width, y, text }: NamedCharacter,
  ink: Box,
  previous: Glyph | undefined,
): string | undefined {
  if (isFlat(ink, style)) return TATWEEL;
  if (previous?.kind.bidi !== 'R' && !previous?.kind.isMark) return text;
  return width < MIN_LETTER * style.size || isAboveOrBelow(ink, y, style) ? undefined : '';
}

/** Whether a space belongs to a phrase in one glyph, such as ﷺ: its pen position is that of the previous word. */
function isSpaceOfPhrase(previous: Glyph | undefined, pen: number): boolean {
  return previous?.kind.bidi === 'R' && previous.pen === pen;
}
