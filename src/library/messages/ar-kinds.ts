import type { Problem, ProblemKind } from '../folder/folder-listing.ts';
import type { RecordedKind } from '../plan/change.ts';
import { sizeText } from './ar-counts.ts';
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

/** What is wrong with a file of the folder, and what to do. */
export const arProblems: Record<ProblemKind, (problem: Problem) => string> = {
  notInCategory: () => 'ليس داخل مجلد من مجلدات التصنيفات. ضعه في مجلد؛ فاسم المجلد هو اسم التصنيف.',
  deepFolder: () => 'مجلد داخل تصنيف. انقل ملفاته إلى المجلد الذي فوقه؛ فلا يُنشر إلا مستوى واحد من المجلدات.',
  notPdfName: () => 'ليس ملف PDF. احفظه بصيغة PDF أو أخرجه من المجلد.',
  notPdf: () => 'ينتهي اسمه بـ ‎.pdf لكن محتواه ليس PDF. افتحه بالبرنامج الذي أنشأه ثم احفظه بصيغة PDF.',
  damaged: () => 'لا يُفتح: فهو تالف أو ليس ملف PDF. افتحه بالبرنامج الذي أنشأه ثم احفظه بصيغة PDF.',
  notUnicode: () =>
    'اسمه بترميز قديم لا يُقرأ هنا. أعد تسميته على هذا الجهاز؛ فعلامات الاستفهام مكان الحروف المفقودة.',
  hiddenName: () =>
    'يبدأ اسمه بنقطة أو بالرمز ~$ كالملفات المخفية والمؤقتة. إن كان درسًا فاحذف هذه الرموز من اسمه.',
  incomplete: () => 'غير مكتمل. إن كان نسخه جاريًا فانتظر، وإلا فانسخه أو احفظه مرة أخرى.',
  empty: () => 'فارغ. انسخه أو احفظه مرة أخرى.',
  unreadable: () => 'تتعذر قراءته. تحقق من أن لديك صلاحية فتحه ومن أن القرص موصول.',
  beingCopied: () => 'ما زال يُنسخ. انتظر حتى ينتهي النسخ ثم انشر مرة أخرى.',
  controlCharacters: () => 'في اسمه رموز تحكم خفية. اكتب الاسم من جديد.',
  nameTooLong: () => 'اسمه أطول من 255 حرفًا. اختر له اسمًا أقصر.',
  nameEmpty: () => 'بلا اسم. اختر له اسمًا.',
  tooLarge: ({ size = 0, limit = 0 }) =>
    `حجمه ${sizeText(size)}، وأكبر ما تقبله المكتبة ${sizeText(limit)}. احفظه بحجم أصغر أو قسّمه.`,
  sameName: ({ other = '' }) =>
    `له اسم ${shown(other)} نفسه، ولا يختلفان إلا في رموز خفية. غيّر اسم أحدهما أو احذفه.`,
  duplicate: ({ other = '' }) => `هو الدرس نفسه الذي في ${shown(other)}. احذف أحدهما.`,
};
