import type { Language } from '#contract/language.ts';

const english = {
  /** Title of the browser's tab; `title` is the lesson's or category's. */
  title: (title: string) => `Poster: ${title}`,
  /** Under the QR code: what to do with it. */
  scan: 'Scan to read on your phone',
  /** On the screen only: how to print the poster. */
  hint: 'This poster is for your notice board. Print it with Ctrl+P (⌘P on a Mac).',
  /** On the screen only: button that prints it. */
  print: 'Print this page',
  /** On the screen only: link to the page of the lesson or category. */
  back: 'Back',
  /** The poster of the lesson's whole category. */
  ofCategory: 'Poster for this category',
};

const arabic: typeof english = {
  title: (title) => `ملصق: ${title}`,
  scan: 'امسح الرمز بكاميرا هاتفك للقراءة',
  hint: 'ملصق للوحة الإعلانات: اطبع هذه الصفحة على ورقة واحدة من أمر الطباعة في المتصفح.',
  print: 'طباعة هذه الصفحة',
  back: 'رجوع',
  ofCategory: 'ملصق التصنيف كله',
};

export const posterMessages: Record<Language, typeof english> = { en: english, ar: arabic };
