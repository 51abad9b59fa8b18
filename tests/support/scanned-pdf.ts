import { createPdf, pdfStream } from './create-pdf.ts';

/** Operators that print a small line at the bottom of a page. */
export const printedLine = '60 40 Td (Made with the free program of a scanner) Tj';

/** Creates a PDF whose pages each have a large picture and the same text operators. Write it as Latin-1. */
export function createScannedPdf(count: number, content = printedLine): string {
  const operators = `q 500 0 0 700 40 90 cm /I1 Do Q BT /F1 9 Tf ${content} ET`;
  return createPdf([
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Count ${count} /Kids [${Array.from({ length: count }, (_, index) => `${6 + index} 0 R`).join(' ')}] >>`,
    pdfStream(operators),
    pdfStream(
      '\u0080',
      '/Type /XObject /Subtype /Image /Width 1 /Height 1 /BitsPerComponent 8 /ColorSpace /DeviceGray',
    ),
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    ...Array.from(
      { length: count },
      () =>
        '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 3 0 R /Resources << /Font << /F1 5 0 R >> /XObject << /I1 4 0 R >> >> >>',
    ),
  ]);
}
