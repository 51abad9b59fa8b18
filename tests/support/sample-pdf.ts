import { createCipheriv } from 'node:crypto';
import { createTextPdf } from './text-pdf.ts';

const key = Buffer.alloc(16, 'minbar');

/** Creates a PDF of one page with a Latin title, in exactly `size` bytes with reproducible noise. Throws if `size` is too small. */
export function samplePdf(title = 'Lesson', size = 2000): Buffer<ArrayBuffer> {
  const [body = '', end = ''] = createTextPdf([[title]])
    .trimEnd()
    .split(/(?=startxref)/);
  // A stream cipher is the fastest source of reproducible bytes without repetition.
  const noise = createCipheriv('aes-128-ctr', key, key).update(
    Buffer.alloc(size - body.length - end.length - 2),
  );
  for (let i = 0; i < noise.length; i++) noise[i] = 48 + ((noise[i] ?? 0) % 71);
  return Buffer.concat([Buffer.from(`${body}%`), noise, Buffer.from(`\n${end}`)]);
}
