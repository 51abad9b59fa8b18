import { expect, it } from 'vitest';
import { looksLikePdf } from './pdf-magic.ts';

const bytes = (text: string) => new Uint8Array(Buffer.from(text, 'latin1'));

it.each([
  ['%PDF-1.7\n', true],
  ['%PDF-2.0\n', true],
  [`${' '.repeat(1016)}%PDF-1.4`, true],
  [`${' '.repeat(1017)}%PDF-1.4`, false],
  ['<html>', false],
  ['%PDF', false],
  ['%pdf-1.4', false],
  ['%PDF-x.y', false],
  ['', false],
])('%j looks like a PDF: %s', (text, answer) => {
  expect(looksLikePdf(bytes(text))).toBe(answer);
});
