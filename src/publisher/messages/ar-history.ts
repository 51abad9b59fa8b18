import type { RecordedKind } from '../plan/change.ts';
import type { Messages } from './en.ts';
import { shown } from './shown.ts';

/** What becomes of lessons. */
export const arKinds: Record<RecordedKind, string> = {
  added: 'جديد',
  restored: 'عاد إلى الموقع',
  replaced: 'طبعة جديدة (الرابط نفسه)',
  renamed: 'اسم جديد (الرابط نفسه)',
  moved: 'تصنيف آخر (الرابط نفسه)',
  removed: 'لن يظهر بعد الآن',
  categoryRenamed: 'تصنيف باسم جديد',
};

/** What the commands `undo` and `history` say. */
export const arHistory: Pick<Messages, 'undo' | 'history'> = {
  undo: {
    nothing: 'لا يوجد ما يمكن التراجع عنه.',
    noSuch: (number) => `لا توجد عملية نشر برقم ${number}. انظر: ${shown('npm run library -- history')}`,
    noFolder: (folder) => `مجلد الدروس ${shown(folder)} غير موجود. هل القرص موصول؟`,
    heading: (number, when) => `هذا تراجُع عن النشر رقم ${number} بتاريخ ${when}.`,
    goingOn: (number, when) => `انقطع التراجع عن النشر رقم ${number} بتاريخ ${when}، وهذا إكماله.`,
    step: {
      folder: 'في مجلدك: تصنيف يستعيد اسمه السابق',
      fetch: 'يعود إلى مجلدك',
      edition: 'في مجلدك: تعود الطبعة السابقة، وتوضع الحالية جانبًا',
      move: 'في مجلدك: يستعيد اسمه أو مكانه السابق',
      aside: 'يوضع جانبًا في مجلد لا يُنشر',
    },
    left: {
      expired: 'لا يمكن أن يعود: يُحتفظ بالملفات المحذوفة والمستبدلة 30 يومًا فقط',
      taken: 'يبقى كما هو: في مكانه ملف آخر في مجلدك',
      changed: 'يبقى كما هو: عُدّل أو نُقل بعد ذلك',
    },
    past: (number) =>
      `لا يمكن التراجع عن شيء منه الآن. التراجع القادم يخص النشر الذي قبله؛ ولإعادة المحاولة مع هذا: ${shown(`npm run library -- undo ${number}`)}`,
    refused: (what, why) => `لم يتم: ${what}: ${why}`,
    why: {
      taken: 'في مكانه ملف آخر.',
      refused: 'تعذر تغيير الملف. أغلقه إن كان مفتوحًا في برنامج آخر، وتحقق من صلاحية الكتابة هناك.',
      changed: 'تغيّر الآن.',
      expired: 'لم يعد ملفه محفوظًا.',
      diskFull: 'القرص ممتلئ.',
    },
    done: 'تم التراجع.',
    partly: (number) => `لم يكتمل التراجع. عالج ما سبق ثم نفّذ: ${shown(`npm run library -- undo ${number}`)}`,
    finished: 'أُكمل تراجُع كان قد انقطع.',
  },
  history: {
    none: 'لم يُنشر شيء بعد.',
    open: `لم يكتمل: إما أنه جارٍ وإما أنه انقطع؛ لإكماله نفّذ: ${shown('npm run library -- publish')}`,
    openUndo: `تراجُع لم يكتمل: إما أنه جارٍ وإما أنه انقطع؛ لإكماله نفّذ: ${shown('npm run library -- undo')}`,
    undone: 'جرى التراجع عنه لاحقًا',
    partlyUndone: 'جرى التراجع عن بعضه لاحقًا',
    past: 'لم يعد التراجع عنه ممكنًا',
    undo: (number) => `تراجُع عن النشر رقم ${number}`,
    undoPart: (number) => `تراجُع عن بعض النشر رقم ${number}`,
    undoRefused: (number) => `تراجُع عن النشر رقم ${number}: لم يتسنَّ التراجع عن شيء منه`,
    undoNothing: (number) => `تراجُع عن النشر رقم ${number}: لم يبق ما يمكن التراجع عنه`,
    nothing: 'لم يتغير أي درس',
    earlier: (n) => `… و${n} أقدم منها (تظهر كلها مع ‎--all)`,
  },
};
