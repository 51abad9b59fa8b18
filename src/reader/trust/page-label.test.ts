import { describe, expect, test } from 'vitest';
import { textStatistics } from './counts.ts';
import { labelOf, pageLabels } from './page-label.ts';

const arabic =
  'صلاة الجماعة أفضل من صلاة الرجل وحده، ومن خرج إلى المسجد متطهرا كتبت له بكل خطوة حسنة، وكان في ذمة الله حتى يرجع إلى بيته وأهله سالما إن شاء الله';
const english =
  'The lesson explains in twelve short chapters how a traveller prays, what he may join and when he fasts.';
const label = (text: string, misplaced = false) => labelOf(textStatistics(text, misplaced));

describe('a page', () => {
  test.each([
    ['Arabic', arabic],
    ['English', english],
    ['Arabic and English', `${arabic}\n${english}`],
    ['Persian', 'این کتاب را می‌خوانم و گلستان سعدی را هم دوست دارم، پس چرا به مدرسه نمی‌روی؟'],
    ['Turkish', 'Dersin sonunda öğrenciler güçlükle çalıştıkları soruları birlikte çözdüler'],
    ['Vietnamese', 'Tiếng Việt được viết bằng chữ Latinh với nhiều dấu phụ'],
    [
      'names of surahs in Latin letters',
      'Fatihah Baqarah Imran Nisa Maidah Anam Araf Anfal Tawbah Yunus Hud Yusuf Rad Ibrahim Hijr Nahl Isra Kahf Maryam',
    ],
    ['a title', 'درس'],
    ['numbers next to letters', '1. الوضوء 2. الصلاة 3. الزكاة ص12'],
    [
      'letters as examples',
      'حروف الإظهار ء ه ع ح غ خ\nThe tongue ق ك ج ش\nbook كتاب ك + ت + ا + ب\nThe ر and the ل in it; ف ب م و with',
    ],
    ['a chart of letters', [...'بتثجحخدذرزسشصضطظعغفقكلمنهي'].map((letter) => letter.repeat(3)).join(' ')],
    ['words broken at the ends of lines', english.replaceAll('in ', 'in\u2010').replaceAll('a ', 'a\u2010')],
    ['bullets that have no name', '\uFFFD الوضوء\n\uFFFD الصلاة\n\uFFFD الزكاة'],
  ])('with %s is trusted', (_, text) => {
    expect(label(text)).toBe('words');
  });

  test.each([
    ['no text', ''],
    ['numbers alone', '12 13 14'],
    ['letters that the font does not name', arabic.replaceAll(/[لم]/g, '\uFFFD')],
    [
      'letters moved by one',
      arabic.replaceAll(/[ب-ي]/g, (letter) =>
        String.fromCharCode(0x628 + ((letter.charCodeAt(0) - 0x628 + 1) % 35)),
      ),
    ],
    [
      'Latin letters moved by one',
      english.replaceAll(/[a-z]/g, (letter) => String.fromCharCode(97 + ((letter.charCodeAt(0) - 96) % 26))),
    ],
    ['words written backward', arabic.replaceAll(/\p{L}+/gu, (word) => [...word].reverse().join(''))],
    [
      'Latin words written backward',
      `${english} ${english}`.replaceAll(/\p{L}+/gu, (word) => [...word].reverse().join('')),
    ],
    ['another script read as Latin letters', 'Îãëàâëåíèå'],
    ['symbols among the letters', arabic.replaceAll('و', 'N').replaceAll('ر', '1')],
  ])('with %s is labeled as title', (_, text) => {
    expect(label(text)).toBe('title');
  });

  test('with cut or joined words is labeled as letters', () => {
    expect(label(arabic.replaceAll(/(\p{L})(?=\p{L})/gu, '$1 '))).toBe('letters');
    expect(label(arabic.replaceAll(' ', ''))).toBe('letters');
    expect(label(arabic, true)).toBe('letters');
  });

  test('with little text has the label of its lesson if that is less trusted', () => {
    const statistics = textStatistics(arabic.replaceAll('ل', '\uFFFD'), false);
    const title = textStatistics('باب الصلاة', false);
    expect(pageLabels([title, statistics, statistics])).toEqual(['title', 'title', 'title']);
    expect(pageLabels([title, textStatistics(arabic, false)])).toEqual(['words', 'words']);
  });
});

test('a scan with much noise is trusted only if its words are likely', () => {
  const malay = 'mengemukakan perbandingan di antara pemimpin dan para sahabat yang beriman '.repeat(4);
  const misreadText = 'nrenjacli bcrtlksarkan sctclah clitumnkan kcpacla hgirda mgugingkari pcogamh '.repeat(
    4,
  );
  expect(labelOf(textStatistics(malay, false, 100, 100))).toBe('words');
  expect(labelOf(textStatistics(misreadText, false, 100, 100))).toBe('title');
});
