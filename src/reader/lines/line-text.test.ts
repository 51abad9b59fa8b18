import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createGlyph } from '../../../tests/support/test-glyph.ts';
import { type Glyph, withText } from '../glyphs/glyph.ts';
import { lineText, readLine } from './line-text.ts';
import { mainScript, pieceOf, toReadingDirection } from './reading-direction.ts';

/** Draws glyphs from left to right, each half an em wide; a space is a gap without a glyph. */
function glyphs(drawn: readonly string[], advance = 5): Glyph[] {
  return drawn
    .map((text, index) => createGlyph(text, index * advance, { index: -index }))
    .filter(({ text }) => text !== ' ');
}

/** Returns Arabic letters as they are drawn: the last letter is leftmost. */
const toDrawnOrder = (text: string): string[] => [...text].reverse();

const read = (line: readonly Glyph[], marks: readonly Glyph[] = []): string =>
  lineText(readLine(line, marks));

describe('a line', () => {
  test('of Arabic is read from the right', () => {
    expect(read(glyphs(toDrawnOrder('باب الصلاة')))).toBe('باب الصلاة');
  });

  test('has a single alef in the name of God', () => {
    expect(read(glyphs(['الله', 'ا', 'ب']))).toBe('بالله');
    expect(read(glyphs(['الله', ' ', 'ا', 'ي']))).toBe('يا الله');
  });

  test('of Latin letters without spaces is split at narrow gaps', () => {
    const [first, second] = [glyphs([...'The']), glyphs([...'first'])];
    const shifted = second.map((glyph) => ({ ...glyph, left: glyph.left + 16.3, right: glyph.right + 16.3 }));
    expect(read([...first, ...shifted.map((glyph) => ({ ...glyph, pen: glyph.left }))])).toBe('The first');
  });

  test('has no space where the pen moved back over it', () => {
    // From left to right: the space covers the second letter.
    const line = [
      createGlyph('ث', 0),
      createGlyph('ر', 5),
      createGlyph(' ', 6.5, { right: 9 }),
      createGlyph('ا', 10),
      createGlyph('و', 15),
      createGlyph(' ', 20, { right: 22.5 }),
      createGlyph('ب', 22.5),
    ];
    expect(read(line)).toBe('ب وارث');
    // Glyphs measured by their ink can overlap, so here the space stays.
    expect(read(line.map((glyph) => ({ ...glyph, isInkWidth: true })))).toBe('ب وا رث');
  });

  test('has no space that belongs to another line', () => {
    const line = [
      createGlyph('م', 0, { order: 1 }),
      createGlyph(' ', 2, { right: 2, baseline: -9 }),
      createGlyph('ن', 5, { order: 1 }),
    ];
    expect(read(line)).toBe('نم');
  });

  test('does not split a word measured by its ink next to a distant cell', () => {
    const line = glyphs(toDrawnOrder('فاطمة')).map((glyph) => ({ ...glyph, isInkWidth: true }));
    const [space, cell] = [createGlyph(' ', 25, { right: 27 }), createGlyph('ش', 80)];
    const wide = line.map((glyph, index) => (index > 2 ? { ...glyph, left: glyph.left + 1.8 } : glyph));
    expect(read([...wide, space, createGlyph('أ', 27), cell])).toBe('ش\tأ فاطمة');
  });

  test('separates a word from another script, and from the number of a note', () => {
    // In a line that contains spaces, only a wide gap separates words of one script.
    const line = glyphs(toDrawnOrder('من\u00A0له'));
    const atLeft = (letters: string[]) =>
      glyphs(letters).map((glyph) => ({
        ...glyph,
        left: glyph.left - 12,
        right: glyph.right - 12,
        pen: glyph.pen - 12,
      }));
    expect(read([...atLeft(['a', 'b']), ...line])).toBe('من له ab');
    expect(read([...atLeft(['ب', 'ا']), ...line])).toBe('من لهاب');
    const [note, ...word] = glyphs(toDrawnOrder('الله1'));
    expect(read([{ ...note, size: 6 } as Glyph, ...word])).toBe('الله 1');
    expect(read(glyphs(toDrawnOrder('الله1')))).toBe('الله1');
  });

  test('of English keeps the order of a list of Arabic words, in either direction', () => {
    const [first, second] = [toDrawnOrder('باب'), toDrawnOrder('ليل')];
    const wordList = [...'every ', ...first, ',', ' ', ...second, ...' and'];
    expect(read(glyphs(wordList))).toBe('every باب, ليل and');
    const quoted = [...'every ', ...second, ' ', '،', ...first, ...' and'];
    expect(read(glyphs(quoted))).toBe('every باب، ليل and');
    const comma = quoted.map((sign) => (sign === '،' ? ',' : sign));
    expect(read(glyphs(comma))).toBe('every باب, ليل and');
  });

  test('with many decimal numbers is read quickly', () => {
    const line = [...`ب${' .5'.repeat(60)}`].map(pieceOf);
    const texts = toReadingDirection(line, false).map(({ text }) => text);
    expect(texts.join('')).toHaveLength(line.length);
  });

  test('of Persian has no space for a joiner that is drawn as a space without an advance', () => {
    // می‌روم: the joiner is at the pen of the previous letter, with the width of its font.
    const line = glyphs(toDrawnOrder('میروم آن'));
    const yeh = line.find(({ text }) => text === 'ی');
    for (const offset of [-0.02, 0, 0.02]) {
      const pen = (yeh?.pen ?? 0) + offset;
      const joiner = createGlyph(' ', pen, { right: pen + 3, index: -90 });
      expect(read([...line, joiner])).toBe('میروم آن');
    }
  });

  test('of Arabic keeps numbers and Latin words from left to right', () => {
    const line = [...toDrawnOrder(' صفحة'), ...'1,445', ...toDrawnOrder('سنة ')];
    expect(read(glyphs(line))).toBe('سنة 1,445 صفحة');
    const mixed = [...toDrawnOrder(' كتاب'), ...'PDF 2', ...toDrawnOrder('ملف ')];
    expect(read(glyphs(mixed))).toBe('ملف PDF 2 كتاب');
  });

  test('of English keeps an Arabic word from right to left, and a number in it', () => {
    const line = [...'the lesson ', ...toDrawnOrder('كتاب'), ...' 12 ', ...toDrawnOrder('فقه'), ...' of old'];
    expect(read(glyphs(line))).toBe('the lesson فقه 12 كتاب of old');
  });

  test('keeps the order of letters in ligatures', () => {
    expect(read(glyphs(['م', 'لا', 'س']))).toBe('سلام');
    expect(read(glyphs(['o', 'ffi', 'ce']))).toBe('office');
  });

  test('is split at gaps, but not between letters if it has spaces', () => {
    const wide = (text: string): Glyph[] => glyphs([...text], 8).map((glyph) => glyph);
    expect(read(wide('abc'))).toBe('a b c');
    const spaced = [...'abcd efgh'].map(
      (text, index) =>
        ({ ...glyphs(['x'])[0], text, pen: index * 8, left: index * 8, right: index * 8 + 5 }) as Glyph,
    );
    expect(read(spaced)).toBe('abcd efgh');
  });

  test('separates a phrase that is one Unicode character from its neighbors', () => {
    expect(read(glyphs(['صلى الله عليه وسلم', ...toDrawnOrder('النبي')]))).toBe('النبي صلى الله عليه وسلم');
  });

  test('splits glyphs measured by ink only at wider gaps', () => {
    const [first, second, ...others] = glyphs([...'ab cd\u00A0ef']) as [Glyph, Glyph, ...Glyph[]];
    expect(read([first, second, ...others])).toBe('ab cd ef');
    expect(read([first, { ...second, isInkWidth: true }, ...others])).toBe('abcd ef');
  });

  test('attaches each vowel to the letter below it', () => {
    const vowel = (text: string, at: number) => createGlyph(text, at, { right: at });
    expect(read(glyphs(toDrawnOrder('كتب')), [vowel('\u064E', 12.5), vowel('\u064F', 7.4)])).toBe('كَتُب');
  });

  test('has a single alef under a separately drawn hamza', () => {
    const [alef, noon] = glyphs(['ن', 'ا']).toReversed() as [Glyph, Glyph];
    const hamza = { ...withText(alef, 'أ'), right: alef.left };
    expect(read([noon, alef, hamza])).toBe('أن');
    const shifted = { ...hamza, left: alef.left - 0.5, right: alef.left - 0.5, pen: alef.left - 0.5 };
    expect(read([noon, alef, shifted])).toBe('أن');
  });

  test('reads a stroke as tatweel in an Arabic word, and otherwise as a space', () => {
    expect(read(glyphs(['د', 'ـ', 'ي']))).toBe('يـد');
    expect(read(glyphs([...'a, b ', 'ـ', 'ه']))).toBe('a, b هـ');
    expect(read(glyphs(['د', 'ـ', ' ', 'ـ', 'ـ', 'ي']))).toBe('يـــد');
    expect(read(glyphs(['a', 'ـ', 'b']))).toBe('a b');
  });

  test('keeps the writing order where the pen moved back', () => {
    const [meem, alef, lam, seen] = glyphs(toDrawnOrder('سلام')) as [Glyph, Glyph, Glyph, Glyph];
    // The alef is inside the lam, slightly to the right of its pen, but it was written after the lam.
    const wide = { ...lam, left: 5, pen: 5 };
    const inLam = [meem, { ...alef, left: 5.5, right: 8, pen: 5.5 }, wide, seen];
    expect(read(inLam)).toBe('سلام');
  });

  test('of two scripts has the direction of its page, unless a period shows its end', () => {
    const line = glyphs([...'Linux', ' ', ...toDrawnOrder('و معا')]);
    expect(lineText(readLine(line, [], 'R'))).toBe('و معا Linux');
    expect(lineText(readLine(line, [], 'L'))).toBe('Linux و معا');
    expect(read(glyphs(['.', ...toDrawnOrder('معا'), ' ', ...'Linux']))).toBe('Linux معا.');
    expect(mainScript(glyphs([...'Linux', ...toDrawnOrder('نظام تشغيل')]))).toBe('R');
    expect(mainScript(glyphs([...'Windows', ...toDrawnOrder('برنامج')]))).toBeUndefined();
  });

  test('reads each cell of a table separately', () => {
    const cells = glyphs([...'12', '    ', ...'Term', '    ', ...toDrawnOrder('شاشة')].join('').split(''));
    expect(lineText(readLine(cells, [], 'R'))).toBe('شاشة\tTerm\t12');
    const translated = glyphs([...'It is so.    .', ...toDrawnOrder('هو كذلك')]);
    expect(lineText(readLine(translated, []))).toBe('It is so.\tهو كذلك.');
  });

  test('with letter-spacing is split at wider gaps', () => {
    const apart = [...'EXERCISE ONE'].flatMap((text, index): Glyph[] =>
      text === ' '
        ? []
        : [{ ...(glyphs([text])[0] as Glyph), pen: index * 7, left: index * 7, right: index * 7 + 5 }],
    );
    expect(read(apart)).toBe('EXERCISE ONE');
    expect(read(glyphs([...'1 2 3 4 5 6 7 8']))).toBe('1 2 3 4 5 6 7 8');
  });

  test('has no gap where a mark has an advance', () => {
    const [left, mark, right] = glyphs(['م', '\u06E1', 'ع']) as [Glyph, Glyph, Glyph];
    const drawnMark = { ...mark, left: 7, right: 7, markAdvance: 5 };
    expect(read([left, right], [drawnMark])).toBe('عمۡ');
    expect(read([left, right], [{ ...mark, left: 7, right: 7 }])).toBe('ع مۡ');
  });

  test('reads shadows, and the shared name of a letter and its mark, only once', () => {
    const word = glyphs(toDrawnOrder('باب'));
    const shadow = word.map((glyph) => ({
      ...glyph,
      pen: glyph.pen + 0.5,
      left: glyph.left + 0.5,
      right: glyph.right + 0.5,
    }));
    expect(read([...word, ...shadow])).toBe('باب');
    const [alef, lam] = glyphs(['ا', 'لِ']) as [Glyph, Glyph];
    expect(read([alef, lam, { ...lam, left: 6, right: 6, pen: 6 }])).toBe('لِا');
    expect(read(glyphs([...'gguu']))).toBe('gguu');
  });

  test('neither loses nor adds letters', () => {
    const letter = fc.constantFrom(...'abc012ابتلم.,() '.split(''));
    fc.assert(
      fc.property(fc.array(letter, { maxLength: 60 }), (drawn) => {
        // A bracket may be mirrored to match another, and many spaces become a tab between columns.
        const sorted = (text: string): string =>
          [...text.replace(/\s/g, '').replaceAll(')', '(')].sort().join('');
        expect(sorted(read(glyphs(drawn)))).toBe(sorted(drawn.join('')));
      }),
    );
  });
});

test('keeps the spaces between OCR words whose letters are wider than in the picture', () => {
  const word = (text: string, left: number, order: number) =>
    [...text].map((sign, index) => createGlyph(sign, left + 6 * index, { order, index, isOcrText: true }));
  expect(lineText(readLine([...word('telah ', 0, 1), ...word('angkat', 28, 2)], []))).toBe('telah angkat');
});
