import { randomBytes } from 'node:crypto';
import sharp from 'sharp';
import { expect, test } from 'vitest';
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
