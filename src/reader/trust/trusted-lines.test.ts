import { expect, test } from 'vitest';
import { createGlyph } from '../../../tests/support/test-glyph.ts';
import { lineText } from '../lines/line-text.ts';
import { type Piece, pieceOf } from '../lines/reading-direction.ts';
import { trustedLines } from './trusted-lines.ts';

/** Creates a line in reading order with glyphs of a font. */
function line(text: string, font = 1): Piece[] {
  return [...text].map((sign, index) => ({
    ...pieceOf(sign),
    glyph: createGlyph(sign, index * 5, { font }),
  }));
}

const trustedTexts = (...lines: Piece[][]) => trustedLines(lines).lines.map(lineText);
const english = 'Deeds are only by intentions, and every man shall have only what he intended';
const arabic = 'إنما الأعمال بالنيات وإنما لكل امرئ ما نوى';

test('drops a line in a font that does not map its letters to text, and keeps the other lines', () => {
  expect(
    trustedTexts(line(english), line('ا\uFFFDأع\uFFFDا\uFFFD با\uFFFDنيا\uFFFD', 2), line(arabic, 3)),
  ).toEqual([english, arabic]);
});

test('drops a word with an unknown character from its line', () => {
  const lines = Array.from({ length: 10 }, () => line(english));
  expect(
    trustedTexts(line('The Messenger of Allah (\uFFFD) said that deeds are by intentions'), ...lines)[0],
  ).toBe('The Messenger of Allah said that deeds are by intentions');
});

test.each([
  ['one letter three times in a row', 'الذددين ءامنوووا يقوووم السسسلام'],
  ['letters without their dots', 'سٮاسه الحصوصٮه المسٮحدم ڡاٮوٮٮه'],
  ['letters that the font maps to others', 'ضثق خهحج غعفقث طكمنت لابيس شذدظط ئءؤرﻻ ىةوزظ طظضصث'.repeat(3)],
])('drops words with %s', (_, words) => {
  expect(trustedTexts(line(english), line(words, 2), line(words, 2))).toEqual([english]);
});

test.each([
  ['whose letters are all mapped to others', 'كذب ستين تخاب ضنوق ستاي خنج فنذبخ غندخ سدجاذ'],
  ['that is written backward', 'نيملسملا ىلع ةالصلا بجت ةسمخلا تاولصلا'],
])('drops a single verse %s from a correct page', (_, verse) => {
  expect(trustedTexts(line(english), line(verse, 2), line(arabic, 3))).toEqual([english, arabic]);
});

test.each([
  ['two scripts without a space between them', 'ما هوWhisperX ثم بDemucs والذي طوره مجمعMeta للبحث'],
  ['hyphens and quotation marks', 'Ibn al\u2010Qayyim and an-Nu`mān bin Basheer said so'],
  ['Persian digits next to Latin letters', '۱۲A ۳B'],
  ['brackets of verses', '﴿وأقيموا الصلاة وآتوا الزكاة﴾[البقرة: 43]'],
  ['a table of letters', 'YySs YYSS yyss Yyss YySS yySs YYss'],
  ['formulas', 'x−y a×b c÷d 10%'],
])('does not drop words because of %s', (_, words) => {
  expect(trustedTexts(line(words))).toEqual([words]);
});

test('drops an OCR layer that repeats one letter', () => {
  expect(
    trustedTexts(line('nnnnnn nnnnn nnn nn nnn nnnnnnn nnnnnnnn nnnnnn nnnnn. nnnn nnnn nnnnnn, nnn')),
  ).toEqual([]);
});
