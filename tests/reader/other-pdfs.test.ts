import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startTestReader } from './test-reader.ts';

const folder = join(import.meta.dirname, 'other-pdfs');
const reader = startTestReader();
const pagesOf = (file: string) => reader.pagesOf(join(folder, `${file}.pdf`));

// Passages that earlier versions misread, each for a different reason.
test.each([
  ['docx-hadith', 'a phrase with a single Unicode character', 'رَسُولَ اللهَِّ صلى الله عليه وسلم يَقُولُ'],
  ['docx-hadith', 'a vowel with an advance', 'سَمعَِ عَلْقَمَةَ'],
  ['docx-table', 'overlapping letters next to a number', 'المجموع\t4\t1,234.50'],
  ['pango-fiqh', 'digits after an empty space', 'الرقم 0501234567 أو +966 11 4567890 بين'],
  ['chromium-justified', 'English words wide apart', 'قال Imam Malik ibn Anas رحمه الله'],
  ['chromium-italic', 'synthetic italics', 'قانون التوزيع الحر للعوامل الوراثية'],
  ['chromium-contents', 'words before leader dots', 'فصل في قضاء الحاجة...'],
  ['reportlab-table', 'a dash above the next line', '\nملاحظة: تبدأ الدروس'],
  ['pango-urdu', 'a letter whose stroke extends back under its word', 'بار بار نماز قائم کرنے کا'],
  ['typst-quran', 'marks that repeat the text of their letters', 'اللَّهُ لَا إِلَٰهَ إِلَّا هُوَ الْحَيُّ'],
  ['xelatex-alphabet', 'a list of single letters', 'ا ب ت ث ج ح خ د ذ ر ز س ش ص ض ط ظ'],
  ['ghostscript-english', 'ligatures with swapped bytes', 'efficient examples of'],
])('%s: reads %s', async (file, _, text) => {
  const pages = await pagesOf(file);
  expect(pages.map((page) => page.label)).toEqual(pages.map(() => 'words'));
  expect(pages.map((page) => page.text).join('\n')).toContain(text);
});

test.each([
  ['libreoffice-persian', 'joining strokes do not count as unnamed letters', 'words'],
  ['cairo-hadith', 'letters with empty names are not trusted', 'title'],
])('%s: %s', async (file, _, label) => {
  expect((await pagesOf(file)).map((page) => page.label)).toEqual([label]);
});
