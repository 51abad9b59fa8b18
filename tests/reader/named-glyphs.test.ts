import { expect, test } from 'vitest';
import { arabicWord, drawnTextPdf, type NamedGlyph } from './drawn-text-pdf.ts';
import { startTestReader } from './test-reader.ts';

const reader = startTestReader();
const textOf = (...glyphs: NamedGlyph[]) => reader.textOf(reader.write(drawnTextPdf(glyphs)));

const y = 700;

test('reads a glyph with an advance but without ink as a space, even if it is named as a vowel', async () => {
  const space = (x: number): NamedGlyph => ({ name: '\u0651\u064E', x, y, advance: 2.5 });
  expect(
    await textOf(
      ...arabicWord([...'تحويل'], 300),
      space(272.5),
      ...arabicWord([...'كل'], 272.5),
      space(260),
      ...arabicWord([...'لحظة'], 260),
    ),
  ).toBe('تحويل كل لحظة');
});

test('reads a flat glyph between letters as a stroke, even if it is named as a space', async () => {
  const piece: NamedGlyph = {
    name: ' ',
    x: 285,
    y,
    advance: 5,
    ink: { left: 0, bottom: 0, right: 5, top: 0.8 },
  };
  expect(await textOf(...arabicWord([...'سما'], 300), piece, ...arabicWord(['ء'], 285))).toBe('سماء');
});

test('ignores a vowel that is named as a letter', async () => {
  const vowel: NamedGlyph = {
    name: 'ه',
    x: 291,
    y,
    advance: 0,
    ink: { left: 0, bottom: 7, right: 1, top: 9 },
  };
  expect(await textOf(...arabicWord([...'كتاب'], 300), vowel)).toBe('كتاب');
});

test('keeps the writing order of letters that are kerned to the same pen position', async () => {
  const letter = (name: string, x: number, advance: number): NamedGlyph => ({
    name,
    x,
    y,
    advance,
    ink: { left: 0, bottom: 0, right: advance, top: 6 },
  });
  const word = [letter('ر', 295, 5), letter('ا', 295, 2), ...arabicWord([...'بط'], 295)];
  expect(await textOf(...word)).toBe('رابط');
});

test('completes the name of God if its ligature has an incomplete or a foreign name', async () => {
  const name = (text: string, x: number): NamedGlyph => ({
    name: text,
    x,
    y,
    advance: 9,
    ink: { left: 0, bottom: 0, right: 9, top: 7 },
  });
  expect(await textOf(name('الل', 291), ...arabicWord([...'ربنا'], 286))).toBe('الله ربنا');
  expect(await textOf(...arabicWord([...'با'], 300), name('\u037F', 281))).toBe('بالله');
});

test('completes a lam-alef that is named as a lam with a vowel', async () => {
  const lamAlef = (x: number, vowel: string): NamedGlyph => ({
    name: `ل${vowel}`,
    x,
    y,
    advance: 6,
    ink: { left: 0.5, bottom: -0.5, right: 5.5, top: 7 },
  });
  const text = await textOf(
    ...arabicWord([...'الس'], 300),
    lamAlef(279, '\u064B'),
    ...arabicWord(['م'], 279),
    ...arabicWord([...'قبل'], 250),
  );
  expect(text.replace(/\p{M}/gu, '')).toBe('السلام\tقبل');
});

test('recognizes an alef with a hamza in a lam-alef by its height if it is named as a lam', async () => {
  const lamAlef = (x: number, name: string, top: number): NamedGlyph => ({
    name,
    x,
    y,
    advance: 6,
    ink: { left: 0.5, bottom: -0.5, right: 5.5, top },
  });
  expect(
    await textOf(
      ...arabicWord([...'الس'], 300),
      lamAlef(279, 'ل\u064B', 6.2),
      ...arabicWord([...'م'], 279),
      ...arabicWord([...'ل'], 250),
      lamAlef(239, 'ل', 7.5),
      ...arabicWord([...'مل'], 239),
    ),
  ).toBe('السلام\tللأمل');
});

test('reads shaddas that are named as small alefs', async () => {
  const alef = (x: number): NamedGlyph => ({
    name: '\u0670',
    x,
    y,
    advance: 0,
    ink: { left: 1, bottom: 7, right: 3, top: 8 },
  });
  const words = [300, 270, 240, 210, 180].flatMap((right) => [
    ...arabicWord([...'علو'], right),
    alef(right - 15),
    ...arabicWord(['ا'], right - 15),
  ]);
  expect((await textOf(...words)).split(' ')).toEqual(Array(5).fill('علوّا'));
});

test('separates words whose letters have overlapping boxes', async () => {
  const wideGlyphs = (text: string, right: number): NamedGlyph[] =>
    arabicWord([...text], right).map((glyph) => ({ ...glyph, advance: 7.5 }));
  expect(
    await textOf(...wideGlyphs('قانون', 300), ...wideGlyphs('التوزيع', 272), ...wideGlyphs('الحر', 234)),
  ).toBe('قانون التوزيع الحر');
});

test('reads letters that Office 2007 names as vowels', async () => {
  const yeh = (x: number, name: string): NamedGlyph => ({
    name,
    x,
    y,
    advance: 4,
    ink: { left: 0, bottom: -1, right: 4, top: 5 },
  });
  expect(await textOf(...arabicWord([...'صح'], 300), yeh(286, '\u064C'), ...arabicWord([...'فة'], 286))).toBe(
    'صحيفة',
  );
  expect(await textOf(...arabicWord(['ف'], 300), yeh(291, '\u064B'))).toBe('فى');
});

test('ignores a vowel with a private-use name and does not split the word there', async () => {
  const vowel: NamedGlyph = {
    name: '\uE821',
    x: 291,
    y,
    advance: 2,
    ink: { left: 0, bottom: 7, right: 2, top: 8 },
  };
  expect(await textOf(...arabicWord([...'كتاب'], 300), vowel)).toBe('كتاب');
});

test('ignores flat strokes that stretch words, even if they are named as letters', async () => {
  const piece = (x: number): NamedGlyph => ({
    name: 'و',
    x,
    y,
    advance: 3,
    ink: { left: 0, bottom: 0, right: 3, top: 0.8 },
  });
  expect(
    await textOf(
      ...arabicWord([...'عل'], 300),
      piece(287),
      piece(284),
      piece(281),
      ...arabicWord(['ى'], 281),
    ),
  ).toBe('على');
});

test('reads no vowel as a space or a letter if no glyph of a font has ink, as without an embedded font', async () => {
  const inklessGlyph = (name: string, x: number, advance: number): NamedGlyph => ({ name, x, y, advance });
  expect(
    await textOf(
      inklessGlyph('ح', 295, 5),
      inklessGlyph('َ', 295, 3),
      inklessGlyph('س', 290, 5),
      inklessGlyph('ن', 285, 5),
      inklessGlyph('ةً', 280, 5),
    ),
  ).not.toMatch(/[\sى]/);
});

test('adds dots that a font draws separately, without a name, to their letters', async () => {
  const dots = (x: number, ink: NamedGlyph['ink'] & object): NamedGlyph => ({
    name: '',
    x,
    y,
    advance: 0,
    ink,
  });
  const [oneDot, twoDots, threeDots] = [
    { left: 0, bottom: 6, right: 1.2, top: 7.2 },
    { left: -1, bottom: 6, right: 2, top: 7.2 },
    { left: -1, bottom: 6, right: 2, top: 8.5 },
  ];
  const dotBelow = { left: 0, bottom: -2, right: 1.2, top: -0.8 };
  const words = await textOf(
    ...arabicWord([...'ٮٮسعٮ'], 300),
    dots(296.5, twoDots),
    dots(292, dotBelow),
    dots(287, threeDots),
    dots(282, oneDot),
    dots(277, oneDot),
    ...arabicWord([...'حٮد'], 260),
    dots(257, dotBelow),
    dots(252, dotBelow),
  );
  expect(words).toBe('تبشغن جبد');
});

test('drops a word with a letter that is named as a space', async () => {
  const letter: NamedGlyph = {
    name: ' ',
    x: 285,
    y,
    advance: 5,
    ink: { left: 0, bottom: 0, right: 5, top: 6 },
  };
  const otherWord = arabicWord([...'كتابة'], 250);
  expect(await textOf(...arabicWord([...'كات'], 300), letter, ...otherWord)).toBe('كتابة');
});
