import type { Failure } from '../apply/apply-plan.ts';
import type { ArchiveFault } from '../copy/broken-archive.ts';
import type { Problem, ProblemKind } from '../folder/folder-listing.ts';
import type { ChangeKind } from '../plan/change.ts';
import type { Guard } from '../plan/guard.ts';
import type { Messages } from './en.ts';
import { shown } from './shown.ts';

const plural = new Intl.PluralRules('ar');

/** A counted noun: one, two, three to ten, eleven to ninety-nine, hundreds. */
function counted(n: number, one: string, two: string, few: string, many: string, other: string): string {
  switch (plural.select(n)) {
    case 'one':
      return one;
    case 'two':
      return two;
    case 'few':
      return `${n} ${few}`;
    case 'many':
      return `${n} ${many}`;
    default:
      return `${n} ${other}`;
  }
}

const lessons = (n: number) => counted(n, 'درس واحد', 'درسان', 'دروس', 'درسًا', 'درس');
const files = (n: number) => counted(n, 'ملف واحد', 'ملفان', 'ملفات', 'ملفًا', 'ملف');
const rows = (n: number) => counted(n, 'سجل واحد', 'سجلان', 'سجلات', 'سجلًا', 'سجل');
const changes = (n: number) => counted(n, 'تغيير واحد', 'تغييران', 'تغييرات', 'تغييرًا', 'تغيير');
const megabytes = (bytes: number) => shown(`${(bytes / 1024 / 1024).toFixed(1)} MB`);

const kind: Record<ChangeKind, string> = {
  added: 'جديد',
  restored: 'عاد إلى الموقع',
  replaced: 'طبعة جديدة (الرابط نفسه)',
  renamed: 'اسم جديد (الرابط نفسه)',
  moved: 'تصنيف آخر (الرابط نفسه)',
  removed: 'لن يظهر بعد الآن',
};

const problem: Record<ProblemKind, (problem: Problem) => [what: string, fix: string]> = {
  notInCategory: () => ['ليس داخل مجلد من مجلدات التصنيفات', 'ضعه في مجلد؛ فاسم المجلد هو اسم التصنيف.'],
  deepFolder: () => [
    'مجلد داخل تصنيف',
    'انقل ملفاته إلى المجلد الذي فوقه؛ فلا يُنشر إلا مستوى واحد من المجلدات.',
  ],
  notPdfName: () => ['ليس ملف PDF', 'احفظه بصيغة PDF أو أخرجه من المجلد.'],
  notPdf: () => ['ينتهي اسمه بـ ‎.pdf لكن محتواه ليس PDF', 'افتحه بالبرنامج الذي أنشأه ثم احفظه بصيغة PDF.'],
  incomplete: () => ['غير مكتمل', 'إن كان نسخه جاريًا فانتظر، وإلا فانسخه أو احفظه مرة أخرى.'],
  empty: () => ['فارغ', 'انسخه أو احفظه مرة أخرى.'],
  unreadable: () => ['تتعذر قراءته', 'تحقق من أن لديك صلاحية فتحه ومن أن القرص موصول.'],
  beingCopied: () => ['ما زال يُنسخ', 'انتظر حتى ينتهي النسخ ثم انشر مرة أخرى.'],
  controlCharacters: () => ['في اسمه رموز تحكم خفية', 'اكتب الاسم من جديد.'],
  nameTooLong: () => ['اسمه أطول من 255 حرفًا', 'اختر له اسمًا أقصر.'],
  nameEmpty: () => ['بلا اسم', 'اختر له اسمًا.'],
  tooLarge: ({ limit = 0 }) => [`أكبر من ${megabytes(limit)}`, 'احفظه بحجم أصغر أو قسّمه.'],
  sameName: ({ other = '' }) => [
    `له اسم ${shown(other)} نفسه، ولا يختلفان إلا في رموز خفية`,
    'غيّر اسم أحدهما أو احذفه.',
  ],
  duplicate: ({ other = '' }) => [`هو الدرس نفسه الذي في ${shown(other)}`, 'احذف أحدهما.'],
};

const failure: Record<Failure['reason'], (message: string) => string> = {
  changed: () => 'تغيّر أثناء إرساله؛ انشر مرة أخرى',
  unreadable: () => 'تعذرت قراءته؛ تحقق من صلاحية فتحه ومن أن القرص موصول',
  refused: (message) => `رفضه الخادم: ${shown(message)}`,
};

const fault: Record<ArchiveFault, (what: string) => string> = {
  absent: (what) => `لا يوجد ملف ${shown(what)}.`,
  noArchive: (what) => `${shown(what)} ليس نسخة احتياطية، أو هو جزء منها. استعمل نسخة أخرى. لم يتغير شيء.`,
  noManifest: (what) => `${shown(what)} ليس نسخة احتياطية من منبر، أو هو من إصدار أحدث. لم يتغير شيء.`,
  damaged: (what) => `النسخة الاحتياطية تالفة: ${shown(what)} ليس كما حُفظ. استعمل نسخة أخرى. لم يتغير شيء.`,
  noTable: (what) => `ينقص النسخةَ الجدول ${shown(what)}. استعمل نسخة أخرى. لم يتغير شيء.`,
  noFile: (what) => `ينقص النسخةَ ملف الدرس ${shown(what)}. استعمل نسخة أخرى. لم يتغير شيء.`,
  cutFile: (what) => `ملف ${shown(what)} في المكتبة غير كامل. نفّذ: ${shown('npm run library -- verify')}`,
};

const guard: Record<Guard['reason'], string> = {
  missingFolder: 'مجلد الدروس غير موجود. هل القرص موصول؟',
  emptyFolder: 'مجلد الدروس فارغ. هل القرص موصول؟',
  manyRemovals: 'سيُخفي هذا جزءًا كبيرًا من المكتبة عن الموقع.',
};

/** Every sentence of the owner's command in Arabic. */
export const ar: Messages = {
  lessons,
  arrow: '←',
  plan: {
    heading: 'هذا ما سيراه الزوار:',
    nothing: 'لا جديد للنشر: المكتبة مطابقة لمجلدك.',
    kind,
    newCategory: 'تصنيف جديد',
    renamedCategory: 'تصنيف باسم جديد (الرابط نفسه)',
    emptyCategory: 'تصنيف بلا دروس، لن يظهر بعد الآن',
    unchanged: (n) => `بلا تغيير: ${lessons(n)}`,
    more: (n) => `… و${n} غيرها (تظهر كلها مع ‎--all)`,
    attention: 'يحتاج إلى انتباهك (لم يُنشر):',
    problem: (one) => {
      const [what, fix] = problem[one.kind](one);
      return `${shown(one.path)} ${what}. ${fix}`;
    },
    guard: ({ reason, removals, published }) =>
      `${guard[reason]} عدد ما سيختفي: ${removals} من ${published}.`,
  },
  ask: {
    publish: 'هل تريد النشر؟ (ن = نعم، ل = لا) ',
    undo: 'هل تريد ذلك؟ (ن = نعم، ل = لا) ',
    restore: 'هل تريد المتابعة؟ (ن = نعم، ل = لا) ',
    yes: ['ن', 'نعم', 'y', 'yes'],
    number: (n) => `إن كان هذا ما تريد فاكتب الرقم ${n}: `,
    refused: 'لم يتغير شيء.',
    noTerminal: 'لم يتغير شيء: لا أحد هنا يمكن سؤاله. أضف ‎--yes للموافقة.',
    numberMissing: (n) => `لم يتغير شيء. إن كان هذا ما تريد فأضف: ‎--remove ${n}`,
    dryRun: 'لم يتغير شيء (‎--dry-run).',
  },
  publish: {
    folder: (folder) => `المجلد: ${shown(folder)}`,
    place: (endpoint) => `المكتبة: ${shown(endpoint)}`,
    reading: 'جارٍ قراءة المجلد …',
    adopting: (left) => `جارٍ قراءة ما هو منشور من قبل (مرة واحدة فقط)، بقي ${files(left)} …`,
    waiting: 'هناك عملية نشر أخرى جارية؛ بانتظار انتهائها …',
    progress: (done, all) => `تم ${done} من ${all}`,
    done: (n, seconds) => `تم النشر: ${changes(n)} في ${seconds} ثانية.`,
    failed: 'تعذر نشر ما يلي:',
    failure: ({ change, reason, message }) =>
      `${shown(change.source?.path ?? change.id)} ${failure[reason](message)}.`,
    linked: (n) => `صار لكل درس رابط ثابت لا يتغير (${lessons(n)})، والروابط السابقة تؤدي إليه.`,
    removalsWait: 'لم يُخفَ شيء عن الموقع هذه المرة؛ انشر مرة أخرى بعد إصلاح ما سبق.',
    interrupted: 'انقطعت العملية. ما تم فقد تم؛ أعد الأمر نفسه ليُكمل الباقي.',
  },
  watch: {
    published: (summary) => `المكتبة: ${summary}.`,
    same: (n) => `المكتبة: ${lessons(n)}، مطابقة للمجلد.`,
    held: ({ removals, reason }) =>
      `المكتبة: ${guard[reason]} يبقى ${lessons(removals)} على الموقع إلى أن تنفذ: ${shown('npm run library -- publish')}`,
    linked: (n) => `المكتبة: صار لكل درس رابط ثابت لا يتغير (${lessons(n)}).`,
    attention: (sentence) => `المكتبة: تنبيه: ${sentence}`,
    failed: (message) => `المكتبة: تعذر النشر: ${message} وستعاد المحاولة عند التغيير القادم.`,
    stopped: (reason) =>
      `المكتبة: توقف النشر من تلقاء نفسه (${shown(reason)})، وستعاد المحاولة عند التغيير القادم.`,
  },
  undo: {
    nothing: 'لا يوجد ما يمكن التراجع عنه.',
    heading: (when) => `سيكون هذا تراجعًا عن نشر ${when}، وسيتغير مجلدك:`,
    fetch: 'يعود إلى المجلد',
    setAside: 'يوضع جانبًا في مجلد لا يُنشر',
    rename: 'يستعيد اسمه السابق',
    blocked: (path) => `${shown(path)} في مكانه ملف آخر، فيبقى كما هو.`,
    gone: (path) => `${shown(path)} لا يمكن أن يعود: لا يُحتفظ بملفه إلا 30 يومًا.`,
    done: 'تم التراجع.',
  },
  history: {
    none: 'لم يُنشر شيء بعد.',
    open: 'انقطع، نفّذ publish لإكماله',
    undone: 'جرى التراجع عنه لاحقًا',
    undo: 'تراجُع عن نشر سابق',
    nothing: 'لم يتغير أي درس',
    count: (which, n) => `${which === 'categoryRenamed' ? 'تصنيف باسم جديد' : kind[which]}: ${n}`,
  },
  backup: {
    copying: (done, all) => `جارٍ نسخ الملف ${done} من ${all} …`,
    checking: 'جارٍ إعادة فتح النسخة والتحقق من كل ملف …',
    done: (file, n, m, size) =>
      `حُفظت النسخة الاحتياطية وتم التحقق منها: ${shown(file)}، ${rows(n)}، ${files(m)}، ${megabytes(size)}.`,
    exists: (file) => `${shown(file)} موجود من قبل. اختر اسمًا آخر.`,
    noFile: 'حدد مكان الحفظ: npm run library -- backup FILE.tar',
    missing: (n) =>
      `${lessons(n)} بلا ملف، فحُفظ في النسخة دون ملفه. انظر: ${shown('npm run library -- verify')}`,
    noFolder: (folder) => `لا يوجد مجلد ${shown(folder)}. أنشئه أو اختر غيره.`,
    fault,
  },
  restore: {
    noFile: 'حدد النسخة: npm run library -- restore FILE.tar',
    checking: 'جارٍ التحقق من النسخة …',
    heading: (file, when, n, m) => `في ${shown(file)} بتاريخ ${when}: ${rows(n)} و${files(m)}.`,
    places: (dataDir, folder) =>
      `تحل النسخة محل البيانات في ${shown(dataDir)} والدروس في ${shown(folder)} ونصوص الموقع وشعاره ومرادفاته في ${shown('content')}. وما فيها الآن يُحفظ في مجلد بجانبها.`,
    copying: (done, all) => `جارٍ استرجاع الملف ${done} من ${all} …`,
    done: `تم الاسترجاع ومقارنته بالنسخة. شغّل الموقع: ${shown('npm start')}`,
    kept: (folder) => `ما كان موجودًا محفوظ في ${shown(folder)}. احذفه حين لا تحتاج إليه.`,
    unwritten: (name) =>
      `عاد ${shown(name)} إلى الموقع، لكن اسمه أو اسم تصنيفه لا يصلح اسمًا في مجلدك، وسيرفعه النشر التالي من الموقع. انشره من جديد باسم آخر.`,
    hosted:
      'تُسترجع النسخة الاحتياطية في الخادم المدمج. لنقلها إلى Appwrite استرجعها ثم نفّذ: npm run library -- move --to appwrite',
  },
  verify: {
    reading: (done, all) => `جارٍ فحص الملف ${done} من ${all} …`,
    good: (n, m) => `كل شيء سليم: ${lessons(n)}، ${files(m)}، وكل البصمات صحيحة.`,
    missingFile: (name) => `${shown(name)} بلا ملف. انشر مرة أخرى.`,
    incompleteFile: (name) => `ملف ${shown(name)} غير مكتمل. انشر مرة أخرى.`,
    wrongSize: (name) => `حجم ${shown(name)} يخالف حجم ملفه. انشر مرة أخرى.`,
    wrongHash: (name) =>
      `محتوى ${shown(name)} تالف. لإرساله مرة أخرى من مجلدك: npm run library -- verify --repair`,
    repaired: (name) => `أُرسل ${shown(name)} مرة أخرى من مجلدك.`,
    notInFolder: (name) => `${shown(name)} ليس في مجلدك؛ خذه من نسخة احتياطية.`,
    noCategory: (name) => `${shown(name)} بلا تصنيف. انشر مرة أخرى.`,
    wrongUrl: (name) => `عنوان ${shown(name)} ليس عنوانه. انشر مرة أخرى.`,
    unknownFile: (id) => `الملف ${shown(id)} لا يتبع أي درس. لا ضرر منه.`,
  },
  doctor: {
    good: 'سليم',
    bad: 'غير سليم',
    node: 'البرنامج',
    configuration: 'الإعدادات',
    siteJson: (message) => `تتعذر قراءة content/site.json: ${shown(message)}. صحّحه.`,
    folder: 'مجلد الدروس',
    folderMissing: (folder) => `${shown(folder)} غير موجود. أنشئه أو اضبط LIBRARY_DIR.`,
    folderHolds: (n, attention) =>
      `${lessons(n)}${attention ? `، منها ما يحتاج إلى انتباهك: ${attention} (انظر: publish --dry-run)` : ''}`,
    site: 'الموقع',
    siteStopped: 'لا يعمل الآن. شغّله بالأمر: npm start',
    siteAnswers: (url) => `يجيب على العنوان ${shown(url)}`,
    siteSilent: (url) => `لا يجيب على العنوان ${shown(url)}. أوقفه (Ctrl-C) ثم شغّله: npm start`,
    backend: 'الخادم',
    backendSilent: (endpoint, message) =>
      `${shown(endpoint)} لا يجيب: ${shown(message)}. تحقق من العنوان والشبكة.`,
    key: 'المفتاح',
    schema: 'الجداول والحاوية',
    storage: 'التخزين',
    storageEmpty: 'لا دروس بعد',
    storageSample: (name) => `أمكن فتح ${shown(name)}`,
    storageBroken: (name) => `تعذر فتح ${shown(name)}. نفّذ: npm run library -- verify`,
    disk: 'مساحة القرص',
    diskFree: (bytes) => `المتاح ${megabytes(bytes)}`,
    diskFull: (bytes) => `لم يبق إلا ${megabytes(bytes)}. أفرغ مساحة قبل النشر.`,
  },
  setup: {
    embedded:
      'الخادم المدمج يجهّز نفسه؛ لا حاجة إلى شيء. أما Appwrite فاضبط له APPWRITE_ENDPOINT وAPPWRITE_PROJECT_ID وAPPWRITE_API_KEY.',
    created: (what) => `أُنشئ    ${shown(what)}`,
    exists: (what) => `موجود    ${shown(what)}`,
    differs: (what, how) => `مختلف    ${shown(what)}: ${shown(how)}. لم يتغير شيء؛ صحّحه في لوحة التحكم.`,
    failed: (what, message) => `تعذر إنشاء ${shown(what)}: ${shown(message)}`,
    done: (n) => (n === 0 ? 'كل شيء موجود من قبل؛ لم يتغير شيء.' : `تم. عدد ما أُنشئ: ${n}.`),
  },
  move: {
    noTarget: 'حدد الوجهة: npm run library -- move --to appwrite (أو ‎--to embedded)',
    same: 'المصدر والوجهة مكتبة واحدة.',
    needsAppwrite:
      'اضبط APPWRITE_ENDPOINT وAPPWRITE_PROJECT_ID وAPPWRITE_API_KEY (انظر README، «Move to Appwrite»).',
    from: (endpoint) => `من:  ${shown(endpoint)}`,
    to: (endpoint) => `إلى: ${shown(endpoint)}`,
    copying: (done, all) => `جارٍ نسخ الملف ${done} من ${all} …`,
    proving: 'جارٍ مقارنة كل سجل وكل ملف …',
    differs: (what) => `غير متطابق: ${shown(what)}. أعد تنفيذ الأمر.`,
    extra: (n) => `في الوجهة أيضًا ${rows(n)} ليست في المصدر، وقد تُركت كما هي.`,
    done: (n, m) => `تم النقل والمقارنة: ${rows(n)}، ${files(m)}، وكل البصمات متطابقة.`,
  },
  error: {
    usage: (message) => `${message}\nانظر: npm run library -- help`,
    unknownCommand: (name) => `لا يوجد أمر باسم ${shown(name)}.`,
    wrongOption: (name, value) => `قيمة ${name} لا يصح أن تكون ${shown(value)}.`,
    missing: (name) => `متغير البيئة ${shown(name)} غير مضبوط أو فارغ.`,
    noKey: (endpoint) =>
      `يقرأ الموقع مكتبته من ${shown(endpoint)}. للنشر هناك اضبط APPWRITE_API_KEY على مفتاح لذلك المشروع.`,
    unreachable: (endpoint) => `تعذر الوصول إلى ${shown(endpoint)}. تحقق من العنوان والشبكة ثم أعد الأمر.`,
    unauthorized:
      'لم يقبل الخادم المفتاح. تحقق من APPWRITE_API_KEY ومن صلاحياته (انظر README، «Move to Appwrite»).',
    notSetUp: (message) => `${shown(message)} نفّذ: npm run library -- setup`,
    olderSite: 'الموقع يعمل بالإصدار السابق من منبر. أوقفه (Ctrl-C)، ثم شغّله بالأمر npm start، ثم انشر.',
    diskFull: 'القرص ممتلئ. أفرغ مساحة ثم أعد الأمر نفسه.',
    taken: (dataDir, holder) => {
      const number = holder ? ` (العملية ${holder.pid} على ${shown(holder.host)})` : '';
      return holder?.what === 'site'
        ? `الموقع يعمل على ${shown(dataDir)}${number}. أوقفه أولًا (Ctrl-C) ثم أعد الأمر. لم يتغير شيء.`
        : `${holder ? `الأمر ${shown(`npm run library -- ${holder.what}`)}` : 'برنامج آخر'} يستخدم ${shown(dataDir)}${number}. انتظر حتى ينتهي ثم أعد الأمر. لم يتغير شيء.`;
    },
    lockLost:
      'توقف هذا النشر أكثر من دقيقة (هل كان الجهاز في وضع السكون؟) فحلّ محله نشر آخر. لم يُستبدل شيء أحدث منه. أعد الأمر ليكتمل الباقي.',
    other: (message) => `لم ينجح ذلك: ${shown(message)}`,
  },
  help: `npm run library -- COMMAND

  publish [FOLDER]    يعرض ما سيتغير، ثم يسأل، ثم ينشر
  undo                يتراجع عن آخر نشر
  history             ماذا نُشر ومتى
  backup FILE         ملف واحد فيه السجلات والملفات، مع التحقق
  restore FILE        يسترجع نسخة احتياطية
  verify              يفحص كل سجل وملف وبصمة
  doctor              هل كل شيء سليم، وما العمل إن لم يكن
  setup               ينشئ الجداول والحاوية على Appwrite
  move --to TARGET    ينسخ كل شيء إلى appwrite أو embedded

  --lang en|ar        لغة هذه الجمل
  --yes               بلا سؤال
  --dry-run           عرض فقط
  --remove N          الموافقة على إخفاء N من الدروس
  --repair            مع verify: إعادة إرسال الملفات التالفة
  --all               عرض القوائم الطويلة كاملة

رموز الخروج: 0 تم (أو لا شيء يُعمل)، 1 لم ينجح، 2 استعمال خاطئ، 3 لم تتم الموافقة،
4 لم يُذكر عدد ما سيختفي، 5 تم، وهناك ما يحتاج إلى انتباهك.`,
};
