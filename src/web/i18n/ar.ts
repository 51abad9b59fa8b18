import { isolate } from '#contract/language.ts';
import type { Messages } from './en.ts';

/** Returns a number of files in the genitive. See docs/rules.md#languages for the plural forms. */
function formatFiles(total: number, atLeast = false): string {
  if (total === 1) return 'ملف واحد';
  if (total === 2) return 'ملفين';
  if (total <= 10) return `${total} ملفات`;
  return total < 100 ? `${total} ملفًا` : `${total}${atLeast ? '+' : ''} ملف`;
}

/** Returns a number of files in the nominative, which differs only in the dual. */
function formatFileCount(count: number, atLeast = false): string {
  return count === 2 ? 'ملفان' : formatFiles(count, atLeast);
}

export const ar: Messages = {
  navHome: 'الرئيسية',
  navLibrary: 'المكتبة',
  navLabel: 'التنقل الرئيسي',
  skipToMain: 'انتقل إلى المحتوى الرئيسي',
  logoLabel: (name) => `${name} – الرئيسية`,
  menuOpen: 'فتح القائمة',
  menuClose: 'إغلاق القائمة',
  menuTitle: 'القائمة',
  menuDescription: 'تنقَّل بين أقسام الموقع',
  addressLabel: 'العنوان:',
  explore: 'استكشف الآن',
  newest: 'الجديد:',
  continueReading: (page: number, pages: number | undefined) =>
    `تابع: الصفحة ${page}${pages === undefined ? '' : ` من ${pages}`}`,

  libraryTitle: 'المكتبة',
  libraryDescription: 'استكشف مجموعة متنوعة من دروس الشيخ في التعاليم والعلوم الإسلامية وغيرها.',
  allCategories: 'جميع التصنيفات',
  noCategories: 'لم يُعثر على تصنيفات',
  noFiles: 'لم يُعثر على ملفات',
  noFilesHint: 'أعد تعيين عوامل التصفية لعرض جميع الملفات.',
  searchPlaceholder: 'ابحث في الملفات...',
  searchLabel: 'البحث في الملفات',
  sortBy: 'ترتيب حسب:',
  apply: 'بحث',
  applyTitle: 'تطبيق عوامل التصفية',
  reset: 'إعادة تعيين',
  resetTitle: 'إعادة تعيين عوامل التصفية',
  selectCategory: 'اختر التصنيف',
  removeCategory: 'عرض جميع التصنيفات',
  noMatch: (search, category) =>
    `لا يوجد «${isolate(search)}» في عناوين الدروس ولا في نصوصها${category === undefined ? '' : ` في «${isolate(category)}»`}.`,
  noTitleMatch: (search, category) =>
    `لا يوجد درس في عنوانه «${isolate(search)}»${category === undefined ? '' : ` في «${isolate(category)}»`}.`,
  searchEverywhere: (count) => `البحث في جميع التصنيفات (${count})`,
  didYouMean: 'هل تقصد:',
  clearSearch: 'مسح البحث',
  shownInstead: (searched, correction) =>
    `لا يوجد درس في عنوانه «${isolate(searched)}». إليك نتائج «${isolate(correction)}» بدلًا من ذلك.`,
  searchExactly: (search) => `البحث عن «${isolate(search)}» فقط`,
  fileCount: formatFileCount,
  filterLabel: 'تصفية الملفات',
  filesHeading: 'الملفات',
  categoriesTitle: 'التصنيفات',
  categoriesDescription: 'اختر تصنيفًا لتصفية الملفات.',
  categoriesClose: 'إغلاق التصنيفات',
  showMore: 'عرض المزيد',
  showFewer: 'عرض أقل',

  'fileName-asc': 'الاسم (تصاعديًا)',
  'fileName-desc': 'الاسم (تنازليًا)',
  '$createdAt-asc': 'الأقدم أولًا (تاريخ الإضافة)',
  '$createdAt-desc': 'الأحدث أولًا (تاريخ الإضافة)',

  opensInNewTab: 'يُفتح في علامة تبويب جديدة',
  linkUnavailable: 'لا يمكن فتح هذا الملف.',
  details: 'اقرأ هنا',

  range: ({ start, end, total, atLeast }) =>
    `عرض الملفات من ${start} إلى ${end} من أصل ${formatFiles(total, atLeast)}.`,
  pagerLabel: 'التنقل بين الصفحات',
  previousPage: 'الصفحة السابقة',
  nextPage: 'الصفحة التالية',
  pageNumber: (page) => `الصفحة ${page}`,

  loading: 'جارٍ التحميل…',
  errorFiles: 'تعذّر تحميل الملفات.',
  errorCategories: 'تعذّر تحميل التصنيفات.',
  offline: 'يبدو أنك غير متصل بالإنترنت. سيُستأنف التحميل تلقائيًا عند عودة الاتصال.',
  timeout: 'استغرق الطلب وقتًا أطول من اللازم.',
  tryLater: 'حدث خطأ لدينا. ما اخترته لا يزال محفوظًا.',
  retry: 'إعادة المحاولة',
  scriptFailed: 'هذه نسخة مبسطة من الصفحة، والروابط والبحث يعملان فيها.',

  notFoundHeading: 'الصفحة غير موجودة',
  notFoundText: 'الصفحة التي تبحث عنها غير موجودة.',
  notFoundBack: 'العودة إلى الصفحة الرئيسية',

  goneHeading: 'هذا الدرس لم يعد متاحًا',
  goneText: 'أُزيل هذا الدرس من المكتبة، ولا تزال الدروس الأخرى فيها.',
  goneBack: 'الذهاب إلى المكتبة',

  follow: 'تابع جديد هذا التصنيف (RSS)',
  posterOfCategory: 'ملصق التصنيف كله',
  zip: 'تنزيل التصنيف كله',

  rights: 'جميع الحقوق محفوظة',

  metaDescription: (preacher, center) => `دروس ${preacher}، إمام ${center} ومؤسِّسه، مع مكتبة ملفات PDF.`,
};
