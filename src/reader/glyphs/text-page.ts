import {
  angleOf,
  type Box,
  boxOfPoint,
  heightOf,
  identity,
  isMirrored,
  positionOnLine,
  projectOnLine,
  slantOf,
  uprightBox,
} from '../engine/geometry.ts';
import type { Pdfium } from '../engine/pdfium.ts';
import type { Glyph } from './glyph.ts';

/** Style of a text object's characters. `slant` is how far the characters lean to the right per unit of height. */
export interface Style extends Pick<Glyph, 'size' | 'angle' | 'mirrored'> {
  slant: number;
}

/** Position of a character: its extent along the line, the pen on the page (`x`, `y`), and the box of its advance (`loose`). */
export interface CharacterPosition extends Pick<Glyph, 'left' | 'right' | 'baseline' | 'pen'> {
  x: number;
  y: number;
  loose: Box;
}

/** Characters of a page, by their index in the engine's order. */
export interface TextPage {
  count: number;
  /** Text object of a character; 0 for generated characters without one. */
  objectAt(index: number): number;
  codeAt(index: number): number;
  isGeneratedSpace(index: number, code: number): boolean;
  /** Text of a code; empty if the font has no name for it. If `isNamed`, the name is used even if the engine reports an error. */
  textAt(index: number, code: number, isNamed: boolean): string;
  styleAt(index: number): Style;
  positionAt(index: number, style: Style): CharacterPosition;
  /** Box around the ink; undefined if the engine cannot measure it. */
  inkAt(index: number): Box | undefined;
  /** Whether no other character shares the glyph. A font can name one glyph as a letter with its vowel. */
  isOnlyCharacter(index: number): boolean;
  close(): void;
}

/** Codes that PDFium returns for a space, and for a hyphen at the end of a line. */
const CODES = { space: 0x20, hyphen: 2 };

/** Opens the text of a loaded page; undefined if that fails. */
export function openTextPage(pdfium: Pdfium, page: number): TextPage | undefined {
  const text = pdfium.FPDFText_LoadPage(page);
  if (!text) return undefined;
  const { results } = pdfium;
  const origin = (index: number): { x: number; y: number } | undefined =>
    pdfium.FPDFText_GetCharOrigin(text, index, results, results + 8)
      ? { x: pdfium.double(results), y: pdfium.double(results + 8) }
      : undefined;
  return {
    count: pdfium.FPDFText_CountChars(text),
    objectAt: (index) => pdfium.FPDFText_GetTextObject(text, index),
    codeAt: (index) => pdfium.FPDFText_GetUnicode(text, index),
    isGeneratedSpace: (index, code) => code === CODES.space && pdfium.FPDFText_IsGenerated(text, index) === 1,
    textAt(index, code, isNamed) {
      if (code === CODES.hyphen && pdfium.FPDFText_IsHyphen(text, index) === 1) return '-';
      const isKnown = isNamed || pdfium.FPDFText_HasUnicodeMapError(text, index) !== 1;
      return isKnown && code >= 0x20 && code <= 0x10ffff ? String.fromCodePoint(code) : '';
    },
    styleAt(index) {
      const matrix = pdfium.matrix(pdfium.FPDFText_GetMatrix(text, index, results)) ?? identity;
      const size = pdfium.FPDFText_GetFontSize(text, index);
      return {
        size: Math.abs(size) * heightOf(matrix),
        angle: angleOf(matrix, size),
        mirrored: isMirrored(matrix),
        slant: size > 0 ? slantOf(matrix) : 0,
      };
    },
    positionAt(index, { angle, slant }) {
      const { x, y } = origin(index) ?? { x: 0, y: 0 };
      const isWritten = pdfium.FPDFText_GetLooseCharBox(text, index, results);
      const loose = isWritten
        ? {
            left: pdfium.float(results),
            top: pdfium.float(results + 4),
            right: pdfium.float(results + 8),
            bottom: pdfium.float(results + 12),
          }
        : boxOfPoint(x, y);
      return {
        ...positionOnLine(uprightBox(loose, y, slant), x, y, angle),
        pen: projectOnLine(x, y, angle),
        x,
        y,
        loose,
      };
    },
    inkAt(index) {
      if (!pdfium.FPDFText_GetCharBox(text, index, results, results + 8, results + 16, results + 24))
        return undefined;
      return {
        left: pdfium.double(results),
        right: pdfium.double(results + 8),
        bottom: pdfium.double(results + 16),
        top: pdfium.double(results + 24),
      };
    },
    isOnlyCharacter(index) {
      const ownOrigin = origin(index);
      return [index - 2, index - 1, index + 1, index + 2].every((neighbor) => {
        const other = origin(neighbor);
        return !other || other.x !== ownOrigin?.x || other.y !== ownOrigin.y;
      });
    },
    close: () => pdfium.FPDFText_ClosePage(text),
  };
}
