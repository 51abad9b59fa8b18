import { createCipheriv } from 'node:crypto';

const key = Buffer.alloc(16, 'minbar');

/** Creates a PDF of one page with an ASCII title, in exactly `size` bytes with reproducible noise. Throws if `size` is too small. */
export function samplePdf(title = 'Lesson', size = 2000): Buffer<ArrayBuffer> {
  const text = `BT /F1 24 Tf 60 700 Td (${title}) Tj ET`;
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${text.length} >>\nstream\n${text}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ];
  let body = '%PDF-1.4\n';
  const offsets = objects.map((object, i) => {
    const offset = body.length;
    body += `${i + 1} 0 obj\n${object}\nendobj\n`;
    return String(offset).padStart(10, '0');
  });
  const tail = (start: number) =>
    `\nxref\n0 6\n0000000000 65535 f \n${offsets.map((offset) => `${offset} 00000 n \n`).join('')}trailer\n<< /Size 6 /Root 1 0 R >>\nstartxref\n${start}\n%%EOF`;
  const noise = size - body.length - 1 - tail(size).length;
  if (noise < 0) throw new Error(`a PDF needs more than ${size} bytes`);
  const start = body.length + 1 + noise + 1;
  const end = tail(start);
  // A stream cipher is the fastest source of reproducible bytes without repetition.
  const filler = createCipheriv('aes-128-ctr', key, key).update(
    Buffer.alloc(size - body.length - 1 - end.length),
  );
  for (let i = 0; i < filler.length; i++) filler[i] = 48 + ((filler[i] ?? 0) % 71);
  return Buffer.concat([Buffer.from(`${body}%`), filler, Buffer.from(end)]);
}
