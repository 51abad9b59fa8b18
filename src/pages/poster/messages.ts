import type { Language } from '#contract/language.ts';

const english = {
  /** Document title; `title` is the name of the lesson or category. */
  title: (title: string) => `Poster: ${title}`,
  /** Instruction below the QR code. */
  scan: 'Scan to read on your phone',
  /** Screen-reader name of the bar above the sheet, which is not printed. */
  bar: 'Print this sheet',
  /** In the bar: the paper for a poster, and for the list of all lessons. */
  hint: 'One sheet, A4 or Letter',
  paper: 'A4 or Letter',
  /** In the bar: button that prints the sheet. */
  print: 'Print',
  /** In the bar: checkboxes. */
  both: 'Both languages',
  strips: 'Tear-off strips',
  ink: 'Save ink',
  /** In the bar: link to the page of the lesson or category, or to the home page. */
  back: 'Back',
  /** In the bar: link to the poster of the lesson's category. */
  ofCategory: 'Poster for this category',
  /** In the bar: link to the list of all lessons. */
  ofLibrary: 'List of all lessons',
  /** Heading of the list of all lessons. */
  library: 'All lessons by category',
  /** On the list of all lessons: how to open a lesson by its code. `address` is the beginning of a short address. */
  codes: (address: string) => `Type the code of a lesson after ${address}`,
  /** At the end of the list of all lessons, if it is incomplete. */
  more: (count: number) => `The library has ${count} more ${count === 1 ? 'lesson' : 'lessons'}.`,
};

const arabic: typeof english = {
  title: (title) => `ملصق: ${title}`,
  scan: 'امسح الرمز بهاتفك لتقرأ',
  bar: 'طباعة هذه الورقة',
  hint: 'ورقة واحدة، A4 أو Letter',
  paper: 'ورق A4 أو Letter',
  print: 'طباعة',
  both: 'باللغتين',
  strips: 'قصاصات للقطع',
  ink: 'توفير الحبر',
  back: 'رجوع',
  ofCategory: 'ملصق التصنيف كله',
  ofLibrary: 'قائمة الدروس كلها',
  library: 'جميع الدروس حسب التصنيف',
  codes: (address) => `اكتب رمز الدرس بعد ${address}`,
  more: (count) => `في المكتبة دروس أخرى عددها ${count}.`,
};

export const posterMessages: Record<Language, typeof english> = { en: english, ar: arabic };
