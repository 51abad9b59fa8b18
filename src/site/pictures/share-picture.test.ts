import sharp from 'sharp';
import { expect, test } from 'vitest';
import { faceFor } from './drawn-text.ts';
import type { ShareCard } from './share-card.ts';
import { drawIcon, drawShareCard } from './share-picture.ts';

const MAX_BYTES = 250 * 1024;

/** Counts the pixels in each half of the picture that are as bright as letters. */
async function countBrightPixels(picture: Buffer) {
  const { data, info } = await sharp(picture).greyscale().raw().toBuffer({ resolveWithObject: true });
  const halves = { left: 0, right: 0 };
  // Only the rows of the title, without the other texts.
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
] as const)('draws %j at the start side of a page in %s', async (title, language, side) => {
  const picture = await drawShareCard({ language, title, above: 'Fiqh', below: 'Sheikh' });
  const { width, height, format } = await sharp(picture).metadata();
  expect([width, height, format]).toEqual([1200, 630, 'jpeg']);
  const { left, right } = await countBrightPixels(picture);
  expect(side === 'left' ? left / (right + 1) : right / (left + 1)).toBeGreaterThan(5);
});

test.each<[string, Omit<ShareCard, 'language'>]>([
  [
    'the longest title',
    { title: 'شرح الأصول الثلاثة '.repeat(28), above: 'ف'.repeat(255), below: 'ش'.repeat(500) },
  ],
  ['a word without a space', { title: 'x'.repeat(500), above: '', below: '' }],
  ['markup', { title: '</span><b>&amp;&#0;]]>', above: '<svg onload=x>', below: '"' }],
  ['only characters that no font has', { title: '🕌\u202E\u0000', above: '\u200F', below: '日本' }],
])('draws %s in a picture of at most 250 kB', async (_description, card) => {
  const picture = await drawShareCard({ language: 'ar', ...card });
  expect((await sharp(picture).metadata()).width).toBe(1200);
  expect(picture.length).toBeLessThanOrEqual(MAX_BYTES);
});

test.each([
  ['Arabic', 'أحكام الوضوء ١٤٤٧ ﷺ', 'Markazi Text semi-bold'],
  ['English with an emoji', 'Patience 🕌', 'Markazi Text semi-bold'],
  ['Maghribi', 'الڧقه ڢي الدين', 'Noto Naskh Arabic SemiBold,'],
  ['Uyghur', 'ڭۇرئان ۋە سۈننەت', 'Noto Naskh Arabic SemiBold,'],
  ['Pashto and Sindhi', 'ښوونه ټول ڄاڻ ڳالهه', 'Noto Naskh Arabic SemiBold,'],
  ['Jawi', 'اݢام ڽاتا ڤواسا', 'Noto Naskh Arabic SemiBold,'],
  ['Urdu ezafe, with English', 'قصۀ یوسف – Joseph', 'Noto Naskh Arabic SemiBold,'],
])('finds one face for a title in %s', async (_language, title, face) => {
  expect(await faceFor(title, 'Markazi Text semi-bold')).toBe(face);
});

test('draws the category in place of a title that no face can draw', async () => {
  const brightness = async (title: string, above: string) => {
    const { left, right } = await countBrightPixels(
      await drawShareCard({ language: 'en', title, above, below: '' }),
    );
    return left + right;
  };
  expect(await faceFor('Tafsir 日本', 'Markazi Text semi-bold')).toBeUndefined();
  expect(await brightness('Tafsir 日本', 'Fiqh')).toBe(await brightness('Fiqh', ''));
  expect(await brightness('日本', '한국')).toBe(await brightness('', ''));
});

test('draws a square icon, transparent or on paper, from a wide logo', async () => {
  const wideLogo = Buffer.from(
    '<svg xmlns="http://www.w3.org/2000/svg" width="30" height="10"><path d="M0 0h30v10H0z"/></svg>',
  );
  for (const share of [1, 0.62]) {
    const icon = sharp(await drawIcon({ logo: wideLogo, size: 192, share }));
    const { data, info } = await icon.ensureAlpha().raw().toBuffer({ resolveWithObject: true });
    expect([info.width, info.height]).toEqual([192, 192]);
    expect(data[3]).toBe(share === 1 ? 0 : 255);
    // The logo is in the middle and not blurred.
    expect([...data.subarray((96 * 192 + 96) * 4).subarray(0, 3)]).toEqual([0, 0, 0]);
  }
  await expect(drawIcon({ logo: Buffer.from('no picture'), size: 192, share: 1 })).rejects.toThrow();
});
