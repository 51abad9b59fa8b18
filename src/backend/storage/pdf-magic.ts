/** How many first bytes of a file decide whether it is a PDF; Acrobat and PDFium accept leading junk up to here. */
export const pdfMagicWindow = 1024;

/** Whether the first bytes of a file are those of a PDF: `%PDF-` and a version within the first 1024 bytes. */
export function looksLikePdf(firstBytes: Uint8Array): boolean {
  const head = Buffer.from(
    firstBytes.buffer,
    firstBytes.byteOffset,
    Math.min(firstBytes.length, pdfMagicWindow),
  );
  return /%PDF-[12]\.\d/.test(head.toString('latin1'));
}
