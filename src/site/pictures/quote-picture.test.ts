import { randomBytes } from 'node:crypto';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { drawQuote } from './quote-picture.ts';

const source = { title: 'The lesson', citation: 'p. 1', address: 'https://example.org/lesson/one' };
const [width, height] = [1600, 2263];
const line = (y: number) => ({ text: 'line', x: 0.1, y, width: 0.8, height: 0.02 });

test('scales lines of two columns that span the whole page', async () => {
  const data = new Uint8Array(width * height * 4).fill(255);
  const drawBlackLine = (y: number) =>
    data.fill(0, Math.floor(y * height) * width * 4, Math.floor((y + 0.02) * height) * width * 4);
  for (const y of [0.02, 0.96]) drawBlackLine(y);
  const bytes = await drawQuote({ width, height, data }, [line(0.96), line(0.02)], source);
  const { data: column, info } = await sharp(bytes)
    .greyscale()
    .extract({ left: 500, top: 0, width: 1, height: 1600 })
    .raw()
    .toBuffer({ resolveWithObject: true });
  const darkRows = [...column].flatMap((value, y) => (value < 60 ? [y] : []));
  expect(info.height).toBe(1600);
  expect(darkRows[0]).toBeLessThan(40);
  expect(darkRows.at(-1)).toBeGreaterThan(1560);
});

test('compresses a photograph enough for messengers', async () => {
  const data = new Uint8Array(randomBytes(width * height * 4));
  const bytes = await drawQuote({ width, height, data }, [line(0), line(0.97)], source);
  expect(bytes.length).toBeLessThanOrEqual(250_000);
});

/** Creates a page with ten lines, each in a different gray. */
function createPage() {
  const data = new Uint8Array(width * height * 4).fill(255);
  const lines = Array.from({ length: 10 }, (_, index) => line(0.1 + index * 0.05));
  for (const [index, { y }] of lines.entries())
    data.fill(index * 10, Math.floor(y * height) * width * 4, Math.floor((y + 0.02) * height) * width * 4);
  return { pixels: { width, height, data }, lines };
}

describe.each([
  ['in English', { ...source, title: 'The lesson of prayer', citation: 'Page 4 · Sheikh Example' }],
  ['in Arabic', { title: 'درس الصلاة', citation: 'الصفحة ١ · الشيخ', address: source.address }],
])('a quotation with a title %s', (language, texts) => {
  test('shows only its lines, with the source and the QR code below', async () => {
    const { pixels, lines } = createPage();
    const bytes = await drawQuote(pixels, lines.slice(3, 6), texts);
    expect(bytes.length).toBeLessThanOrEqual(250_000);
    const { data, info } = await sharp(bytes).greyscale().raw().toBuffer({ resolveWithObject: true });
    const grayAt = (x: number, y: number) => data[y * info.width + x] as number;
    // Three lines with ten pixels above and below, then the strip of 168 pixels with source and QR code.
    const stripTop = info.height - 168;
    expect(Math.abs(stripTop - (0.12 * height + 20))).toBeLessThan(3);
    const column = Array.from({ length: stripTop }, (_, y) => Math.round(grayAt(info.width / 2, y) / 10));
    const rows = column.filter(
      (value, y) => value < 20 && column[y - 1] === value && column[y - 2] === value,
    );
    expect([...new Set(rows)]).toEqual([3, 4, 5]);
    const countDarkPixels = (left: number, right: number, top: number, bottom: number) => {
      let sum = 0;
      for (let y = stripTop + top; y < stripTop + bottom; y++)
        for (let x = left; x < right; x++) if (grayAt(x, y) < 140) sum++;
      return sum;
    };
    // The QR code is a square of 120 × 120 pixels, more than 30 % of them dark.
    const [start, end] = language === 'in English' ? [info.width - 144, info.width - 24] : [24, 144];
    expect(countDarkPixels(start, end, 24, 144)).toBeGreaterThan(120 * 120 * 0.3);
    const half = Math.floor(info.width / 2);
    const [from, to] = language === 'in English' ? [24, half] : [half, info.width - 24];
    for (const [top, bottom] of [
      [28, 72],
      [86, 124],
    ] as const)
      expect(countDarkPixels(from, to, top, bottom)).toBeGreaterThan(200);
    const [empty, emptyEnd] = language === 'in English' ? [half, start - 8] : [end + 8, half];
    expect(countDarkPixels(empty, emptyEnd, 8, 160)).toBe(0);
  });
});
