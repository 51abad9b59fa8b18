/**
 * Creates a PDF of objects, numbered from 1; the first is the catalog. `header` is empty or consists of whole lines. The file's
 * offsets count bytes of UTF-8; readers repair them if it is written in another encoding.
 */
export function createPdf(objects: readonly string[], header = ''): string {
  let offset = Buffer.byteLength(`%PDF-1.7\n${header}`);
  const parts = objects.map((object, index) => `${index + 1} 0 obj\n${object}\nendobj\n`);
  const offsets = parts.map((part) => {
    const start = offset;
    offset += Buffer.byteLength(part);
    return start;
  });
  const table = offsets.map((at) => `${String(at).padStart(10, '0')} 00000 n \n`).join('');
  const size = objects.length + 1;
  return `%PDF-1.7\n${header}${parts.join('')}xref\n0 ${size}\n0000000000 65535 f \n${table}trailer\n<< /Size ${size} /Root 1 0 R >>\nstartxref\n${offset}\n%%EOF\n`;
}

/** Returns a stream object of Latin-1 content, with further dictionary entries. */
export function pdfStream(content: string, entries = ''): string {
  return `<< ${entries} /Length ${content.length} >>\nstream\n${content}\nendstream`;
}

/** Returns the hexadecimal digits of a text in UTF-16, big-endian. */
export function utf16Hex(text: string): string {
  return Buffer.from(text, 'utf16le').swap16().toString('hex');
}

/** Encodes a text as a hexadecimal string of a PDF, with a byte order mark. */
export function pdfText(text: string): string {
  return `<FEFF${utf16Hex(text)}>`;
}
