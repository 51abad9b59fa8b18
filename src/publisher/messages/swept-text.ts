import type { Swept } from '#backend/storage/sweep.ts';
import type { Language } from '#settings/owners-language.ts';
import { shown } from './shown.ts';

type Sentences = { [Kind in Swept['kind']]: (swept: Swept & { kind: Kind }) => string };

const en: Sentences = {
  lost: ({ file }) =>
    `Stored files: ${shown(file)} is not on the disk any more, and was taken out. Publish again: npm run library -- publish`,
  unfinished: ({ file }) =>
    `Stored files: an upload of ${shown(file)} that was not finished was removed. Publishing sends it again.`,
  part: ({ file }) => `Stored files: what was left of an upload (${shown(file)}) was removed.`,
  aside: ({ file, folder, days }) =>
    `Stored files: no lesson names ${shown(file)}. It was put aside in ${shown(folder)} and is kept there for ${days} days.`,
};

const ar: Sentences = {
  lost: ({ file }) =>
    `الملفات المحفوظة: ${shown(file)} لم يعد على القرص، فحُذف من القائمة. انشر مرة أخرى: ${shown('npm run library -- publish')}`,
  unfinished: ({ file }) =>
    `الملفات المحفوظة: حُذف ما رُفع من ${shown(file)} ولم يكتمل. يُرفع من جديد عند النشر.`,
  part: ({ file }) => `الملفات المحفوظة: حُذفت بقايا رفع لم يكتمل (${shown(file)}).`,
  aside: ({ file, folder, days }) =>
    `الملفات المحفوظة: لا يشير أي درس إلى ${shown(file)}، فنُقل إلى ${shown(folder)} ويبقى هناك ${days} يومًا.`,
};

/** What is said of what a killed process left in the data folder. Apart from the catalogues: whoever opens the folder says it. */
export function sweptText(swept: Swept, language: Language): string {
  return (language === 'ar' ? ar : en)[swept.kind](swept as never);
}
