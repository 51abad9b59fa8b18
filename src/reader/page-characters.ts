import { angleOf, type Box, heightOf, identity, isMirrored, type Matrix } from './matrix.ts';
import type { PdfiumExports } from './pdfium-exports.ts';
import { type Place, placeOf } from './place.ts';
import { signKind } from './sign-kind.ts';
import type { WasmMemory } from './wasm-memory.ts';

/** A character as PDFium tells it. Those of one ligature have one object and one origin. */
export interface Character extends Place {
  /** Its place in PDFium's own reading of the page. */
  index: number;
  object: number;
  /** Empty when the font does not tell. */
  text: string;
  /** Where the pen stood, along the line. */
  origin: number;
  /** The middle of what is drawn, along the line. */
  middle: number;
  size: number;
  angle: number;
  /** Drawn as in a mirror, which is how letters go from right to left under the picture of a scan. */
  mirrored: boolean;
  hyphen: boolean;
}

/** The stretch of a letter. Fonts name it badly, or not at all: then it is known by being a mere stroke. */
const tatweel = '\u0640';
const mostStroke = 0.15;
const mostDot = 0.2;

/** What PDFium adds to a line is always a space, and the hyphen at its end always the code 2. */
const codes = { space: 0x20, hyphen: 2 };

type Font = Pick<Character, 'object' | 'size' | 'angle' | 'mirrored'>;

/** The characters of a page that are drawn, in PDFium's order, without what it adds between them by its own reading. */
export function pageCharacters(pdfium: PdfiumExports, memory: WasmMemory, page: number): Character[] {
  const { answers } = memory;
  const text = pdfium.FPDFText_LoadPage(page);
  const characters: Character[] = [];
  if (!text) return characters;
  try {
    const count = pdfium.FPDFText_CountChars(text);
    let font: Font = { object: 0, size: 0, angle: 0, mirrored: false };
    for (let index = 0; index < count; index++) {
      const object = pdfium.FPDFText_GetTextObject(text, index);
      if (!object) continue;
      const code = pdfium.FPDFText_GetUnicode(text, index);
      if (code === codes.space && pdfium.FPDFText_IsGenerated(text, index) === 1) continue;
      if (object !== font.object) font = fontAt(index, object);
      pdfium.FPDFText_GetCharOrigin(text, index, answers, answers + 8);
      const x = memory.double(answers);
      const y = memory.double(answers + 8);
      const point = { left: x, right: x, bottom: y, top: y };
      const { left, right, baseline } = placeOf(looseBox(index) ?? point, x, y, font.angle);
      const hyphen = code === codes.hyphen && pdfium.FPDFText_IsHyphen(text, index) === 1;
      let character = hyphen ? '-' : characterAt(index, code);
      const { isSpace, isLetter, isStroke } = signKind(character);
      // PDFium writes a space of no width wherever letters are moved apart.
      if (isSpace && right - left < 0.01) continue;
      const origin = font.angle === 0 ? x : placeOf(point, x, y, font.angle).left;
      let middle = origin;
      // Of a letter nobody asks what it looks like.
      const drawn = isLetter ? undefined : tightBox(index);
      if (drawn) {
        const ink = placeOf(drawn, x, y, font.angle);
        middle = (ink.left + ink.right) / 2;
      }
      if (isStroke && isFlat(drawn ?? point, font)) character = tatweel;
      // A full stop, or a dot of a letter.
      if (character === '' && isDot(drawn ?? point, font)) continue;
      const { object: of, size, angle, mirrored } = font;
      characters.push({
        left,
        right,
        baseline,
        object: of,
        size,
        angle,
        mirrored,
        index,
        origin,
        text: character,
        middle,
        hyphen,
      });
    }
    return characters;
  } finally {
    pdfium.FPDFText_ClosePage(text);
  }

  function characterAt(index: number, code: number): string {
    const known = code >= 0x20 && code <= 0x10ffff && pdfium.FPDFText_HasUnicodeMapError(text, index) !== 1;
    return known ? String.fromCodePoint(code) : '';
  }

  function fontAt(index: number, object: number): Font {
    const matrix: Matrix = memory.matrix((at) => pdfium.FPDFText_GetMatrix(text, index, at)) ?? identity;
    const fontSize = pdfium.FPDFText_GetFontSize(text, index);
    const size = Math.abs(fontSize) * heightOf(matrix);
    return { object, size, angle: angleOf(matrix, fontSize), mirrored: isMirrored(matrix) };
  }

  /** From one origin to the next, as high as the font. */
  function looseBox(index: number): Box | undefined {
    if (!pdfium.FPDFText_GetLooseCharBox(text, index, answers)) return undefined;
    return {
      left: memory.float(answers),
      top: memory.float(answers + 4),
      right: memory.float(answers + 8),
      bottom: memory.float(answers + 12),
    };
  }

  /** Around the ink. */
  function tightBox(index: number): Box | undefined {
    if (!pdfium.FPDFText_GetCharBox(text, index, answers, answers + 8, answers + 16, answers + 24))
      return undefined;
    return {
      left: memory.double(answers),
      right: memory.double(answers + 8),
      bottom: memory.double(answers + 16),
      top: memory.double(answers + 24),
    };
  }
}

function isDot({ left, right, bottom, top }: Box, { size }: Font): boolean {
  return right - left < mostDot * size && top - bottom < mostDot * size;
}

function isFlat({ left, right, bottom, top }: Box, { angle, size }: Font): boolean {
  const [width, height] = angle % 180 === 0 ? [right - left, top - bottom] : [top - bottom, right - left];
  return angle % 90 === 0 && width > 0 && height > 0 && height < mostStroke * size;
}
