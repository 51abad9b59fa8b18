import type { Language } from './language.ts';

/** The texts of a poster for the notice board, apart from the catalogues: only the server needs them. */
const english = {
  /** Under the QR code: what to do with it. */
  scan: 'Point your phone’s camera here to read it',
  /** On the screen only: how the poster comes onto paper. */
  hint: 'A poster for the notice board: print this page on one sheet with your browser’s Print.',
  /** On the screen only: back to the page that the poster is of. */
  back: 'Back',
  /** On the screen only: the poster of the lesson's whole category. */
  ofCategory: 'Poster of the whole category',
  /** Title of the browser's tab; `title` is the lesson's or category's. */
  title: (title: string) => `Poster: ${title}`,
  /** Link to the poster, on a lesson's page. */
  poster: 'Poster',
};

const arabic: typeof english = {
  scan: 'وجِّه كاميرا هاتفك إلى هذا الرمز لتقرأه',
  hint: 'ملصق للوحة الإعلانات: اطبع هذه الصفحة على ورقة واحدة من أمر الطباعة في المتصفح.',
  back: 'رجوع',
  ofCategory: 'ملصق التصنيف كله',
  title: (title) => `ملصق: ${title}`,
  poster: 'ملصق',
};

export const posterMessages: Record<Language, typeof english> = { en: english, ar: arabic };
