import { type SignKind, signKind } from './sign-kind.ts';

/**
 * A drawn sign of a page and what it stands for, in the frame of its own writing direction: `left` and `right` along the line,
 * `baseline` upward, all in points. Marks (vowels and dots of their own) are as narrow as a line.
 */
export interface Glyph {
  /** Empty when the font does not tell what it drew. */
  text: string;
  /** What its text is. */
  kind: SignKind;
  left: number;
  right: number;
  baseline: number;
  /** Where the pen stood when it was drawn, along the line. */
  pen: number;
  /** Which of the page's stretches of text it is in, in the order they were written. */
  order: number;
  /** Its place within that stretch as the engine reads it: from the right for Arabic. */
  index: number;
  /** Height of the letters in points. */
  size: number;
  /** Direction of the line in whole degrees, 0 to 359, as the page is kept (not as it is turned for the eye). */
  angle: number;
  /** The room that a mark takes on its line, where a program moved the pen for it as for a letter; else 0. */
  room: number;
  /** Under a replacement text a glyph is as wide as its ink, and gaps beside it are wider. */
  inked: boolean;
  /** The middle of what is drawn, along the line. */
  middle: number;
  /** Drawn as in a mirror, which is how letters go from right to left under the picture of a scan. */
  mirrored: boolean;
}

/** The glyph as if it stood for another text. */
export function withText(glyph: Glyph, text: string): Glyph {
  return { ...glyph, text, kind: signKind(text) };
}
