import { createPdf, pdfStream } from './create-pdf.ts';

/** Creates a PDF of pages with Latin lines, from the top, in Helvetica of 12 points. */
export function createTextPdf(pages: readonly (readonly string[])[]): string {
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Count ${pages.length} /Kids [${pages.map((_, index) => `${4 + 2 * index} 0 R`).join(' ')}] >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
    ...pages.flatMap((lines, index) => {
      const operators = lines.map((line) => `(${line.replace(/[\\()]/g, '\\$&')}) Tj T*`).join('\n');
      const content = `BT /F1 12 Tf 14 TL 72 760 Td\n${operators}\nET`;
      return [
        `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents ${5 + 2 * index} 0 R /Resources << /Font << /F1 3 0 R >> >> >>`,
        pdfStream(content),
      ];
    }),
  ];
  return createPdf(objects);
}
