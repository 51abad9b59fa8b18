import { expect, test } from 'vitest';
import { drawnGlyph } from '../../../tests/support/drawn-glyph.ts';
import { lineText } from '../lines/line-text.ts';
import { type Piece, pieceOf } from '../lines/reading-direction.ts';
import { trustedLines } from './trusted-lines.ts';

/** A line in reading order, in a font. */
function line(text: string, font = 1): Piece[] {
  return [...text].map((sign, index) => ({ ...pieceOf(sign), glyph: drawnGlyph(sign, index * 5, { font }) }));
}

const trustedTexts = (...lines: Piece[][]) => trustedLines(lines).lines.map(lineText);
const english = 'Deeds are only by intentions, and every man shall have only what he intended';
const arabic = 'إنما الأعمال بالنيات وإنما لكل امرئ ما نوى';

test('a line of a font that does not name its letters is left out, the others stay', () => {
  expect(
    trustedTexts(line(english), line('ا\uFFFDأع\uFFFDا\uFFFD با\uFFFDنيا\uFFFD', 2), line(arabic, 3)),
  ).toEqual([english, arabic]);
});

test('a word with an unknown sign is left out of its line', () => {
  const lines = Array.from({ length: 10 }, () => line(english));
  expect(
    trustedTexts(line('The Messenger of Allah (\uFFFD) said that deeds are by intentions'), ...lines)[0],
  ).toBe('The Messenger of Allah said that deeds are by intentions');
});

test.each([
  ['one letter three times in a row', 'الذددين ءامنوووا يقوووم السسسلام'],
  ['letters without their dots', 'سٮاسه الحصوصٮه المسٮحدم ڡاٮوٮٮه'],
  ['letters that stand for others', 'ضثق خهحج غعفقث طكمنت لابيس شذدظط ئءؤرﻻ ىةوزظ طظضصث'.repeat(3)],
])('words with %s are left out', (_, words) => {
  expect(trustedTexts(line(english), line(words, 2), line(words, 2))).toEqual([english]);
});

test.each([
  ['of which each letter is another one', 'كذب ستين تخاب ضنوق ستاي خنج فنذبخ غندخ سدجاذ'],
  ['that runs backward', 'نيملسملا ىلع ةالصلا بجت ةسمخلا تاولصلا'],
])('a single verse %s is left out of a good page', (_, verse) => {
  expect(trustedTexts(line(english), line(verse, 2), line(arabic, 3))).toEqual([english, arabic]);
});

test.each([
  ['two scripts without a space between them', 'ما هوWhisperX ثم بDemucs والذي طوره مجمعMeta للبحث'],
  ['hyphens and quotation marks', 'Ibn al\u2010Qayyim and an-Nu`mān bin Basheer said so'],
  ['Persian digits beside Latin letters', '۱۲A ۳B'],
  ['brackets of verses', '﴿وأقيموا الصلاة وآتوا الزكاة﴾[البقرة: 43]'],
  ['a table of letters', 'YySs YYSS yyss Yyss YySS yySs YYss'],
  ['formulas', 'x−y a×b c÷d 10%'],
])('%s break no word', (_, words) => {
  expect(trustedTexts(line(words))).toEqual([words]);
});

test('an OCR layer that is one letter again and again is left out', () => {
  expect(
    trustedTexts(line('nnnnnn nnnnn nnn nn nnn nnnnnnn nnnnnnnn nnnnnn nnnnn. nnnn nnnn nnnnnn, nnn')),
  ).toEqual([]);
});
