import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { createPdfProcess } from '#reader/pdf-process.ts';

const folder = join(import.meta.dirname, 'other-pdfs');
const pdfs = createPdfProcess();
afterAll(() => pdfs.close());

async function pagesOf(file: string) {
  const reading = await pdfs.read(join(folder, `${file}.pdf`));
  return 'pages' in reading ? reading.pages : [];
}

// Files that were once read wrongly, each for a different reason.
test.each([
  ['docx-hadith', 'a phrase that is one character of Unicode', 'رَسُولَ اللهَِّ صلى الله عليه وسلم يَقُولُ'],
  ['docx-hadith', 'a vowel that takes its room on the line', 'سَمعَِ عَلْقَمَةَ'],
  ['docx-table', 'overlapping letters beside a number', 'المجموع\t4\t1,234.50'],
  ['pango-fiqh', 'digits after a space without a size', 'الرقم 0501234567 أو +966 11 4567890 بين'],
  ['chromium-justified', 'English words wide apart', 'قال Imam Malik ibn Anas رحمه الله'],
  ['chromium-italic', 'letters that the program makes italic', 'قانون التوزيع الحر للعوامل الوراثية'],
  ['chromium-contents', 'words before many dots', 'فصل في قضاء الحاجة...'],
  ['reportlab-table', 'a dash over the line beneath', '\nملاحظة: تبدأ الدروس'],
  ['pango-urdu', 'a letter whose stroke runs back under its word', 'بار بار نماز قائم کرنے کا'],
  ['typst-quran', 'letters whose marks repeat what they are', 'اللَّهُ لَا إِلَٰهَ إِلَّا هُوَ الْحَيُّ'],
  ['xelatex-alphabet', 'letters that are told one by one', 'ا ب ت ث ج ح خ د ذ ر ز س ش ص ض ط ظ'],
  ['ghostscript-english', 'ligatures of which the bytes are swapped', 'efficient examples of'],
])('%s: %s', async (file, _, text) => {
  const pages = await pagesOf(file);
  expect(pages.map((page) => page.label)).toEqual(pages.map(() => 'words'));
  expect(pages.map((page) => page.text).join('\n')).toContain(text);
});

test.each([
  ['libreoffice-persian', 'pieces that join letters are no letters without a name', 'words'],
  ['cairo-hadith', 'what letters are said to be nothing is not known', 'title'],
])('%s: %s', async (file, _, label) => {
  expect((await pagesOf(file)).map((page) => page.label)).toEqual([label]);
});
