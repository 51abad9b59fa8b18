import { randomBytes } from 'node:crypto';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { drawQuote } from './quote-picture.ts';

const source = { title: 'The lesson', place: 'p. 1', address: 'https://example.org/lesson/one' };
const [width, height] = [1600, 2263];
const line = (y: number) => ({ text: 'line', x: 0.1, y, width: 0.8, height: 0.02 });

test('lines of two columns are in the picture whole, from the top of the page to its end', async () => {
  const data = new Uint8Array(width * height * 4).fill(255);
  const black = (y: number) =>
    data.fill(0, Math.floor(y * height) * width * 4, Math.floor((y + 0.02) * height) * width * 4);
  for (const y of [0.02, 0.96]) black(y);
  const bytes = await drawQuote({ width, height, data }, [line(0.96), line(0.02)], source);
  const { data: column, info } = await sharp(bytes)
    .greyscale()
    .extract({ left: 500, top: 0, width: 1, height: 1600 })
    .raw()
    .toBuffer({ resolveWithObject: true });
  const dark = [...column].flatMap((value, y) => (value < 60 ? [y] : []));
  expect(info.height).toBe(1600);
  expect(dark[0]).toBeLessThan(40);
  expect(dark.at(-1)).toBeGreaterThan(1560);
});

test('a picture of a photograph stays small enough for messengers', async () => {
  const data = new Uint8Array(randomBytes(width * height * 4));
  const bytes = await drawQuote({ width, height, data }, [line(0), line(0.97)], source);
  expect(bytes.length).toBeLessThanOrEqual(250_000);
});

/** A page with ten lines, the gray of each different. */
function page() {
  const data = new Uint8Array(width * height * 4).fill(255);
  const lines = Array.from({ length: 10 }, (_, at) => line(0.1 + at * 0.05));
  for (const [at, { y }] of lines.entries())
    data.fill(at * 10, Math.floor(y * height) * width * 4, Math.floor((y + 0.02) * height) * width * 4);
  return { pixels: { width, height, data }, lines };
}

describe.each([
  ['from the left', { ...source, title: 'The lesson of prayer', place: 'Page 4 · Sheikh Example' }],
  ['from the right', { title: 'درس الصلاة', place: 'الصفحة ١ · الشيخ', address: source.address }],
])('a quotation with a title %s', (direction, its) => {
  test('shows its lines and no others, with title and page on one side below and the code on the other', async () => {
    const { pixels, lines } = page();
    const bytes = await drawQuote(pixels, lines.slice(3, 6), its);
    expect(bytes.length).toBeLessThanOrEqual(250_000);
    const { data, info } = await sharp(bytes).greyscale().raw().toBuffer({ resolveWithObject: true });
    const gray = (x: number, y: number) => data[y * info.width + x] as number;
    // Ten pixels above and below three lines, and the strip of 168.
    const cut = info.height - 168;
    expect(Math.abs(cut - (0.12 * height + 20))).toBeLessThan(3);
    const column = Array.from({ length: cut }, (_, y) => Math.round(gray(info.width / 2, y) / 10));
    const rows = column.filter(
      (value, y) => value < 20 && column[y - 1] === value && column[y - 2] === value,
    );
    expect([...new Set(rows)]).toEqual([3, 4, 5]);
    const dark = (left: number, right: number, top: number, bottom: number) => {
      let sum = 0;
      for (let y = cut + top; y < cut + bottom; y++)
        for (let x = left; x < right; x++) if (gray(x, y) < 140) sum++;
      return sum;
    };
    // The code is a square of 120 pixels, a third of it dark or more.
    const [start, end] = direction === 'from the left' ? [info.width - 144, info.width - 24] : [24, 144];
    expect(dark(start, end, 24, 144)).toBeGreaterThan(120 * 120 * 0.3);
    const half = Math.floor(info.width / 2);
    const [from, to] = direction === 'from the left' ? [24, half] : [half, info.width - 24];
    for (const [top, bottom] of [
      [28, 72],
      [86, 124],
    ] as const)
      expect(dark(from, to, top, bottom)).toBeGreaterThan(200);
    const [empty, emptyEnd] = direction === 'from the left' ? [half, start - 8] : [end + 8, half];
    expect(dark(empty, emptyEnd, 8, 160)).toBe(0);
  });
});
