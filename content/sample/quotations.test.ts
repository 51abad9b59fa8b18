import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import checked from './quotations.json' with { type: 'json' };

const folder = new URL('./', import.meta.url);
const texts = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.md'))
  .map((path) => readFileSync(new URL(encodeURI(path), folder), 'utf8'));
const quotations = texts.flatMap((text) => [...text.matchAll(/^```(?:quran|hadith) (.+)\n(.+)\n```$/gm)]);
const hashOf = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 16);

test('each verse and hadith is letter for letter as it was checked, and has a source', () => {
  const found = Object.fromEntries(quotations.map(([, source = '', text = '']) => [source, hashOf(text)]));
  expect(found).toEqual(checked);
  expect(texts.join().match(/^```\w/gm)).toHaveLength(quotations.length);
});

test('they are vowelled', () => {
  for (const [, source, text = ''] of quotations) {
    const letters = text.match(/[\u0621-\u064a\u0671]/g)?.length ?? 0;
    const marks = text.match(/[\u064b-\u0652\u0670\u06e1]/g)?.length ?? 0;
    expect(marks / letters, source).toBeGreaterThan(0.55);
  }
});
