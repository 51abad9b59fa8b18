import { cacheByWord } from '#text/word-cache.ts';

/** Dots of a letter that a font draws as a separate glyph. */
export interface LetterDots {
  count: 1 | 2 | 3;
  side: 'above' | 'below';
}

/**
 * A drawn glyph and its text. `left` and `right` are measured along the line and `baseline` across the line, in points. Marks, such as
 * vowels, have no width, unless `isInkWidth`. Every glyph has all properties in this order, because V8 reads objects of one layout
 * faster.
 */
export interface Glyph {
  /** Empty if the font does not identify the character. */
  text: string;
  kind: TextKind;
  left: number;
  right: number;
  baseline: number;
  /** Position of the pen along the line when the glyph was drawn. */
  pen: number;
  /** Index of the glyph's text object in the page's content, which is the writing order. */
  order: number;
  /** Index among the page's characters in the engine's order, which lists Arabic letters from the right; 0 if `isInkWidth`. */
  index: number;
  /** Font size on the page in points. */
  size: number;
  /** Direction of the line in whole degrees, 0 to 359, before the page's rotation. */
  angle: number;
  /** Distance that the pen moved after a mark, if a program set the mark like a letter; the width if `isInkWidth`; else 0. */
  markAdvance: number;
  /** Whether the glyph is measured by its ink, as for replacement texts; the gaps around the glyph are then wider. */
  isInkWidth: boolean;
  /** Middle of the glyph's ink along the line; the pen if the ink was not measured. */
  middle: number;
  /** The engine's handle of the glyph's font; 0 if there is none. */
  font: number;
  /** Whether the glyph is mirrored, like right-to-left letters of OCR layers. */
  mirrored: boolean;
  /** Character code, if the font has no name for it. */
  code: number | undefined;
  /** Ink box of a lam or mark, as a text for comparing shapes. */
  shape: string | undefined;
  /** Present if the glyph is only dots, without a name or an advance; the dots may belong to a letter. */
  dots: LetterDots | undefined;
  /** Whether the glyph is invisible text of a scan's OCR layer. */
  isOcrText: boolean;
}

/** Returns the glyph with another text. */
export function withText(glyph: Glyph, text: string): Glyph {
  return { ...glyph, text, kind: textKind(text) };
}

/** Kind of the text of a glyph or of a piece of a line. */
export interface TextKind {
  isSpace: boolean;
  hasSpace: boolean;
  isLetter: boolean;
  /** Whether the text consists only of vowels and other marks. */
  isMark: boolean;
  /** Whether the text is a phrase, such as ﷺ. */
  isPhrase: boolean;
  /** Whether the text is empty, or a symbol that fonts use as the name of a joining stroke. */
  isStroke: boolean;
  /** Bidi class: R and L for letters by direction, N for digits, C for separators within a number, S for others, a space for blank text. */
  bidi: 'R' | 'L' | 'N' | 'C' | 'S' | ' ';
}

/** A stroke that lengthens a word. */
export const TATWEEL = '\u0640';

// Unicode assigns tatweel to no script.
const rightToLeft = /[\u0640\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}]/u;

/** Returns the kind of a text; cached, because a page has few different glyphs. */
export const textKind = cacheByWord(
  (text): TextKind => ({
    isSpace: /^\s$/.test(text),
    hasSpace: /\s/.test(text),
    isLetter: /^\p{L}$/u.test(text),
    isMark: /^\p{M}+$/u.test(text),
    isPhrase: /\p{L}{2} \p{L}/u.test(text),
    isStroke: /^[+;:!?*&%$#@"'()[\]<>]?$/.test(text),
    bidi: bidiClassOf(text),
  }),
);

function bidiClassOf(text: string): TextKind['bidi'] {
  if (/\p{L}/u.test(text)) return rightToLeft.test(text) ? 'R' : 'L';
  if (/\p{Nd}/u.test(text)) return 'N';
  if (/^[.,:/٫٬]$/.test(text)) return 'C';
  return text.trim() === '' ? ' ' : 'S';
}
