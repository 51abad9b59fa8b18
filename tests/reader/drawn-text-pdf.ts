import { createPdf, pdfStream, utf16Hex } from '../support/create-pdf.ts';

/** A glyph with its name in the font. All measures are in points; the ink is relative to the pen. */
export interface NamedGlyph {
  /** The text to which the font maps the glyph. */
  name: string;
  /** Position of the pen, from the lower left corner of the page. */
  x: number;
  y: number;
  /** Advance of the pen. */
  advance: number;
  ink?: { left: number; bottom: number; right: number; top: number };
}

const SIZE = 10;

/** Creates a PDF of one page with a font of 10 points, which draws each glyph as a box and maps it to its name. */
export function drawnTextPdf(glyphs: readonly NamedGlyph[]): string {
  const shapes = [...new Map(glyphs.map((glyph) => [shapeOf(glyph), glyph])).values()];
  const codeOf = (glyph: NamedGlyph) => shapes.findIndex((shape) => shapeOf(shape) === shapeOf(glyph)) + 1;
  const code = (value: number) => value.toString(16).padStart(2, '0');
  const names = shapes.map((glyph) => `<${code(codeOf(glyph))}> <${utf16Hex(glyph.name)}>`).join('\n');
  const map = `/CIDInit /ProcSet findresource begin begincmap /CMapType 2 def
1 begincodespacerange <00> <ff> endcodespacerange
${shapes.length} beginbfchar
${names}
endbfchar endcmap end`;
  const content = glyphs
    .map((glyph) => `BT /F1 ${SIZE} Tf ${glyph.x} ${glyph.y} Td <${code(codeOf(glyph))}> Tj ET`)
    .join('\n');
  return createPdf([
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Count 1 /Kids [3 0 R] >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    pdfStream(content),
    `<< /Type /Font /Subtype /Type3 /FontBBox [0 -300 1000 1000] /FontMatrix [0.001 0 0 0.001 0 0]
/CharProcs << ${shapes.map((glyph, index) => `/g${codeOf(glyph)} ${7 + index} 0 R`).join(' ')} >>
/Encoding << /Type /Encoding /Differences [1 ${shapes.map((glyph) => `/g${codeOf(glyph)}`).join(' ')}] >>
/FirstChar 1 /LastChar ${shapes.length} /Widths [${shapes.map(({ advance }) => (advance * 1000) / SIZE).join(' ')}]
/Resources << >> /ToUnicode 6 0 R >>`,
    pdfStream(map),
    ...shapes.map(({ advance, ink = { left: 0, bottom: 0, right: 0, top: 0 } }) => {
      const [left, bottom, right, top] = [ink.left, ink.bottom, ink.right, ink.top].map(
        (distance) => (distance * 1000) / SIZE,
      ) as [number, number, number, number];
      const box = `${left} ${bottom} ${right - left} ${top - bottom} re f`;
      return pdfStream(`${(advance * 1000) / SIZE} 0 ${left} ${bottom} ${right} ${top} d1 ${box}`);
    }),
  ]);
}

function shapeOf({ name, advance, ink }: NamedGlyph): string {
  return JSON.stringify([name, advance, ink]);
}

/** Creates the glyphs of a word that begins at `right`, its right edge. Letters advance the pen by 5 points, marks do not. */
export function arabicWord(letters: readonly string[], right: number, y = 700): NamedGlyph[] {
  let x = right;
  return letters.map((name) => {
    const isMark = /^\p{M}+$/u.test(name);
    if (isMark) return { name, x, y, advance: 0, ink: { left: 1, bottom: 7, right: 3, top: 8 } };
    x -= 5;
    return { name, x, y, advance: 5, ink: { left: 0, bottom: 0, right: 5, top: 6 } };
  });
}
