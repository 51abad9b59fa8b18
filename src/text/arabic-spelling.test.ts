import { describe, expect, test } from 'vitest';
import { frequentArabicWords } from '../../tests/support/frequent-arabic-words.ts';
import { withOtherHamza } from './arabic-spelling.ts';
import { isMet } from './condition.ts';
import { fold } from './fold.ts';
import { highlight } from './highlight.ts';
import { markedRanges } from './page-matches.ts';
import { compilePageQuery } from './page-query.ts';
import { pageWords } from './page-words.ts';
import { searchKey } from './search-key.ts';
import { compileQuery } from './title-query.ts';

/** Whether a search finds a title and a page with this text, and marks the words there. */
function finds(search: string, text: string) {
  const terms = compilePageQuery(search);
  const page = pageWords(`قبل ${text} بعد`, 'words');
  return {
    title: isMet(compileQuery(search), searchKey(`قبل ${text} بعد.pdf`)),
    page: terms.length > 0 && terms.every(({ values }) => values.some((value) => page.includes(value))),
    marked: highlight(search, text).length > 0 && markedRanges(text, terms).length > 0,
  };
}
const everywhere = { title: true, page: true, marked: true };

const spellings: readonly (readonly string[])[] = [
  ['مسئولية', 'مسؤولية', 'مسؤلية', 'مسءولية'],
  ['المسئول', 'المسؤول', 'المسؤل'],
  ['شئون', 'شؤون', 'شءون', 'شؤن'],
  ['رءوس', 'رؤوس', 'رؤس'],
  ['كئوس', 'كؤوس'],
  ['فئوس', 'فؤوس'],
  ['مرءوس', 'مرؤوس'],
  ['رءوف', 'رؤوف'],
  ['دءوب', 'دؤوب'],
  ['مشئوم', 'مشؤوم'],
  ['يقرءون', 'يقرؤون', 'يقرأون'],
  ['يبدءون', 'يبدؤون', 'يبدأون'],
  ['قرءوا', 'قرؤوا', 'قرأوا'],
  ['بدءوا', 'بدؤوا', 'بدأوا'],
  ['جاءوا', 'جاؤوا'],
  ['يشاءون', 'يشاؤون'],
  ['لاجئون', 'لاجؤون', 'لاجيون'],
  ['مئة', 'مائة', 'مأة', 'مائه'],
  ['المئة', 'المائة'],
  ['مئتين', 'مائتين'],
  ['ثلاثمئة', 'ثلاثمائة', 'ثلاث مئة', 'ثلاث مائة'],
  ['خمسمئة', 'خمسمائة', 'خمس مئة'],
  ['مسئلة', 'مسألة', 'مسالة', 'مسأله'],
  ['قرائة', 'قراءة', 'قراءه'],
  ['قرائات', 'قراءات'],
  ['قرائته', 'قراءته'],
  ['برائة', 'براءة'],
  ['هيأة', 'هيئة'],
  ['بريءة', 'بريئة'],
  ['جرءة', 'جرأة'],
  ['توءم', 'توأم'],
  ['مأذنة', 'مئذنة'],
  ['أسألة', 'أسئلة'],
  ['تفائل', 'تفاؤل'],
  ['التسائل', 'التساؤل'],
  ['شئ', 'شيء', 'شىء', 'شيئ'],
  ['الشئ', 'الشيء'],
  ['شيئا', 'شيءا'],
  ['سئ', 'سيئ', 'سيء'],
  ['بطئ', 'بطيء', 'بطىء'],
  ['شاطئ', 'شاطىء', 'شاطيء', 'شاطي'],
  ['كفء', 'كفؤ'],
  ['امرئ', 'امرؤ', 'امرىء'],
  ['رئاسة', 'رياسة'],
  ['فوائد', 'فوايد'],
  ['داوود', 'داود', 'داؤد', 'داؤود'],
  ['طاووس', 'طاوس', 'طاؤوس'],
  ['إسحق', 'إسحاق', 'اسحاق'],
  ['هرون', 'هارون'],
  ['ابرهيم', 'إبراهيم', 'ابراهيم'],
  ['اسمعيل', 'إسماعيل'],
  ['سليمن', 'سليمان'],
  ['لقمن', 'لقمان'],
  ['عثمن', 'عثمان'],
  ['معوية', 'معاوية'],
  ['الرحمان', 'الرحمن', 'الرَّحْمٰن'],
  ['عبد الرحمان', 'عبد الرحمن', 'عبدالرحمن', 'عبدالرحمان'],
  ['السموات', 'السماوات'],
  ['هاذا', 'هذا', 'هٰذا'],
  ['ذالك', 'ذلك', 'ذٰلك'],
  ['لاكن', 'لكن'],
  ['الصلوة', 'الصلاة', 'الصلوٰة'],
  ['زكوة', 'زكاة'],
  ['مشكوة المصابيح', 'مشكاة المصابيح'],
  // The Qur'an's spelling, and today's.
  ['رحمت', 'رحمة', 'رَحْمَتَ'],
  ['نعمت', 'نعمة', 'نِعْمَتَ'],
  ['امرأت', 'امرأة', 'ٱمْرَأَتُ', 'امراة'],
  ['سنت', 'سنة', 'سُنَّتَ'],
  ['لسنت', 'لسنة'],
  ['شجرت', 'شجرة'],
  ['لعنت', 'لعنة'],
  ['معصيت', 'معصية'],
  ['ابنت', 'ابنة'],
  ['جنت', 'جنة'],
  ['فطرت', 'فطرة'],
  ['كلمت ربك', 'كلمة ربك'],
  ['بقيت الله', 'بقية الله'],
  ['«قرت عين»', '«قرة عين»'],
  ['النبيين', 'النبيـۧن', 'ٱلنَّبِيِّـۧنَ'],
  ['الغاوون', 'الغاوۥن', 'ٱلْغَاوُۥنَ'],
  ['الأميين', 'ٱلْأُمِّيِّـۧنَ'],
  ['إبراهيم', 'إِبْرَٰهِـۧمَ'],
  ['داود', 'دَاوُۥدَ'],
  ['يحيي', 'يُحْىِۦ'],
  ['إيلافهم', 'إِۦلَـٰفِهِمْ'],
  ['له', 'لَهُۥ'],
  ['به', 'بِهِۦ'],
  ['الموءودة', 'الموؤودة', 'ٱلْمَوْءُۥدَةُ'],
  ['الصراط', 'ٱلصِّرَٰطَ'],
  ['العالمين', 'ٱلْعَـٰلَمِينَ'],
  ['العلماء', 'ٱلْعُلَمَـٰٓؤُا۟'],
  ['الملأ', 'ٱلْمَلَؤُا۟'],
  ['يستهزئون', 'يَسْتَهْزِءُونَ'],
  ['السماوات', 'ٱلسَّمَـٰوَٰتِ'],
];

describe('spellings of one word find each other', () => {
  test.each(spellings.flatMap((ways) => ways.flatMap((way) => ways.map((other) => [way, other] as const))))(
    '%s finds %s',
    (search, text) => {
      expect(finds(search, text)).toEqual(everywhere);
    },
  );
});

test.each([
  ['كلمت', 'كلمة'],
  ['بقيت معه', 'بقية معه'],
  ['مسيلمة', 'مسألة'],
  ['بار', 'بئر'],
  ['سيل', 'سأل'],
  ['مأمن', 'مؤمن'],
  ['رووا', 'رأوا'],
  ['ينوون', 'ينأون'],
  ['دمائه', 'دمئه'],
  ['أسماء', 'أسمئة'],
  ['ثلث', 'ثلاث'],
  ['خلد', 'خالد'],
  ['صلح', 'صالح'],
  ['ملك', 'مالك'],
  ['وصلوه', 'وصلاة'],
  ['حيوة', 'حياة'],
  ['أولوا', 'أولا'],
  ['الأول', 'الوول'],
  ['لأول', 'لوول'],
  ['سيئة', 'سيأة'],
])('%s and %s stay two words', (a, b) => {
  expect(fold(a)).not.toBe(fold(b));
  expect(finds(a, b).page).toBe(false);
  expect(finds(b, a).page).toBe(false);
});

test('two common words never match each other', () => {
  const forms = (word: string) => [fold(word), ...withOtherHamza(fold(word))];
  const wordOfForm = new Map<string, string>();
  const collisions: string[] = [];
  for (const word of frequentArabicWords)
    for (const form of forms(word)) {
      const other = wordOfForm.get(form);
      if (other !== undefined && other !== word) collisions.push(`${other} ${word}`);
      wordOfForm.set(form, word);
    }
  expect(collisions).toEqual([]);
});
