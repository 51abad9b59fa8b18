import { isolate } from './isolate.ts';
import type { Language } from './language.ts';

/** The texts of a lesson's own page, apart from the catalogues: only the server needs them. */
export interface LessonMessages {
  /** Heading in place of a lesson while the backend does not answer, and the sentence under it. */
  awayHeading: string;
  awayText: string;
  /** What link previews and search engines say under the title. */
  description: (category: string, preacher: string) => string;
  /** Before the day on which the lesson was added. */
  added: string;
  /** Before the size of the PDF. */
  size: string;
  /** Before the number of pages. */
  pages: string;
  /** Before what reading costs of a visitor's data. */
  cost: string;
  /** What it costs to load the page that is shown: a size such as "0.05–0.11 MB", by the screen. About 30 characters fit. */
  costsPage: (size: string) => string;
  /** What it costs to load the whole PDF: a size such as "0.31 MB". About 30 characters fit. */
  costsPdf: (size: string) => string;
  openPdf: string;
  download: string;
  share: string;
  /** Button that prints the page of the lesson that is shown. */
  print: string;
  /** Spoken name of the links of `share`. */
  shareBy: string;
  /** Spoken label of the field that holds the address. */
  address: string;
  copy: string;
  /** Said when the address was copied, and when the browser did not let it. */
  copied: string;
  notCopied: string;

  /** Spoken name of the part that shows a page. */
  reader: string;
  /** Which page is shown: its picture's name. */
  pageOf: (page: number, pages: number) => string;
  /** Spoken name of the links to other pages; there are two such groups. */
  turnAbove: string;
  turnBelow: string;
  previous: string;
  next: string;
  /** Before the field with the page's number, and after it. */
  goTo: string;
  of: (pages: number) => string;
  go: string;
  /** Shown while a picture takes long. */
  coming: string;
  /** Said in place of a picture that could not be drawn or loaded, before `openPdf` as a link. */
  notDrawn: string;
  /** Said in place of the pages of a PDF that cannot be shown as pictures, before `openPdf` as a link. */
  noPictures: string;
  /** Leads on to the page that was read last; the script puts its number in the place of `page`. */
  resume: (page: string) => string;
  /** Spoken name of the button that takes `resume` away. */
  dismiss: string;

  /** Opens the text of the page. */
  text: string;
  /** Where the text of the page is not known for certain. */
  noText: string;
  /** Heading over the PDF's own table of contents. */
  contents: string;
  /** Heading over the lessons beside this one in its category, and what stands before each. */
  neighbours: string;
  before: string;
  after: string;
  /** Heading over lessons that share rare words with this one. */
  related: string;
  /** Link to the feed (Atom) of the lesson's category, for feed readers. */
  feed: string;
}

const number = new Intl.NumberFormat('en-US');

export const lessonMessages: Record<Language, LessonMessages> = {
  en: {
    awayHeading: 'This lesson cannot be shown now',
    awayText: 'The library does not answer at the moment.',
    description: (category, preacher) =>
      `A lesson of ${isolate(preacher)} in ${isolate(category)}: read it page by page, or take the PDF.`,
    added: 'Added',
    size: 'Size',
    pages: 'Pages',
    cost: 'To load',
    costsPage: (size) => `about ${size} for this page`,
    costsPdf: (size) => `${size} for the whole PDF`,
    openPdf: 'Open PDF',
    download: 'Download',
    share: 'Share',
    print: 'Print this page',
    shareBy: 'Share this lesson',
    address: 'Address of this page',
    copy: 'Copy the address',
    copied: 'The address is copied.',
    notCopied: 'The browser did not copy it: select the address and copy it.',
    reader: 'Read the lesson',
    pageOf: (page, pages) => `Page ${number.format(page)} of ${number.format(pages)}`,
    turnAbove: 'Pages of the lesson',
    turnBelow: 'Pages of the lesson, below the picture',
    previous: 'Previous page',
    next: 'Next page',
    goTo: 'Page',
    of: (pages) => `of ${number.format(pages)}`,
    go: 'Go',
    coming: 'The picture of this page is on its way. The PDF has the page too.',
    notDrawn: 'This page could not be shown as a picture.',
    noPictures: 'The pages of this lesson cannot be shown here.',
    resume: (page) => `Continue on page ${page}`,
    dismiss: 'Close this note',
    text: 'Text of this page',
    noText: 'The text of this page is not known.',
    contents: 'Contents',
    neighbours: 'In this category',
    before: 'Previous lesson',
    after: 'Next lesson',
    related: 'Lessons with the same words',
    feed: 'Feed of this category',
  },
  ar: {
    awayHeading: 'لا يمكن عرض هذا الدرس الآن',
    awayText: 'المكتبة لا تستجيب في هذه اللحظة.',
    description: (category, preacher) =>
      `درس ${isolate(preacher)} في «${isolate(category)}»: اقرأه صفحة صفحة، أو نزِّل ملف PDF.`,
    added: 'أُضيف في',
    size: 'الحجم',
    pages: 'الصفحات',
    cost: 'للتحميل',
    costsPage: (size) => `نحو ${size} لهذه الصفحة`,
    costsPdf: (size) => `${size} لملف PDF كاملًا`,
    openPdf: 'فتح ملف PDF',
    download: 'تنزيل',
    share: 'مشاركة',
    print: 'طباعة هذه الصفحة',
    shareBy: 'مشاركة هذا الدرس',
    address: 'عنوان هذه الصفحة',
    copy: 'نسخ العنوان',
    copied: 'نُسخ العنوان.',
    notCopied: 'لم ينسخه المتصفح: حدِّد العنوان وانسخه.',
    reader: 'قراءة الدرس',
    pageOf: (page, pages) => `الصفحة ${number.format(page)} من ${number.format(pages)}`,
    turnAbove: 'صفحات الدرس',
    turnBelow: 'صفحات الدرس، أسفل الصورة',
    previous: 'الصفحة السابقة',
    next: 'الصفحة التالية',
    goTo: 'الصفحة',
    of: (pages) => `من ${number.format(pages)}`,
    go: 'انتقال',
    coming: 'صورة هذه الصفحة في الطريق. والصفحة في ملف PDF أيضًا.',
    notDrawn: 'تعذَّر عرض هذه الصفحة صورةً.',
    noPictures: 'لا يمكن عرض صفحات هذا الدرس هنا.',
    resume: (page) => `تابع من الصفحة ${page}`,
    dismiss: 'إغلاق هذا التنبيه',
    text: 'نص هذه الصفحة',
    noText: 'نص هذه الصفحة غير معروف.',
    contents: 'المحتويات',
    neighbours: 'في هذا التصنيف',
    before: 'الدرس السابق',
    after: 'الدرس التالي',
    related: 'دروس فيها الكلمات نفسها',
    feed: 'خلاصة هذا التصنيف',
  },
};
