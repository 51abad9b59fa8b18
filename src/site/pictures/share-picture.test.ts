import sharp from 'sharp';
import { expect, test } from 'vitest';
import { faceFor } from './drawn-text.ts';
import type { ShareCard } from './share-card.ts';
import { drawIcon, drawShareCard } from './share-picture.ts';

const largest = 250 * 1024;

/** Share of each half of the title's line that is as bright as its letters. */
async function ink(picture: Buffer) {
  const { data, info } = await sharp(picture).greyscale().raw().toBuffer({ resolveWithObject: true });
  const halves = { left: 0, right: 0 };
  // Only where the texts stand: the arch is on the other side.
  for (let y = 150; y < 480; y += 1)
    for (let x = 0; x < info.width; x += 1)
      if ((data[y * info.width + x] ?? 0) > 225) halves[x < info.width / 2 ? 'left' : 'right'] += 1;
  return halves;
}

test.each([
  ['Rules of wudu', 'en', 'left'],
  ['Rules of wudu', 'ar', 'right'],
  ['أحكام الوضوء', 'en', 'left'],
  ['أحكام الوضوء', 'ar', 'right'],
  ['Wudu – الوضوء', 'ar', 'right'],
] as const)('%j is drawn on the side of a page in %s', async (title, language, side) => {
  const picture = await drawShareCard({ language, title, above: 'Fiqh', below: 'Sheikh' });
  const { width, height, format } = await sharp(picture).metadata();
  expect([width, height, format]).toEqual([1200, 630, 'jpeg']);
  const { left, right } = await ink(picture);
  expect(side === 'left' ? left / (right + 1) : right / (left + 1)).toBeGreaterThan(5);
});

test.each<[string, Omit<ShareCard, 'language'>]>([
  [
    'the longest title',
    { title: 'شرح الأصول الثلاثة '.repeat(28), above: 'ف'.repeat(255), below: 'ش'.repeat(500) },
  ],
  ['a word without a space', { title: 'x'.repeat(500), above: '', below: '' }],
  ['markup', { title: '</span><b>&amp;&#0;]]>', above: '<svg onload=x>', below: '"' }],
  ['letters no font has, and nothing else', { title: '🕌\u202E\u0000', above: '\u200F', below: '日本' }],
])('%s becomes a picture of at most 250 kB', async (_what, card) => {
  const picture = await drawShareCard({ language: 'ar', ...card });
  expect((await sharp(picture).metadata()).width).toBe(1200);
  expect(picture.length).toBeLessThanOrEqual(largest);
});

test.each([
  ['Arabic', 'أحكام الوضوء ١٤٤٧ ﷺ', 'Markazi Text semi-bold'],
  ['English with an emoji', 'Patience 🕌', 'Markazi Text semi-bold'],
  ['Maghribi', 'الڧقه ڢي الدين', 'Noto Naskh Arabic SemiBold,'],
  ['Uyghur', 'ڭۇرئان ۋە سۈننەت', 'Noto Naskh Arabic SemiBold,'],
  ['Pashto and Sindhi', 'ښوونه ټول ڄاڻ ڳالهه', 'Noto Naskh Arabic SemiBold,'],
  ['Jawi', 'اݢام ڽاتا ڤواسا', 'Noto Naskh Arabic SemiBold,'],
  ['Urdu ezafe, with English', 'قصۀ یوسف – Joseph', 'Noto Naskh Arabic SemiBold,'],
])('a title in %s is set whole in one face', async (_language, title, face) => {
  expect(await faceFor(title, 'Markazi Text semi-bold')).toBe(face);
});

test('a title that no face can draw whole makes room for its category', async () => {
  const bright = async (title: string, above: string) => {
    const { left, right } = await ink(await drawShareCard({ language: 'en', title, above, below: '' }));
    return left + right;
  };
  expect(await faceFor('Tafsir 日本', 'Markazi Text semi-bold')).toBeUndefined();
  expect(await bright('Tafsir 日本', 'Fiqh')).toBe(await bright('Fiqh', ''));
  expect(await bright('日本', '한국')).toBe(await bright('', ''));
});

test('an icon is square, clear or on paper, whatever form the logo has', async () => {
  const wide = Buffer.from(
    '<svg xmlns="http://www.w3.org/2000/svg" width="30" height="10"><path d="M0 0h30v10H0z"/></svg>',
  );
  for (const share of [1, 0.62]) {
    const icon = sharp(await drawIcon({ logo: wide, size: 192, share }));
    const { data, info } = await icon.ensureAlpha().raw().toBuffer({ resolveWithObject: true });
    expect([info.width, info.height]).toEqual([192, 192]);
    expect(data[3]).toBe(share === 1 ? 0 : 255);
    // The logo is in the middle, sharp.
    expect([...data.subarray((96 * 192 + 96) * 4).subarray(0, 3)]).toEqual([0, 0, 0]);
  }
  await expect(drawIcon({ logo: Buffer.from('no picture'), size: 192, share: 1 })).rejects.toThrow();
});
