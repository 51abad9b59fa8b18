import { isolate, type Language } from '#contract/language.ts';
import { arabicCounts, englishCounts } from '#web/i18n/text-messages.ts';
import type { LessonHits } from '#web/library/find-in-lesson.ts';

type HitCounts = Pick<LessonHits, 'total' | 'totalAtLeast' | 'share' | 'current'>;

const numberFormat = new Intl.NumberFormat('en-US');
/** Adds "+" to a total that may be higher. */
const formatTotal = (total: number, atLeast = false) => `${numberFormat.format(total)}${atLeast ? '+' : ''}`;

/** Texts of lesson pages. They are separate from the catalogs because only the server needs them. */
const english = {
  /** Heading in place of any page while the backend does not respond, and the sentence below it. */
  unavailableHeading: 'This page is unavailable right now',
  unavailableText: 'Please try again in a minute.',
  /** Description in link previews and search results. */
  description: (category: string, preacher: string) =>
    `A lesson by ${isolate(preacher)} in ${isolate(category)}: read it page by page, or download the PDF.`,
  /** Label of the day on which the lesson was added. */
  added: 'Added',
  /** Label of the size of the PDF. */
  size: 'Size',
  /** Label of the number of pages. */
  pages: 'Pages',
  /** Number of pages of the lesson. */
  pageCount: englishCounts.pages,
  openPdf: 'Open PDF',
  download: 'Download',
  share: 'Share',
  /** Button that prints the current page of the lesson. */
  print: 'Print this page',
  /** Screen-reader name of the group of links for sharing. */
  shareBy: 'Share this lesson',
  /** Screen-reader label of the field that holds the address. */
  address: 'Link to this page',
  copy: 'Copy link',
  /** Announced after the link was copied, or after the browser refused to copy it. */
  copied: 'Link copied.',
  notCopied: 'Copying failed. Select the link and copy it yourself.',

  /** Screen-reader name of the section that shows a page. */
  reader: 'Read the lesson',
  /** Alternative text of a page's picture, and the visitor's position in the lesson. */
  pageOf: (page: number, pages: number) =>
    `Page ${numberFormat.format(page)} of ${numberFormat.format(pages)}`,
  /** Screen-reader name of the links to other pages, above and below the picture. */
  pagesAbove: 'Lesson pages',
  pagesBelow: 'Lesson pages, below the picture',
  previous: 'Previous page',
  next: 'Next page',
  /** Label before the field for the page number, and text after it. */
  goTo: 'Page',
  of: (pages: number) => `of ${numberFormat.format(pages)}`,
  go: 'Go',
  /** Label of the field that searches in this lesson, and its button. */
  searchInside: 'Search this lesson',
  find: 'Find',
  /** Screen-reader name of the list of matching pages. */
  hits: 'Matching pages in this lesson',
  /** Number of pages that have the words of the search. */
  hitsFound: ({ total, totalAtLeast, share }: HitCounts) =>
    share
      ? `No page has all the words. Pages with ${share} of them: ${formatTotal(total, totalAtLeast)}.`
      : `Found on ${englishCounts.pages(total, totalAtLeast)}.`,
  noHits: 'No page of this lesson has these words.',
  /** Link that ends the search in this lesson. */
  endSearch: 'Clear search',
  /** Links to other parts of a long list of results. */
  earlierHits: 'Earlier results',
  laterHits: 'Further results',
  /** Screen-reader name of the links to the previous and next result, then the links. */
  hitNavigation: 'Search results',
  previousHit: 'Previous result',
  nextHit: 'Next result',
  /** Between `previousHit` and `nextHit`: the number of the result, or the total if the page is not a result. */
  hitOf: ({ total, totalAtLeast, current }: HitCounts) => {
    const totalText = formatTotal(total, totalAtLeast);
    return current === undefined
      ? `Results: ${totalText}`
      : `Result ${numberFormat.format(current)} of ${totalText}`;
  },
  /** Screen-reader name of the switch between `asPage` and `asText`. */
  modes: 'Reading mode',
  asPage: 'Page',
  asText: 'Text',
  /** Screen-reader names of the links A+ and A−. */
  larger: 'Larger text',
  smaller: 'Smaller text',
  /** Switch that inverts the colors of page pictures in dark mode. */
  night: 'Dark page',
  /** Screen-reader name of the link around a page's picture. */
  enlarge: (page: number) => `Enlarge page ${numberFormat.format(page)}`,
  /** Shown above the text of a lesson. */
  textSource: 'This text was extracted from the PDF. Select a page number to see the page as printed.',
  /** Link above the text of each page, and the screen-reader name of that text. */
  pageNumber: (page: number) => `Page ${numberFormat.format(page)}`,
  /** Replaces the text of a page whose words are uncertain. */
  onlyPicture: 'This page can only be shown as a picture.',
  /** Screen-reader name of a table in the text. */
  table: 'Table',
  /** Links to other parts of a long text. */
  earlierText: 'Earlier pages',
  laterText: 'Later pages',
  /** Screen-reader name of the full-screen picture, and the button that closes it. */
  enlarged: 'Enlarged page',
  close: 'Close',
  /** Shown while a picture is slow to load. */
  preparing: 'Preparing this page… You can also open the PDF.',
  /** Replaces a picture that could not be drawn or loaded; the link `openPdf` follows. */
  notDrawn: 'This page could not be shown as a picture.',
  /** Replaces the pages of a PDF that cannot be shown as pictures. The link `openPdf` follows. */
  noPictures: 'The pages of this lesson cannot be shown here.',
  /** Link to the page that was read last; the client bundle fills in its number. */
  resume: (page: string) => `Continue on page ${page}`,
  /** Screen-reader name of the button that hides the link `resume`. */
  dismiss: 'Dismiss',

  /** Toggle that shows the text of the page. */
  text: 'Text of this page',
  /** Shown if the text of the page is missing or uncertain. */
  noText: 'No text is available for this page.',
  /** Link that opens the quotation form; also the form's heading and the screen-reader name of the quotation. */
  quote: 'Quote from this page',
  /** Labels of the fields for the first and the last line. */
  quoteFrom: 'From line',
  quoteTo: 'To line',
  /** Maximum length of a quotation. */
  quoteBound: (lines: number) => `Up to ${lines} lines.`,
  /** Replaces the form if the lines of the page are not found in time. */
  linesNotLoaded: 'The lines of this page could not be loaded in time. Please reload the page.',
  showQuote: 'Show quotation',
  copyQuote: 'Copy quotation',
  /** Announced after a quotation was copied, or after the browser refused to copy it. */
  quoteCopied: 'Quotation copied.',
  quoteNotCopied: 'Copying failed. Select the quotation and copy it yourself.',
  /** Alternative text of the picture of a quotation. */
  quotePicture: (first: number, last: number, page: number) =>
    first === last
      ? `Line ${first} of page ${page}, as printed`
      : `Lines ${first} to ${last} of page ${page}, as printed`,
  /** Source of a quotation: title, page and preacher. */
  source: (title: string, page: number, preacher: string) => `${title}, p. ${page}, ${preacher}`,
  /** Heading of the links to the verses of the Qur'an that the page quotes. */
  verses: 'Verses on this page',
  /** Heading of the PDF's table of contents. */
  contents: 'Contents',
  /** Heading of the links to the previous and next lesson in the category, and the label of each. */
  neighbors: 'In this category',
  previousLesson: 'Previous lesson',
  nextLesson: 'Next lesson',
  /** Heading of the lessons that share rare words with this one. */
  related: 'Related lessons',
  /** Link to a poster of the lesson for the notice board. */
  poster: 'Poster',
};

const arabic: typeof english = {
  unavailableHeading: 'لا يمكن عرض هذه الصفحة الآن',
  unavailableText: 'يرجى إعادة المحاولة بعد دقيقة.',
  description: (category, preacher) =>
    `درس ${isolate(preacher)} في «${isolate(category)}»: اقرأه صفحة صفحة، أو نزِّل ملف PDF.`,
  added: 'أُضيف في',
  size: 'الحجم',
  pages: 'الصفحات',
  pageCount: arabicCounts.pages,
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
  pageOf: (page, pages) => `الصفحة ${numberFormat.format(page)} من ${numberFormat.format(pages)}`,
  pagesAbove: 'صفحات الدرس',
  pagesBelow: 'صفحات الدرس، أسفل الصورة',
  previous: 'الصفحة السابقة',
  next: 'الصفحة التالية',
  goTo: 'الصفحة',
  of: (pages) => `من ${numberFormat.format(pages)}`,
  go: 'انتقال',
  searchInside: 'ابحث في الدرس',
  find: 'بحث',
  hits: 'نتائج البحث في هذا الدرس',
  hitsFound: ({ total, totalAtLeast, share }) =>
    share
      ? `لا توجد صفحة فيها كل الكلمات. صفحات فيها ${share === 'most' ? 'معظمها' : 'بعضها'}: ${formatTotal(total, totalAtLeast)}.`
      : `نتيجة البحث: ${arabicCounts.pages(total, totalAtLeast)}.`,
  noHits: 'لا توجد هذه الكلمات في صفحات هذا الدرس.',
  endSearch: 'مسح البحث',
  earlierHits: 'النتائج السابقة',
  laterHits: 'المزيد من النتائج',
  hitNavigation: 'نتائج البحث',
  previousHit: 'النتيجة السابقة',
  nextHit: 'النتيجة التالية',
  hitOf: ({ total, totalAtLeast, current }) => {
    const totalText = formatTotal(total, totalAtLeast);
    return current === undefined
      ? `النتائج: ${totalText}`
      : `النتيجة ${numberFormat.format(current)} من ${totalText}`;
  },
  modes: 'طريقة القراءة',
  asPage: 'صفحة',
  asText: 'نص',
  larger: 'تكبير النص',
  smaller: 'تصغير النص',
  night: 'صفحة داكنة',
  enlarge: (page) => `تكبير الصفحة ${numberFormat.format(page)}`,
  textSource: 'هذا النص مستخرج من ملف PDF. اضغط رقم أي صفحة لعرضها كما طُبعت.',
  pageNumber: (page) => `الصفحة ${numberFormat.format(page)}`,
  onlyPicture: 'لا يمكن عرض هذه الصفحة إلا صورةً.',
  table: 'جدول',
  earlierText: 'الصفحات السابقة',
  laterText: 'الصفحات التالية',
  enlarged: 'صفحة مكبَّرة',
  close: 'إغلاق',
  preparing: 'يجري تجهيز صورة الصفحة. يمكنك أيضًا فتح ملف PDF.',
  notDrawn: 'تعذّر عرض هذه الصفحة هنا.',
  noPictures: 'لا يمكن عرض صفحات هذا الدرس هنا.',
  resume: (page) => `تابع من الصفحة ${page}`,
  dismiss: 'إغلاق',
  text: 'نص هذه الصفحة',
  noText: 'لا يتوفر نص لهذه الصفحة.',
  quote: 'اقتباس من هذه الصفحة',
  quoteFrom: 'من السطر',
  quoteTo: 'إلى السطر',
  quoteBound: (lines) => `${lines} سطرًا على الأكثر.`,
  linesNotLoaded: 'تأخر تحميل أسطر هذه الصفحة. أعد تحميل الصفحة من فضلك.',
  showQuote: 'عرض الاقتباس',
  copyQuote: 'نسخ الاقتباس',
  quoteCopied: 'تم نسخ الاقتباس.',
  quoteNotCopied: 'تعذّر النسخ. حدّد الاقتباس وانسخه يدويًا.',
  quotePicture: (first, last, page) =>
    first === last
      ? `السطر ${first} من الصفحة ${page} كما طُبع`
      : `الأسطر من ${first} إلى ${last} من الصفحة ${page} كما طُبعت`,
  source: (title, page, preacher) => `${title}، ص ${page}، ${preacher}`,
  verses: 'الآيات في هذه الصفحة',
  contents: 'المحتويات',
  neighbors: 'في هذا التصنيف',
  previousLesson: 'الدرس السابق',
  nextLesson: 'الدرس التالي',
  related: 'دروس ذات صلة',
  poster: 'ملصق',
};

export const lessonMessages: Record<Language, typeof english> = { en: english, ar: arabic };
