import type { Glyph } from '../../src/reader/glyphs/glyph.ts';
import { textKind } from '../../src/reader/glyphs/glyph.ts';

/** Creates a glyph with a font size of 10 points and a width of 5 points. */
export function createGlyph(text: string, left: number, more: Partial<Glyph> = {}): Glyph {
  return {
    text,
    kind: textKind(text),
    left,
    right: left + 5,
    baseline: 0,
    pen: left,
    order: 0,
    index: 0,
    size: 10,
    angle: 0,
    markAdvance: 0,
    isInkWidth: false,
    middle: left + 2.5,
    font: 0,
    mirrored: false,
    code: undefined,
    shape: undefined,
    dots: undefined,
    isOcrText: false,
    ...more,
  };
}
