import { createPdf, pdfStream, utf16Hex } from './create-pdf.ts';

/** Character code of the first letter. The font's table maps codes to text, so any script works without a real font. */
const FIRST_CODE = 33;
const SPACE_CODE = 32;
const GLYPH_WIDTH = 600;

/**
 * Creates a PDF of pages with these lines, in a font with only their letters: at most 223 different ones. Reverses lines with Arabic
 * letters, because PDF programs write letters from left to right.
 */
export function createUnicodePdf(pages: readonly (readonly string[])[]): string {
  const letters = [...new Set(pages.flat().join('').replaceAll(' ', ''))];
  const codes = new Map([' ', ...letters].map((letter, at) => [letter, SPACE_CODE + at]));
  const operatorsOf = (line: string): string => {
    const characters = /\p{Script=Arabic}/u.test(line) ? [...line].toReversed() : [...line];
    return Buffer.from(characters.map((character) => codes.get(character) ?? SPACE_CODE)).toString('hex');
  };
  const glyphNames = letters.map((letter, at) => `<${hex(FIRST_CODE + at)}> <${utf16Hex(letter)}>`);
  const table = [
    '/CIDInit /ProcSet findresource begin 12 dict begin begincmap /CMapName /Letters def /CMapType 2 def',
    '1 begincodespacerange <00> <FF> endcodespacerange',
    `${glyphNames.length + 1} beginbfchar <${hex(SPACE_CODE)}> <0020> ${glyphNames.join(' ')} endbfchar`,
    'endcmap end end',
  ].join('\n');
  const widths = Array(letters.length + 1)
    .fill(GLYPH_WIDTH)
    .join(' ');
  const first = 5;
  return createPdf([
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Count ${pages.length} /Kids [${pages.map((_, at) => `${first + 2 * at} 0 R`).join(' ')}] >>`,
    `<< /Type /Font /Subtype /Type1 /BaseFont /Courier /FirstChar ${SPACE_CODE} /LastChar ${SPACE_CODE + letters.length} /Widths [${widths}] /ToUnicode 4 0 R >>`,
    pdfStream(table),
    ...pages.flatMap((lines, at) => [
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents ${first + 2 * at + 1} 0 R /Resources << /Font << /F 3 0 R >> >> >>`,
      pdfStream(
        `BT /F 12 Tf 20 TL 60 760 Td ${lines.map((line) => `<${operatorsOf(line)}> Tj T*`).join(' ')} ET`,
      ),
    ]),
  ]);
}

function hex(code: number): string {
  return code.toString(16).padStart(2, '0');
}
