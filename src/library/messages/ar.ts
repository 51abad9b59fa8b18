import type { Guard } from '../plan/guard.ts';
import type { Failure, Problem, ProblemKind, RecordedKind } from '../plan/model.ts';
import type { Messages } from './en.ts';
import { command, createDateFormat, createDayFormat, isolate, sizeText as latinSizeText } from './format.ts';

const plural = new Intl.PluralRules('ar');

/** Returns a counted noun. The last two digits select `few` (3 to 10) or `many` (11 to 99); `other` is for 0, 100 to 102, 200 … */
function pluralize(n: number, one: string, two: string, few: string, many: string, other: string): string {
  const forms: Record<string, string> = { one, two, few: `${n} ${few}`, many: `${n} ${many}` };
  return forms[plural.select(n)] ?? `${n} ${other}`;
}

const lessons = (n: number): string => pluralize(n, 'درس واحد', 'درسان', 'دروس', 'درسًا', 'درس');
const files = (n: number): string => pluralize(n, 'ملف واحد', 'ملفان', 'ملفات', 'ملفًا', 'ملف');
const rows = (n: number): string => pluralize(n, 'صف واحد', 'صفان', 'صفوف', 'صفًا', 'صف');
const changes = (n: number): string => pluralize(n, 'تغيير واحد', 'تغييران', 'تغييرات', 'تغييرًا', 'تغيير');
const sizeText = (bytes: number): string => isolate(latinSizeText(bytes));

const day = createDayFormat('ar-u-ca-gregory-nu-latn');

/** Changes of lessons and categories. */
const changeKinds: Record<RecordedKind, string> = {
  added: 'جديد',
  restored: 'عاد إلى الموقع',
  replaced: 'نسخة معدَّلة (الرابط نفسه)',
  renamed: 'اسم جديد (الرابط نفسه)',
  moved: 'تصنيف آخر (الرابط نفسه)',
  dated: 'تاريخ جديد (الرابط نفسه)',
  removed: 'لن يظهر بعد الآن',
  categoryRenamed: 'تصنيف باسم جديد',
};

/** Problems of files in the folder, each with its remedy. */
const problems: Record<ProblemKind, (problem: Problem) => string> = {
  notInCategory: () => 'ليس داخل مجلد من مجلدات التصنيفات. ضعه في مجلد؛ فاسم المجلد هو اسم التصنيف.',
  inbox: () => 'ينتظر تصنيفًا. ضعه في مجلد؛ فاسم المجلد هو اسم التصنيف.',
  deepFolder: () => 'مجلد داخل تصنيف. انقل ملفاته إلى المجلد الذي فوقه؛ فلا يُنشر إلا مستوى واحد من المجلدات.',
  notPdfName: () => 'ليس ملف PDF. احفظه بصيغة PDF أو أخرجه من المجلد.',
  notPdf: () => 'ينتهي اسمه بـ ‎.pdf لكن محتواه ليس PDF. افتحه بالبرنامج الذي أنشأه ثم احفظه بصيغة PDF.',
  damaged: () => 'لا يُفتح: فهو تالف أو ليس ملف PDF. افتحه بالبرنامج الذي أنشأه ثم احفظه بصيغة PDF.',
  notUnicode: () =>
    'اسمه بترميز قديم لا يُقرأ هنا. أعد تسميته على هذا الجهاز؛ فعلامات الاستفهام مكان الحروف المفقودة.',
  hiddenName: () =>
    `يبدأ اسمه بنقطة أو بالرمزين ${isolate('~$')} كالملفات المخفية والمؤقتة. إن كان درسًا فاحذف هذه الرموز من أول اسمه.`,
  incomplete: () => 'غير مكتمل. إن كان نسخه جاريًا فانتظر، وإلا فانسخه أو احفظه مرة أخرى.',
  empty: () => 'فارغ. انسخه أو احفظه مرة أخرى.',
  unreadable: () => 'تتعذّر قراءته. تحقق من أن لديك صلاحية فتحه ومن أن القرص موصول.',
  beingCopied: () => 'ما زال يُنسخ. انتظر حتى ينتهي النسخ ثم انشر مرة أخرى.',
  controlCharacters: () => 'في اسمه رموز تحكم خفية. اكتب الاسم من جديد.',
  nameTooLong: () => 'اسمه أطول من 255 حرفًا. اختر له اسمًا أقصر.',
  nameEmpty: () => 'بلا اسم. اختر له اسمًا.',
  tooLarge: ({ size = 0, limit = 0 }) =>
    `حجمه ${sizeText(size)}، وأكبر ما تقبله المكتبة ${sizeText(limit)}. احفظه بحجم أصغر أو قسّمه.`,
  conflictCopy: ({ fileName = '', otherPath }) =>
    otherPath
      ? `نسخة أنشأها برنامج المزامنة لأن ${isolate(otherPath)} عُدّل في مكانين. افتح الاثنين، وأبقِ الصحيح باسم ${isolate(fileName)} واحذف الآخر. وإن كانا درسين فسمِّ هذا باسم آخر. وإلى أن تفعل يبقى على الموقع ما كان عليه.`
      : `نسخة أنشأها برنامج المزامنة من ${isolate(fileName)}، وهو ليس في المجلد. إن كانت هي الصحيحة فسمِّها ${isolate(fileName)}. وإلى أن تفعل يبقى على الموقع ما كان عليه.`,
  notHere: () =>
    'لم يصل إلى هذا الجهاز بعد، ومكانه ملف بديل وضعه برنامج المزامنة. اختر له أو للمجلد كله «الاحتفاظ على هذا الجهاز».',
  sameName: ({ otherPath = '' }) =>
    `له اسم ${isolate(otherPath)} نفسه، ولا يختلفان إلا في رموز خفية. غيّر اسم أحدهما أو احذفه.`,
  duplicate: ({ otherPath = '' }) => `هو الدرس نفسه الذي في ${isolate(otherPath)}. احذف أحدهما.`,
};

const failureReasons: Record<Failure['reason'], (message: string) => string> = {
  changed: () => 'تغيّر أثناء إرساله؛ انشر مرة أخرى',
  unreadable: () => 'تعذّرت قراءته؛ تحقق من صلاحية فتحه ومن أن القرص موصول',
  refused: (message) => `رفضه الخادم: ${isolate(message)}`,
  diskFull: () => 'لا يتسع له القرص الذي فيه مجلد البيانات؛ أفرغ مساحة ثم انشر مرة أخرى',
};

const guardReasons: Record<Guard['reason'], string> = {
  missingFolder: 'مجلد الدروس غير موجود. هل القرص موصول؟',
  emptyFolder: 'مجلد الدروس فارغ. هل القرص موصول؟',
  emptiedFolder:
    'هذا يلغي كل ما نُشر: لن يبقى درس في الموقع ولا في المجلد. تُنقل الملفات إلى مجلد آخر ولا تُحذف.',
  manyRemovals: 'بهذا يُزال من الموقع جزء كبير من المكتبة.',
};

const diskFull = (path: string) =>
  `القرص الذي فيه ${isolate(path)} ممتلئ. أفرغ فيه مساحة ثم أعد تنفيذ الأمر نفسه.`;

/** Messages of the owner's commands, in Arabic. */
export const ar: Messages = {
  lessons,
  date: createDateFormat('ar-u-ca-gregory-nu-latn'),
  day,
  arrow: '←',
  path: isolate,
  plan: {
    heading: 'هذا ما سيراه الزوار:',
    nothing: 'لا جديد للنشر: المكتبة مطابقة لمجلدك.',
    kind: changeKinds,
    newCategory: 'تصنيف جديد',
    renamedCategory: 'تصنيف باسم جديد (الرابط نفسه)',
    emptyCategory: 'تصنيف بلا دروس، لن يظهر بعد الآن',
    unchanged: (n) => `بلا تغيير: ${lessons(n)}`,
    more: (n) => `… و${n} غيرها (تظهر كلها مع ‎--all)`,
    attention: 'يحتاج إلى انتباهك (لم يُنشر):',
    noSuchDates: 'أسماء تبدأ بتاريخ لا وجود له، فبقي جزءًا من العنوان. صحّح الاسم:',
    oneLanguage:
      'تصنيفات أسماؤها بلغة واحدة. لتكون باللغتين سمِّ المجلد هكذا: «الفقه – Fiqh»، فيرى كل زائر الاسم بلغته:',
    locked: 'لا يُفتح للزائر إلا بكلمة مرور (احفظه بلا كلمة مرور إن لم تقصد ذلك):',
    pictures: (n) =>
      `دروس فيها صفحات مصوَّرة، فلا يمكن البحث في كلماتها (${lessons(n)}؛ الصفحات التي بلا كلمات/كل الصفحات). احفظ الملف بصيغة PDF من البرنامج الذي كُتب فيه. فإن لم يكن عندك إلا الصور فأضف إليها النص بأي برنامج للتعرف الضوئي على النصوص (OCR)، ثم ضع الملف الناتج مكان القديم:`,
    problem: (problem) => `${isolate(problem.path)} ${problems[problem.kind](problem)}`,
    guard: ({ reason, removals, lessonCount }) =>
      `${guardReasons[reason]} سيُزال من الموقع ${lessons(removals)} من أصل ${lessonCount}.`,
  },
  prompts: {
    publish: 'هل تريد النشر؟ (ن = نعم، ل = لا) ',
    dates: ({ date, first, last }) =>
      `لكل الدروس تاريخ واحد: ${day(date)}، فلا معنى لترتيب «الأحدث أولًا». وتواريخها بحسب أسمائها وملفاتها من ${day(first)} إلى ${day(last)}. هل تُستعمل هذه التواريخ؟ لا يُسأل عن هذا إلا مرة واحدة، والروابط لا تتغير. (ن = نعم، ل = لا) `,
    undo: 'هل تريد التراجع؟ (ن = نعم، ل = لا) ',
    restore: 'هل تريد الاسترجاع؟ (ن = نعم، ل = لا) ',
    move: (n) => `هل تريد المتابعة مع حذف ما ذُكر أو استبداله (${lessons(n)})؟ (ن = نعم، ل = لا) `,
    yes: ['ن', 'نعم', 'y', 'yes'],
    number: (n) => `إن كان هذا ما تريد فاكتب الرقم ${n}: `,
    refused: 'لم يتغير شيء.',
    noTerminal: 'لم يتغير شيء. نافذة الأوامر هذه ليست تفاعلية، فتعذّر طرح السؤال. أضف ‎--yes للموافقة.',
    numberMissing: (n) => `لم يتغير شيء. إن كان هذا ما تريد فأضف: ‎--remove ${n}`,
    dryRun: 'لم يتغير شيء (‎--dry-run).',
  },
  publish: {
    folder: (folder) => `المجلد: ${isolate(folder)}`,
    library: (endpoint) => `المكتبة: ${isolate(endpoint)}`,
    otherFolder: (folder) =>
      `الإعداد LIBRARY_DIR مضبوط على المجلد ${isolate(folder)}، فيستمر التراجع والموقع في استعماله. قبل تشغيل الموقع اضبط الإعداد على المجلد الذي نشرت منه الآن، أو ألغه.`,
    waiting: 'هناك عملية نشر أخرى جارية؛ بانتظار انتهائها …',
    progress: (done, total) => `تم ${done} من ${total}`,
    done: (n, seconds) => `تم النشر: ${changes(n)} خلال ${seconds} ثانية.`,
    failed: 'تعذّر نشر ما يلي:',
    failure: ({ change, reason, message }) =>
      `${isolate(change.source?.path ?? change.id)} ${failureReasons[reason](message)}.`,
    changedFiles: 'لم تُنشر هذه الملفات لأنها اختفت أو تغيّرت في أثناء ذلك. انشر مرة أخرى:',
    noCategories: (folder) =>
      `في ${isolate(folder)} ملفات PDF، وليس فيه مجلدات تصنيفات. اختر المجلد الذي يضم مجلدات التصنيفات.`,
    removalsWait: 'لم يُحذف شيء من الموقع هذه المرة. أصلح ما سبق ثم انشر مرة أخرى.',
    interrupted: 'انقطعت العملية. ما أُرسل من الملفات محفوظ؛ أعد تنفيذ الأمر ليكتمل الباقي.',
  },
  watch: {
    published: (summary) => `المكتبة: ${summary}.`,
    unchanged: (n) => `المكتبة: ${lessons(n)}، مطابقة للمجلد.`,
    removalsHeld: ({ removals, reason, earlierRemovals }) =>
      `المكتبة: ${guardReasons[reason]} سيبقى على الموقع ما حُذف من المجلد (${lessons(removals)}) إلى أن تنشر بنفسك${
        earlierRemovals > 0 ? ` (ما أُزيل خلال آخر 24 ساعة: ${lessons(earlierRemovals)})` : ''
      }: ${command('npm run library -- publish')}`,
    removalsPending: (n, seconds) =>
      `المكتبة: لم يعد في المجلد: ${lessons(n)}. ${n === 1 ? 'سيُزال' : n === 2 ? 'سيُزالان' : 'ستُزال'} من الموقع بعد ${seconds} ثانية إن لم يُحذف ${n === 1 ? 'غيره' : n === 2 ? 'غيرهما' : 'غيرها'}.`,
    attention: (sentence) => `المكتبة: تنبيه: ${sentence}`,
    texts: (done, total) => `المكتبة: قراءة نصوص الدروس من أجل البحث: ${done} من ${total}.`,
    locked: (path) =>
      `المكتبة: يطلب ${isolate(path)} من الزائر كلمة مرور. احفظه بلا كلمة مرور إن لم تقصد ذلك.`,
    undo: (sentence) => `المكتبة: التراجع: ${sentence}`,
    failed: (message) => `المكتبة: تعذّر النشر: ${message} وتُعاد المحاولة تلقائيًا.`,
  },
  mirror: {
    copying: (done, total) => `جارٍ نسخ الدرس ${done} من ${total} …`,
    copied: (endpoint, n) =>
      `وُجدت في ${isolate(endpoint)} مكتبة ليست على هذا الجهاز، فنُسخت إلى مجلد البيانات: ${lessons(n)}.`,
    changedOnAppwrite: (name) => `غيّره برنامج آخر على Appwrite: ${isolate(name)}`,
    damagedOnAppwrite: (name) =>
      `ملف ${isolate(name)} على Appwrite مفقود أو تالف. انشر الدرس مرة أخرى من مجلدك.`,
    noSite: (endpoint) =>
      `لم يُضبط SITE_URL، فروابط الدروس على ${isolate(endpoint)} تؤدي إلى ملفاتها في Appwrite، وتتغير هذه الروابط مع كل نسخة جديدة. لتؤدي إلى موقعك اضبط SITE_URL على عنوانه أولًا.`,
    dryRun: (endpoint, fileCount, rowCount, removalCount) =>
      `لتحديث ${isolate(endpoint)}: ${files(fileCount)} و${rows(rowCount)} للكتابة، و${rows(removalCount)} للحذف.`,
    pushing: (endpoint, fileCount, rowCount, removalCount) =>
      `جارٍ تحديث ${isolate(endpoint)}: ${files(fileCount)} و${rows(rowCount)} للكتابة، و${rows(removalCount)} للحذف.`,
    words: (endpoint, n) => `ستُرسل كلمات الدروس إلى ${isolate(endpoint)} ليجدها البحث هناك (${lessons(n)}).`,
    sending: (done, total) => `جارٍ إرسال الملف ${done} من ${total} …`,
    sendingWords: (done, total) => `جارٍ إرسال كلمات الدرس ${done} من ${total} …`,
  },
  undo: {
    nothing: 'لا يوجد ما يمكن التراجع عنه.',
    unknownNumber: (number) =>
      `لا توجد عملية نشر برقم ${number}. انظر: ${command('npm run library -- history')}`,
    noFolder: (folder) => `مجلد الدروس ${isolate(folder)} غير موجود. هل القرص موصول؟`,
    heading: (number, when) => `سيجري التراجع عن النشر رقم ${number} بتاريخ ${when}.`,
    step: {
      folder: 'في مجلدك: تصنيف يستعيد اسمه السابق',
      fetch: 'يعود إلى مجلدك',
      replace: 'في مجلدك: تعود النسخة السابقة، وتُنقل الحالية إلى مجلد لا يُنشر',
      move: 'في مجلدك: يستعيد اسمه أو مكانه السابق',
      moveOut: 'يُنقل إلى مجلد لا يُنشر',
    },
    notUndone: {
      expired: 'لا يمكن أن يعود: يُحتفظ بالملفات المحذوفة والمستبدلة 30 يومًا فقط',
      taken: 'يبقى كما هو: في مكانه ملف آخر في مجلدك',
      changed: 'يبقى كما هو: عُدّل أو نُقل بعد ذلك',
    },
    notUndoable: (number) =>
      `لا يمكن التراجع عن شيء منه الآن. وسيكون التراجع القادم عن النشر الذي قبله. ولمحاولة التراجع عن هذا النشر مرة أخرى نفّذ: ${command(`npm run library -- undo ${number}`)}`,
    refused: (action, reason) => `لم يتم: ${action}. ${reason}`,
    reasons: {
      taken: 'في مكانه ملف آخر.',
      refused:
        'تعذّر تغيير الملف. أغلقه إن كان مفتوحًا في برنامج آخر، وتحقق من أن لديك صلاحية الكتابة في مجلده.',
      changed: 'تغيّر الآن.',
      expired: 'لم يعد ملفه محفوظًا.',
      diskFull: 'القرص ممتلئ.',
    },
    done: 'تم التراجع.',
    partly: (number) =>
      `لم يكتمل التراجع. عالج ما سبق ثم نفّذ: ${command(`npm run library -- undo ${number}`)}`,
    finished: 'اكتمل التراجع الذي كان قد انقطع.',
  },
  history: {
    none: 'لم يُنشر شيء بعد.',
    undone: 'جرى التراجع عنه لاحقًا',
    partlyUndone: 'جرى التراجع عن بعضه لاحقًا',
    notUndoable: 'لم يعد التراجع عنه ممكنًا',
    undo: (number) => `تراجُع عن النشر رقم ${number}`,
    undoPart: (number) => `تراجُع عن بعض النشر رقم ${number}`,
    undoRefused: (number) => `تراجُع عن النشر رقم ${number}: لم يتسنَّ التراجع عن شيء منه`,
    undoNothing: (number) => `تراجُع عن النشر رقم ${number}: لم يبق ما يمكن التراجع عنه`,
    nothing: 'لم يتغير أي درس',
    elsewhere: 'أجراه برنامج آخر على Appwrite',
    earlier: (n) => `… و${n} أقدم منها (تظهر كلها مع ‎--all)`,
  },
  doctor: {
    good: 'على ما يرام',
    bad: 'فيه خلل',
    checks: {
      program: 'البرنامج',
      configuration: 'الإعدادات',
      folder: 'مجلد الدروس',
      site: 'الموقع',
      backend: 'الخادم',
      rows: 'صفوف المكتبة',
      storage: 'التخزين',
      texts: 'نصوص الدروس القابلة للبحث',
      categories: 'التصنيفات',
      key: 'المفتاح',
      schema: 'الجداول والحاوية',
      visitors: 'كما يراه الزوار',
      disk: 'مساحة القرص',
    },
    timeZone: (name) =>
      `التواريخ بتوقيت ${isolate(name)} (${isolate('timeZone')} في ${isolate('content/site.json')})`,
    folderMissing: (folder) => `${isolate(folder)} غير موجود. أنشئه أو اضبط LIBRARY_DIR.`,
    folderContents: (n, attention) =>
      `${lessons(n)}${attention ? `، وهناك ما يحتاج إلى انتباهك: ${attention} (يعرضه الأمر التالي)${command('npm run library -- publish --dry-run')}` : ''}`,
    siteStopped: `متوقف الآن؛ لتشغيله: ${command('npm start')}`,
    siteUnknown: 'لم يُفحص؛ اضبط SITE_URL على عنوانه ليُفحص',
    siteRunning: (url) => `يعمل على العنوان ${isolate(url)}`,
    siteUnavailable: (url) =>
      `لا يستجيب على العنوان ${isolate(url)}. أوقفه (Ctrl-C) ثم شغّله: ${command('npm start')}`,
    backendUnavailable: (endpoint, status) =>
      `يردّ ${isolate(endpoint)} بالرمز ${isolate(String(status))}. تحقق من العنوان ومن سلامة الخادم.`,
    columnsMissing: (table, names) =>
      `تنقص الجدول ${isolate(table)} أعمدة: ${isolate(names.join(', '))}. نفّذ: ${command('npm run library -- setup')}`,
    readPermissionMissing: (name, status) =>
      `لا يُسمح للزوار بقراءة ${isolate(name)} (الرمز ${status}). امنح الدور ${isolate('any')} صلاحية القراءة في لوحة تحكم Appwrite.`,
    platformMissing: (host) =>
      `يرفض Appwrite صفحات الموقع: أضف إلى المشروع في لوحة التحكم منصة ويب (Web)، واسم المضيف (Hostname) فيها ${isolate(host)}.`,
    storageEmpty: 'لا دروس بعد',
    storageGood: 'يمكن فتح جميع الدروس',
    storageBroken: (names) =>
      `لا يستطيع الزوار فتح ${names.slice(0, 10).map(isolate).join('، ')}${names.length > 10 ? ' …' : ''}، لأن الملفات المحفوظة لها مفقودة أو تالفة. نفّذ: ${command('npm run library -- verify')}`,
    invisibleRows: (ids) =>
      `لا يظهر للزوار ${ids.slice(0, 10).map(isolate).join('، ')}${ids.length > 10 ? ` وغيرها (${ids.length - 10})` : ''}: ينقصها اسم أو تصنيف. انشر مرة أخرى ليُصحَّح ما في مجلدك، واحذف الباقي.`,
    categoriesMissing: (names) =>
      `في ${isolate('"categories"')} من الملف ${isolate('content/site.json')} أسماء لا يحملها أي تصنيف: ${names.map(isolate).join('، ')}. اكتب الاسم كما هو في المجلد.`,
    categoriesInOneLanguage: (names) =>
      `أسماء بلغة واحدة: ${names.map(isolate).join('، ')}. لتكون باللغتين سمِّ المجلد هكذا: «الفقه – Fiqh».`,
    diskFree: (bytes) => `المتاح ${sizeText(bytes)}`,
    diskFull: (bytes) => `لم يبق إلا ${sizeText(bytes)}. أفرغ مساحة قبل النشر.`,
  },
  backup: {
    copying: (done, total) => `جارٍ نسخ الملف ${done} من ${total} …`,
    packing: 'جارٍ حفظ النسخة، ثم إعادة قراءتها للتحقق من كل ملف …',
    done: (file, rowCount, fileCount, size) =>
      `حُفظت النسخة الاحتياطية وتم التحقق منها: ${isolate(file)}، ${rows(rowCount)}، ${files(fileCount)}، ${sizeText(size)}.`,
    dryRun: (file, rowCount, fileCount) =>
      `سيُحفظ في ${isolate(file)}: ${rows(rowCount)} و${files(fileCount)}.`,
    folder: (folder, file) => `${isolate(folder)} مجلد. حدد اسم الملف الذي يُحفظ فيه: ${isolate(file)}`,
    exists: (file) =>
      `${isolate(file)} موجود من قبل. اختر اسمًا آخر، أو أضف ${command('--replace')} ليحل الجديد محله.`,
    noFile: `حدد مكان الحفظ: ${command('npm run library -- backup FILE.tar.gz')}`,
    missing: (n) =>
      `في النسخة دروس بلا ملفات، لأن ملفاتها مفقودة من المكتبة (${lessons(n)}). لمعرفتها نفّذ: ${command('npm run library -- verify')}`,
    noFolder: (folder) => `لا يوجد مجلد ${isolate(folder)}. أنشئه أو اختر غيره.`,
    emptyLibrary: (dataDir) =>
      `لم تُحفظ نسخة احتياطية، لأن مجلد البيانات ${isolate(dataDir)} لم يُنشر فيه شيء قط. إن كانت دروسك في مجلد بيانات آخر فاكتب مساره في ${isolate('DATA_DIR')}، وإلا فانشرها أولًا: ${command('npm run library -- publish')}`,
    incompleteFile: (path) =>
      `ملف ${isolate(path)} في المكتبة غير كامل. نفّذ: ${command('npm run library -- verify')}`,
    unreadableFile: (path) =>
      `تتعذّر قراءة ملف ${isolate(path)} المحفوظ في المكتبة، فلم تُحفظ النسخة كي لا ينقصها هذا الملف. نفّذ: ${command('npm run library -- verify')}`,
    fault: {
      absent: (path) => `لا يوجد ملف ${isolate(path)}. تحقق من المسار.`,
      noArchive: (path) =>
        `${isolate(path)} ليس نسخة احتياطية، أو ليس إلا جزءًا من نسخة. استعمل نسخة أخرى. لم يتغير شيء.`,
      noManifest: (path) =>
        `${isolate(path)} ليس نسخة احتياطية من منبر، أو هو من إصدار أحدث. استعمل نسخة أخرى أو أحدث إصدار (${isolate('npx minbar@latest')}). لم يتغير شيء.`,
      damaged: (path) =>
        `النسخة الاحتياطية تالفة: ${isolate(path)} ليس كما حُفظ. استعمل نسخة أخرى. لم يتغير شيء.`,
      noTable: (table) => `تخلو النسخة من الجدول ${isolate(table)}. استعمل نسخة أخرى. لم يتغير شيء.`,
      noFile: (file) => `تخلو النسخة من ملف الدرس ${isolate(file)}. استعمل نسخة أخرى. لم يتغير شيء.`,
    },
  },
  restore: {
    noFile: `حدد النسخة: ${command('npm run library -- restore FILE.tar.gz')}`,
    checking: 'جارٍ التحقق من النسخة …',
    heading: (file, when, rowCount, fileCount) =>
      `في ${isolate(file)} بتاريخ ${when}: ${rows(rowCount)} و${files(fileCount)}.`,
    replaces: (dataDir, folder) =>
      `تحل النسخة محل البيانات في ${isolate(dataDir)} والدروس في ${isolate(folder)} ونصوص الموقع وشعاره ومرادفاته في ${isolate('content')}. ولا تُحذف الملفات الحالية، بل تُنقل في كل منها إلى مجلد جديد في اسمه ${isolate('before-restore')}.`,
    copying: (done, total) => `جارٍ استرجاع الملف ${done} من ${total} …`,
    done: `تم الاسترجاع، وما استُرجع مطابق للنسخة. شغّل الموقع: ${command('npm start')}`,
    interrupted: 'انقطع الاسترجاع ولم يتغير شيء. لاسترجاع النسخة أعد تنفيذ الأمر نفسه.',
    previousFiles: (folder) => `الملفات السابقة محفوظة في ${isolate(folder)}. احذفها متى استغنيت عنها.`,
    unsuitableName: (name) =>
      `عاد ${isolate(name)} إلى الموقع، لكن اسمه أو اسم تصنيفه لا يصلح اسمًا في مجلدك، وسيزيله النشر التالي من الموقع. انشره من جديد باسم آخر.`,
    hosted: `تُسترجع النسخة الاحتياطية في الخادم المدمج. لنقلها إلى Appwrite استرجعها ثم نفّذ: ${command('npm run library -- move --to appwrite')}`,
  },
  verify: {
    reading: (done, total) => `جارٍ فحص الملف ${done} من ${total} …`,
    good: (lessonCount, fileCount) =>
      `كل شيء سليم: ${lessons(lessonCount)}، ${files(fileCount)}، وكل البصمات صحيحة.`,
    inDataFolder: {
      missingFile: (name) => `${isolate(name)} بلا ملف. انشر مرة أخرى.`,
      wrongSize: (name) => `الحجم المسجَّل للدرس ${isolate(name)} يخالف حجم ملفه. انشر مرة أخرى.`,
      wrongHash: (name) =>
        `محتوى ${isolate(name)} تالف. لحفظه مرة أخرى من مجلدك: ${command('npm run library -- verify --repair')}`,
      unreadable: (name) =>
        `تتعذّر قراءة الملف المحفوظ للدرس ${isolate(name)}، فلا يستطيع الزوار فتحه. امنح المستخدم الذي يعمل به الموقع على الجهاز صلاحية قراءة كل ما في مجلد البيانات، أو احفظ الملف مرة أخرى من مجلدك: ${command('npm run library -- verify --repair')}`,
      noCategory: (name) => `${isolate(name)} بلا تصنيف. انشر مرة أخرى.`,
    },
    onAppwrite: {
      missingFile: (name) =>
        `لا ملف للدرس ${isolate(name)} على Appwrite. لإرساله مرة أخرى: ${command('npm run library -- verify --repair')}`,
      wrongHash: (name) =>
        `ملف ${isolate(name)} على Appwrite تالف. لإرساله مرة أخرى: ${command('npm run library -- verify --repair')}`,
      unreadable: (name) =>
        `تتعذّر قراءة ملف ${isolate(name)} على Appwrite، فلا يستطيع الزوار فتحه. لإرساله مرة أخرى: ${command('npm run library -- verify --repair')}`,
      differs: (name) => `${isolate(name)} على Appwrite ليس كما نُشر. انشر مرة أخرى.`,
      notInLibrary: (name) =>
        `${isolate(name)} على Appwrite وليس في المكتبة. سيضيفه النشر التالي إليها ويعرضه.`,
    },
    repaired: (name) => `حُفظ ${isolate(name)} مرة أخرى.`,
    notRepaired: (name, message) =>
      `تعذّر إرسال ${isolate(name)} مرة أخرى، إذ ردّ الخادم: «${isolate(message)}». احفظ الدرس من جديد بالبرنامج الذي أنشأه ليصير ملفًا آخر، ثم انشر.`,
    notWritten: (name) =>
      `تعذّر حفظ ${isolate(name)} مرة أخرى، إذ لا يمكن استبدال ملفه. تحقق من أن المستخدم الذي يعمل به الموقع على الجهاز يملك صلاحية الكتابة في كل ما في مجلد البيانات، ثم أعد تنفيذ الأمر.`,
    notInFolder: (name) => `${isolate(name)} ليس في مجلدك؛ خذه من نسخة احتياطية.`,
    unknownFile: (id) => `الملف ${isolate(id)} لا يتبع أي درس. لا ضرر منه.`,
  },
  setup: {
    embedded:
      'الخادم المدمج يجهّز نفسه؛ لا حاجة إلى شيء. أما Appwrite فاضبط له APPWRITE_ENDPOINT وAPPWRITE_PROJECT_ID وAPPWRITE_API_KEY.',
    site: (endpoint) =>
      `${isolate(endpoint)} موقع من مواقع منبر، فلا حاجة إلى تجهيزه. للنشر فيه نفّذ: ${command('npm run library -- publish')}`,
    parts: {
      database: (id) => `قاعدة البيانات ${isolate(id)}`,
      table: (id) => `الجدول ${isolate(id)}`,
      column: (id) => `العمود ${isolate(id)}`,
      index: (id) => `الفهرس ${isolate(id)}`,
      bucket: (id) => `الحاوية ${isolate(id)}`,
    },
    permissions: (existing, expected) =>
      `الصلاحيات الحالية ${existing ? isolate(existing) : '(لا شيء)'}، والمطلوبة ${expected ? isolate(expected) : '(لا شيء)'}`,
    type: (existing, expected) => `النوع الحالي ${isolate(existing)}، والمطلوب ${isolate(expected)}`,
    created: (part) => `تم إنشاء     ${part}`,
    raised: (part, limit) => `تم تعديل     ${part}: أكبر ملف تقبله ${sizeText(limit)}`,
    toCreate: (part) => `سيتم إنشاء   ${part}`,
    toRaise: (part, limit) => `سيتم تعديل   ${part}: أكبر ملف تقبله ${sizeText(limit)}`,
    dryRun: (n) =>
      n === 0
        ? 'كل شيء موجود؛ لا حاجة إلى إنشاء شيء.'
        : `عدد ما سيُنشأ أو يُعدَّل: ${n}. لم يتغير شيء (${isolate('--dry-run')}).`,
    exists: (part) => `سبق إنشاء    ${part}`,
    differs: (part, difference) =>
      `اختلاف في    ${part}: ${difference}. لم يتغير شيء؛ صحّح ذلك في لوحة التحكم.`,
    notBuilt: (part, reason) =>
      `لم يتمكن Appwrite من إنشاء ${part}، والسبب: ${isolate(reason)}. احذفه في لوحة التحكم ثم نفّذ setup مرة أخرى.`,
    unfinished: (part) => `مضت دقيقتان ولم يفرغ Appwrite من إنشاء ${part}. نفّذ setup مرة أخرى بعد دقائق.`,
    sizeLimit: (limit, [largest, ...others]) =>
      `أكبر ملف يقبله الخادم ${sizeText(limit)}. ${
        largest
          ? `أكبر دروسك ${isolate(largest.name)}، وحجمه ${sizeText(largest.size)}${others.length > 0 ? ` (وعدد الدروس الأخرى الزائدة على الحد: ${others.length})` : ''}. صغّره أو قسّمه، أو اطلب رفع الحد.`
          : 'كل الدروس في مجلدك أصغر من ذلك.'
      } ولا يرفع الحد إلا من يدير الخادم: ${isolate('_APP_STORAGE_LIMIT')} بالبايت في ملف ${isolate('.env')} لديه، ثم ${isolate('docker compose up -d')}؛ وفي Appwrite Cloud تحدده خطة الاشتراك. ثم نفّذ setup مرة أخرى.`,
    done: (n) => (n === 0 ? 'كل شيء موجود من قبل؛ لم يتغير شيء.' : `تم. عدد ما أُنشئ أو عُدِّل: ${n}.`),
  },
  move: {
    noTarget: `حدد الوجهة (appwrite أو embedded): ${command('npm run library -- move --to appwrite')}`,
    needsAppwrite:
      'اضبط في نافذة الأوامر APPWRITE_ENDPOINT وAPPWRITE_PROJECT_ID وAPPWRITE_API_KEY. ويحتاج المفتاح إلى صلاحية القراءة والكتابة لكل من: databases وtables وcolumns وindexes وrows وbuckets وfiles.',
    from: (endpoint) => `من:  ${isolate(endpoint)}`,
    to: (endpoint) => `إلى: ${isolate(endpoint)}`,
    comparing: 'جارٍ مقارنة كل صف وكل ملف …',
    differs: (name) => `غير متطابق: ${isolate(name)}. أعد تنفيذ الأمر.`,
    dryRun: (rowCount, fileCount) => `سيُنسخ ويُقارن: ${rows(rowCount)} و${files(fileCount)}.`,
    onlyOnAppwrite: (name) => `على Appwrite وحده، أو هو أحدث هناك: ${isolate(name)}`,
    onlyOnThisComputer: (name) => `على هذا الجهاز وحده، أو هو أحدث هنا: ${isolate(name)}`,
    leftOut: ({ name, size, limit }) =>
      limit === null
        ? `لم يُنقل ${isolate(name)}: ملفه في المصدر مفقود أو تالف. نفّذ هناك الأمر التالي، ثم أعد تنفيذ هذا الأمر: ${command('npm run library -- verify --repair')}`
        : `لم يُنقل ${isolate(name)}: حجمه ${sizeText(size)}، وأكبر ما تقبله الوجهة ${sizeText(limit)}. صغّره أو قسّمه ثم انشر، أو اطلب رفع الحد في الوجهة، ثم أعد تنفيذ الأمر. ولمعرفة كيفية رفع الحد نفّذ: ${command('npm run library -- setup')}`,
    done: (rowCount, fileCount) =>
      `تم النقل والمقارنة: ${rows(rowCount)}، ${files(fileCount)}، وكل البصمات متطابقة.`,
  },
  storeRepair: {
    lost: (file) =>
      `الملفات المحفوظة: ${isolate(file)} لم يعد على القرص، فحُذف من القائمة. انشر مرة أخرى: ${command('npm run library -- publish')}`,
    unfinished: (file) =>
      `الملفات المحفوظة: حُذف ما رُفع من ${isolate(file)} ولم يكتمل. يُرفع من جديد عند النشر.`,
    part: (file) => `الملفات المحفوظة: حُذفت بقايا رفع لم يكتمل (${isolate(file)}).`,
    quarantined: ({ file, folder, days }) =>
      `الملفات المحفوظة: لا يشير أي درس إلى ${isolate(file)}، فنُقل إلى ${isolate(folder)} ويبقى هناك ${days} يومًا.`,
  },
  upgrade: {
    copied: (path) =>
      `البيانات من إصدار أقدم من منبر، ويجري تحديثها الآن. وحُفظت نسخة منها كما كانت: ${isolate(path)}`,
    indexed: (percent) => `تُعاد فهرسة المكتبة: اكتمل ${percent}٪ …`,
  },
  opens: {
    none: {
      week: 'لم يُفتح أي درس في آخر 7 أيام.',
      month: 'لم يُفتح أي درس في آخر 30 يومًا.',
      all: 'لم يُفتح أي درس بعد.',
    },
    heading: {
      week: (n) => `مرات فتح الدروس في آخر 7 أيام، ومجموعها ${n} على الأقل:`,
      month: (n) => `مرات فتح الدروس في آخر 30 يومًا، ومجموعها ${n} على الأقل:`,
      all: (n) => `مرات فتح الدروس حتى الآن، ومجموعها ${n} على الأقل:`,
    },
  },
  letter: {
    title: 'حالة الموقع',
    online: (lessonCount, categoryCount) =>
      `المنشور الآن: ${lessons(lessonCount)} في ${pluralize(categoryCount, 'تصنيف واحد', 'تصنيفين', 'تصنيفات', 'تصنيفًا', 'تصنيف')}.`,
    notPublished: 'لم يُنشر، ويحتاج إلى انتباهك',
    failing: (message) => `يتعذّر النشر الآن: ${message} سيعيد الموقع المحاولة من تلقاء نفسه.`,
    waiting: 'في الانتظار',
    folders: (names) => `التصنيفات هي: ${names}.`,
    removalsPending: (n, names) =>
      `لم يعد في المجلد، وما زال على الموقع (${lessons(n)}): ${names}. إن كان الناقص قليلًا أُزيل من الموقع تلقائيًا خلال دقيقة، وإن كان كثيرًا فافحص المجلد، أو نفّذ: ${command('npm run library -- publish')}`,
    remarks: 'للعلم',
    noSuchDate: (path) => `يبدأ اسم ${isolate(path)} بتاريخ لا وجود له، فبقي جزءًا من العنوان.`,
    locked: (path) => `${isolate(path)} لا يُفتح للزائر إلا بكلمة مرور.`,
    unread: (n) => `ما زالت كلمات بعض الدروس تُقرأ (${lessons(n)})، ويجدها البحث قريبًا.`,
    backup: 'النسخة الاحتياطية',
    lastBackup: (when) => `آخر نسخة احتياطية بتاريخ ${when}.`,
    noBackup: `لا توجد نسخة احتياطية بعد. لحفظ نسخة نفّذ: ${command('npm run library -- backup FILE.tar.gz')}`,
    onlineSince: 'المنشور، الأحدث أولًا',
    more: (n) => `… و${n} غيرها`,
    mostOpened: 'الأكثر فتحًا هذا الأسبوع',
    opened: (title, n) =>
      `${isolate(title)}: فُتح ${pluralize(n, 'مرة واحدة', 'مرتين', 'مرات', 'مرة', 'مرة')} على الأقل`,
    nothingNew: 'لا جديد منذ الرسالة الماضية.',
    noAddress: 'تحتاج الرسالة إلى عنوان الموقع. اضبط SITE_URL، أو نفّذ الأمر والموقع يعمل.',
    footer: 'يكتب الموقع هذا الملف بعد كل نشر. وتعديله أو حذفه لا يغيّر شيئًا في الموقع.',
    notRenewed: (message) => `المكتبة: لم تُجدَّد الرسالة إلى صاحب الموقع: ${message} سيكتبها النشر التالي.`,
    notWritten: (folder, code) =>
      `المكتبة: تعذّرت كتابة الرسالة إلى صاحب الموقع في ${isolate(folder)} (${code}). ويستمر نشر الدروس كالمعتاد.`,
  },
  texts: {
    comma: '، ',
    reading: (done, total) => `قراءة كلمات الدروس: ${done} من ${total} …`,
    searchable: (n) => `دروس يمكن البحث في كلماتها: ${lessons(n)}`,
    unread: (n) => `لم تُقرأ بعد: ${lessons(n)}. شغّل الموقع، أو نفّذ: ${command('npm run library -- publish')}`,
    noTable: `لا يمكن البحث داخل الدروس، إذ لا جدول لكلماتها في المشروع. نفّذ: ${command('npm run library -- setup')}`,
    pictures: (n, names) =>
      `كثير من صفحات الدروس الآتية صور أو خطوطها لا تدل على حروفها، فلا يمكن البحث في كلماتها (${lessons(n)}؛ الصفحات التي بلا كلمات/كل الصفحات): ${names}. احفظ الملف بصيغة PDF من البرنامج الذي كُتب فيه. فإن لم يكن عندك إلا الصور فأضف إليها النص بأي برنامج للتعرف الضوئي على النصوص (OCR)، ثم ضع الملف الناتج مكان القديم.`,
    xfa: (n, names) =>
      `الملفات الآتية نماذج من نوع XFA لا يعرضها إلا برنامج Adobe Reader، ولا يرى الزائر منها إلا جملة واحدة (${lessons(n)}): ${names}. افتح النموذج فيه واطبعه إلى ملف PDF.`,
    portfolio: (n, names) =>
      `الملفات الآتية محافظ PDF ‏(portfolio) تضم ملفات أخرى، ولا يرى الزائر منها إلا الغلاف (${lessons(n)}): ${names}. استخرج الملفات وانشر كل ملف وحده.`,
    nothing: (n, names) =>
      `صفحات الدروس الآتية فارغة (${lessons(n)}): ${names}. إن لم تكن كذلك على حاسوبك فقد تلف الملف في أثناء نقله، كما يحدث عند النقل عبر FTP في الوضع النصي. انقله مرة أخرى بالوضع الثنائي (binary).`,
    locked: (n, names) =>
      `الدروس الآتية محمية بكلمة مرور، فلا يمكن البحث في كلماتها (${lessons(n)}): ${names}. احفظ الملف بلا كلمة مرور.`,
    broken: (n, names) =>
      `تعذّرت قراءة ملفات الدروس الآتية، فلا يمكن البحث في كلماتها (${lessons(n)}): ${names}. افتح الملف واحفظه مرة أخرى.`,
    slow: (n, names) =>
      `طالت قراءة صفحة أو أكثر من الدروس الآتية، فلا يمكن البحث في كلمات تلك الصفحات (${lessons(n)}؛ الصفحات التي لم تُقرأ/كل الصفحات): ${names}. احفظ الملف بحجم أصغر.`,
  },
  error: {
    usage: (message) => `${message}\nانظر: npm run library -- help`,
    unknownCommand: (name) => `لا يوجد أمر باسم ${isolate(name)}.`,
    wrongOption: (name, value) => `قيمة ${isolate(name)} لا يصح أن تكون ${isolate(value)}.`,
    unknownOption: (name) => `لا يوجد خيار باسم ${isolate(name)}.`,
    otherCommandsOption: (option, command, commands) =>
      `الخيار ${isolate(option)} لا يُستعمل مع ${isolate(command)}، بل مع ${commands.map(isolate).join('، ')}.`,
    needsValue: (name) => `الخيار ${isolate(name)} يحتاج إلى قيمة بعده.`,
    takesNoValue: (name) => `الخيار ${isolate(name)} لا يأخذ قيمة.`,
    unexpectedArgument: (text) => `${isolate(text)} كلمة زائدة. الاسم الذي فيه مسافات يُكتب بين علامتي تنصيص.`,
    noKey: (endpoint) =>
      `يقرأ الموقع مكتبته من ${isolate(endpoint)}. للنشر هناك اضبط APPWRITE_API_KEY على مفتاح لذلك المشروع.`,
    unreachable: (endpoint) =>
      `تعذّر الوصول إلى ${isolate(endpoint)}. تحقق من العنوان والشبكة ثم أعد تنفيذ الأمر.`,
    siteStopped: 'توقف الموقع عن الاستجابة قبل أن يكتمل الأمر. أعد تنفيذ الأمر نفسه.',
    unauthorized:
      'لم يقبل الخادم المفتاح. تحقق من APPWRITE_API_KEY. ويحتاج المفتاح إلى صلاحية القراءة والكتابة لكل من: databases وtables وcolumns وindexes وrows وbuckets وfiles.',
    noProject: (endpoint) =>
      `لا يوجد هذا المشروع في ${isolate(endpoint)}. قارن APPWRITE_PROJECT_ID بمعرّف المشروع في لوحة تحكم Appwrite (صفحة Overview)، وAPPWRITE_ENDPOINT بالعنوان الذي بجانبه.`,
    proxy: (endpoint, status) =>
      `لا يستجيب ${isolate(endpoint)}: الخادم الوسيط أمامه يردّ بالرمز «${isolate(status)}». أعد تنفيذ الأمر بعد دقائق، فإن بقي كذلك فاسأل من يدير الخادم الوسيط.`,
    proxyLimit:
      'الخادم الوسيط أمام Appwrite يرفض رفع ملفات بهذا الحجم. يجب ألا يقل الحد الأقصى لحجم الطلب فيه عن 6 MB (في nginx: ‎client_max_body_size). اسأل من يديره.',
    missingScope: (scope) =>
      `لا يسمح المفتاح بهذا، إذ تنقصه الصلاحية ${isolate(scope)}. أضفها إلى المفتاح في لوحة تحكم Appwrite (صفحة API keys).`,
    dataInLessons: (dataDir, folder) =>
      `مجلد البيانات ${isolate(dataDir)} داخل مجلد الدروس ${isolate(folder)}. اختر لأحدهما مجلدًا آخر: DATA_DIR أو LIBRARY_DIR.`,
    notAnEndpoint: (endpoint) =>
      `${isolate(endpoint)} ليس عنوان واجهة برمجية (API): يجب أن ينتهي بـ ${isolate('/v1')}. اضبط APPWRITE_ENDPOINT على العنوان الذي في لوحة تحكم Appwrite.`,
    notSetUp: `إما أن ذلك المشروع ليس فيه جداول منبر وحاويته، وإما أن معرّفاتها تخالف ما في الإعدادات. قارن المعرّفات، أو جهّز المشروع: ${command('npm run library -- setup')}`,
    interrupted: 'انقطعت العملية. أعد تنفيذ الأمر نفسه.',
    diskFull,
    dataFolderInUse: (dataDir, lockOwner) => {
      const processText = lockOwner ? ` (العملية ${lockOwner.pid} على ${isolate(lockOwner.host)})` : '';
      return lockOwner?.what === 'site'
        ? `الموقع يعمل على ${isolate(dataDir)}${processText}. لم يتغير شيء. أوقفه أولًا ثم أعد تنفيذ الأمر. إن كان قد شُغِّل يدويًا فاضغط Ctrl-C في نافذته، وإن كان خدمة فأوقفها: ${command('systemctl stop minbar')}`
        : `${lockOwner ? `الأمر ${isolate(lockOwner.what)}` : 'برنامج آخر'} يستخدم ${isolate(dataDir)}${processText}. انتظر حتى ينتهي ثم أعد تنفيذ الأمر. لم يتغير شيء.`;
    },
    file: {
      ENOENT: (path) => `${isolate(path)} غير موجود. تحقق من الاسم ومن أن القرص موصول.`,
      ENOTDIR: (path) =>
        `لا يصلح المسار ${isolate(path)}: جزء منه ملف لا مجلد. صحّح المسار أو انقل ذلك الملف.`,
      EISDIR: (path) => `${isolate(path)} مجلد، والمطلوب هنا ملف. اختر اسمًا آخر أو انقل المجلد.`,
      EEXIST: (path) => `${isolate(path)} موجود من قبل. انقله أو اختر اسمًا آخر.`,
      EACCES: (path) =>
        `لا يملك هذا المستخدم صلاحية القراءة أو الكتابة في ${isolate(path)}. تحقق من الصلاحيات.`,
      EROFS: (path) => `${isolate(path)} على قرص للقراءة فقط. اختر قرصًا آخر أو اسمح بالكتابة عليه.`,
      EIO: (path) =>
        `تتعذّر القراءة من القرص الذي فيه ${isolate(path)} أو الكتابة عليه. تأكد من توصيله وسلامته.`,
      ENAMETOOLONG: (path) => `الاسم ${isolate(path)} أطول مما يقبله هذا القرص. اختر اسمًا أقصر.`,
      ENOSPC: diskFull,
      EFBIG: (path) =>
        `القرص الذي فيه ${isolate(path)} لا يقبل ملفًا بهذا الحجم، كالأقراص المهيأة بنظام ${isolate('FAT32')} (أكبر ما تقبله ${isolate('4 GB')}). اختر قرصًا مهيأً بنظام ${isolate('exFAT')} أو ${isolate('NTFS')}، وإن كان لهذا المستخدم حد مضبوط (${isolate('ulimit -f')}) فاطلب رفعه.`,
      EBUSY: (path) => `يستخدم برنامج آخر ${isolate(path)}. أغلقه هناك ثم أعد المحاولة.`,
      EMFILE: () => 'على هذا الجهاز ملفات مفتوحة أكثر مما يُسمح به. أغلق بعض البرامج ثم أعد تنفيذ الأمر.',
      EAGAIN: () =>
        'لا يتسع هذا الجهاز الآن لبرنامج آخر: البرامج العاملة كثيرة أو الذاكرة ممتلئة. أغلق بعض البرامج ثم أعد تنفيذ الأمر.',
      ELOOP: (path) => `${isolate(path)} رابط يعود إلى نفسه. احذف هذا الرابط.`,
    },
    system: (path, code) =>
      `رفض النظام عملية على ${isolate(path)}. تحقق من الملف ومن قرصه. (رمز الخطأ في النظام: ${isolate(code)})`,
    filesMissing: (count, folder) =>
      `لم يُعثر في المجلد ${isolate(folder)} على بعض ملفات المكتبة (عددها ${count}). هل القرص موصول والنسخ مكتمل؟ لم يتغير شيء. إن ضاعت الملفات فاسترجع آخر نسخة احتياطية: ${command('npm run library -- restore FILE')}`,
    restoreDamaged: (file) =>
      `انقطع استرجاع قبل تمامه، والملف ${isolate(file)} الذي فيه خطوات إتمامه تالف. غيّر اسم هذا الملف ثم استرجع نسختك الاحتياطية من جديد: ${command('npm run library -- restore FILE')}`,
    newerData: (dataDir, program) =>
      `البيانات التي في ${isolate(dataDir)} كتبها إصدار أحدث من منبر${program && ` (${program})`}. شغّل الإصدار الأحدث (${isolate('npx minbar@latest')} أو الشيفرة الأحدث). لم يتغير شيء.`,
    databaseDamaged: (dataDir) =>
      `قاعدة البيانات في ${isolate(dataDir)} تالفة. استرجع آخر نسخة احتياطية: ${command('npm run library -- restore FILE')}`,
    databaseClosed: (path) =>
      `تعذّر فتح ${isolate(path)}. تحقق من أن هذا المستخدم يملك صلاحية القراءة والكتابة فيه وفي كل ما في مجلده.`,
    backendFault: `حدث خطأ في الخادم نفسه، وتفاصيله في سجل الموقع. نفّذ: ${command('npm run library -- doctor')}`,
    unreadableFile: `في المكتبة ملف محفوظ تتعذّر قراءته. لمعرفته ومعرفة العلاج نفّذ: ${command('npm run library -- verify')}`,
    other: (message) => `خطأ غير متوقع: ${isolate(message)}`,
  },
  help: `npm run library -- COMMAND

  publish [FOLDER]    يعرض ما سيتغير، ثم يسأل، ثم ينشر
  undo [NUMBER]       يتراجع عن آخر نشر، أو عن النشر الذي تكتب رقمه
  history             سجل النشر: ما نُشر ومتى، ولكل نشر رقم
  opens [PERIOD]      كم مرة فُتحت الدروس: week أو month أو all
  letter              رسالة بالجديد، جاهزة للإرسال يوم الجمعة
  backup FILE         يحفظ الدروس والسجل والنصوص في ملف واحد ويتحقق منه
  restore FILE        يسترجع الموقع من نسخة احتياطية
  verify              يقرأ كل ملف ويقارنه بما نُشر
  doctor              يفحص كل شيء ويبيّن ما يجب إصلاحه
  setup               يجهّز مشروعًا على Appwrite
  move --to TARGET    ينسخ كل شيء إلى appwrite أو embedded

  --lang en|ar        لغة الرسائل
  --yes               بلا سؤال
  --dry-run           عرض فقط
  --remove N          مع publish وundo: تأكيد إزالة N من الدروس
  --json              مع doctor وopens: النتائج بصيغة JSON
  --repair            مع verify: استبدال الملفات التالفة
  --replace           مع backup: تحل النسخة الجديدة محل القديمة ذات الاسم نفسه
  --all               مع publish وundo وhistory وopens: القوائم الطويلة كاملة

رموز الخروج: 0 اكتمل الأمر (أو لم يلزم شيء)، 1 لم ينجح، 2 استعمال خاطئ، 3 لم تتم الموافقة،
4 لم يُذكر عدد الدروس التي ستُزال، 5 تم، وهناك ما يحتاج إلى انتباهك.`,
};
