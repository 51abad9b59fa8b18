/** Dots of a letter that the font draws as a separate glyph. */
export interface LetterDots {
  count: 1 | 2 | 3;
  side: 'above' | 'below';
}

/**
 * A drawn glyph and its text. `left` and `right` run along its line, `baseline` upward, in points. Marks (vowels and separate
 * dots) have no width.
 */
export interface Glyph {
  /** Empty if the font does not identify the character. */
  text: string;
  /** Kind of its text. */
  kind: TextKind;
  left: number;
  right: number;
  baseline: number;
  /** Pen position along the line when it was drawn. */
  pen: number;
  /** Index of its text object, in the order of the page's content. */
  order: number;
  /** Its position in that text object as the engine reads it: from the right for Arabic. */
  index: number;
  /** Height of the letters in points. */
  size: number;
  /** Direction of the line in whole degrees, 0 to 359, before the page's rotation. */
  angle: number;
  /** Width of a mark for which a program moved the pen as for a letter; else 0. */
  markAdvance: number;
  /** Under a replacement text a glyph is as wide as its ink, and the gaps around it are wider. */
  isInkWidth: boolean;
  /** Middle of its ink along the line. */
  middle: number;
  /** The engine's handle of its font; 0 if it has none. */
  font: number;
  /** Code of a character that its font does not name. */
  code?: number;
  /** Shape of a lam's ink, and of glyphs named as a lam with a vowel; equal for identical ink. */
  shape?: string | undefined;
  /** Dots without a name and without an advance, which may belong to a letter. */
  dots?: LetterDots;
  /** Invisible text of a scan's OCR layer. */
  isOcrText?: boolean;
  /** Mirrored, as right-to-left letters of an OCR layer are. */
  mirrored: boolean;
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
  /** Vowels and other marks alone. */
  isMark: boolean;
  /** A sign by which fonts name a mere stroke, or a glyph without a name. */
  isStroke: boolean;
  /** Bidi class: R and L for letters by direction, N for digits, C for separators within a number, S for other symbols. */
  bidi: 'R' | 'L' | 'N' | 'C' | 'S' | ' ';
}

/** Tatweel, which lengthens a word. */
export const TATWEEL = '\u0640';

// Unicode assigns tatweel to no script.
const rightToLeft = /[\u0640\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}]/u;

const kinds = new Map<string, TextKind>();
const MAX_CACHED_KINDS = 20_000;

/** Returns the kind of a text; cached, because a page has few different glyphs. */
export function textKind(text: string): TextKind {
  const cached = kinds.get(text);
  if (cached) return cached;
  if (kinds.size >= MAX_CACHED_KINDS) kinds.clear();
  const kind = kindOf(text);
  kinds.set(text, kind);
  return kind;
}

function kindOf(text: string): TextKind {
  return {
    isSpace: /^\s$/.test(text),
    hasSpace: /\s/.test(text),
    isLetter: /^\p{L}$/u.test(text),
    isMark: /^\p{M}+$/u.test(text),
    isStroke: /^[+;:!?*&%$#@"'()[\]<>]?$/.test(text),
    bidi: bidiClassOf(text),
  };
}

function bidiClassOf(text: string): TextKind['bidi'] {
  if (/\p{L}/u.test(text)) return rightToLeft.test(text) ? 'R' : 'L';
  if (/\p{Nd}/u.test(text)) return 'N';
  if (/^[.,:/٫٬]$/.test(text)) return 'C';
  return text.trim() === '' ? ' ' : 'S';
}
