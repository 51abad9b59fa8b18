import type { Language } from '#contract/language.ts';
import { isolate } from '#web/i18n/isolate.ts';

const number = new Intl.NumberFormat('en-US');

/** The texts of a lesson's own page: only the server needs them. */
const english = {
  /** Heading in place of a lesson while the backend does not answer, and the sentence under it. */
  awayHeading: 'This lesson is unavailable right now',
  awayText: 'Please try again in a minute.',
  /** What link previews and search engines say under the title. */
  description: (category: string, preacher: string) =>
    `A lesson of ${isolate(preacher)} in ${isolate(category)}: read it page by page, or take the PDF.`,
  /** Before the day on which the lesson was added. */
  added: 'Added',
  /** Before the size of the PDF. */
  size: 'Size',
  /** Before the number of pages. */
  pages: 'Pages',
  openPdf: 'Open PDF',
  download: 'Download',
  share: 'Share',
  /** Button that prints the page of the lesson that is shown. */
  print: 'Print this page',
  /** Spoken name of the links of `share`. */
  shareBy: 'Share this lesson',
  /** Spoken label of the field that holds the address. */
  address: 'Link to this page',
  copy: 'Copy link',
  /** Said when the address was copied, and when the browser did not let it. */
  copied: 'Link copied',
  notCopied: 'Copying failed. Select the link and copy it yourself.',

  /** Spoken name of the part that shows a page. */
  reader: 'Read the lesson',
  /** Which page is shown: its picture's name. */
  pageOf: (page: number, pages: number) => `Page ${number.format(page)} of ${number.format(pages)}`,
  /** Spoken name of the links to other pages; there are two such groups. */
  turnAbove: 'Pages of the lesson',
  turnBelow: 'Pages of the lesson, below the picture',
  previous: 'Previous page',
  next: 'Next page',
  /** Before the field with the page's number, and after it. */
  goTo: 'Page',
  of: (pages: number) => `of ${number.format(pages)}`,
  go: 'Go',
  /** Shown while a picture takes long. */
  coming: 'Preparing this page… You can also open the PDF.',
  /** Said in place of a picture that could not be drawn or loaded, before `openPdf` as a link. */
  notDrawn: 'This page could not be shown as a picture.',
  /** Said in place of the pages of a PDF that cannot be shown as pictures, before `openPdf` as a link. */
  noPictures: 'The pages of this lesson cannot be shown here.',
  /** Leads on to the page that was read last; the script puts its number in the place of `page`. */
  resume: (page: string) => `Continue on page ${page}`,
  /** Spoken name of the button that takes `resume` away. */
  dismiss: 'Dismiss',

  /** Opens the text of the page. */
  text: 'Text of this page',
  /** Where the text of the page is not known for certain. */
  noText: 'No text is available for this page.',
  /** Heading over the PDF's own table of contents. */
  contents: 'Contents',
  /** Heading over the lessons beside this one in its category, and what stands before each. */
  neighbours: 'In this category',
  before: 'Previous lesson',
  after: 'Next lesson',
  /** Heading over lessons that share rare words with this one. */
  related: 'Related lessons',
  /** Link to a poster of the lesson for the notice board. */
  poster: 'Poster',
  /** The same of its whole category. */
  posterOfCategory: 'Poster for this category',
  /** Link to the feed (Atom) of the lesson's category, for feed readers. */
  feed: 'Follow this category (RSS)',
};

const arabic: typeof english = {
  awayHeading: 'لا يمكن عرض هذا الدرس الآن',
  awayText: 'تعذّر الوصول إلى المكتبة الآن.',
  description: (category, preacher) =>
    `درس ${isolate(preacher)} في «${isolate(category)}»: اقرأه صفحة صفحة، أو نزِّل ملف PDF.`,
  added: 'أُضيف في',
  size: 'الحجم',
  pages: 'الصفحات',
  openPdf: 'فتح ملف PDF',
  download: 'تنزيل',
  share: 'مشاركة',
  print: 'طباعة هذه الصفحة',
  shareBy: 'مشاركة هذا الدرس',
  address: 'رابط هذه الصفحة',
  copy: 'نسخ الرابط',
  copied: 'تم نسخ الرابط.',
  notCopied: 'تعذّر النسخ. حدّد الرابط وانسخه يدويًا.',
  reader: 'قراءة الدرس',
  pageOf: (page, pages) => `الصفحة ${number.format(page)} من ${number.format(pages)}`,
  turnAbove: 'صفحات الدرس',
  turnBelow: 'صفحات الدرس، أسفل الصورة',
  previous: 'الصفحة السابقة',
  next: 'الصفحة التالية',
  goTo: 'الصفحة',
  of: (pages) => `من ${number.format(pages)}`,
  go: 'انتقال',
  coming: 'يجري تجهيز صورة الصفحة. يمكنك أيضًا فتح ملف PDF.',
  notDrawn: 'تعذّر عرض هذه الصفحة هنا.',
  noPictures: 'لا يمكن عرض صفحات هذا الدرس هنا.',
  resume: (page) => `تابع من الصفحة ${page}`,
  dismiss: 'إغلاق',
  text: 'نص هذه الصفحة',
  noText: 'لا يتوفر نص لهذه الصفحة.',
  contents: 'المحتويات',
  neighbours: 'في هذا التصنيف',
  before: 'الدرس السابق',
  after: 'الدرس التالي',
  related: 'دروس ذات صلة',
  poster: 'ملصق',
  posterOfCategory: 'ملصق التصنيف كله',
  feed: 'تابع جديد هذا التصنيف (RSS)',
};

export const lessonMessages: Record<Language, typeof english> = { en: english, ar: arabic };
