import { files, lessons, rows, sizeText } from './ar-counts.ts';
import type { enCommands } from './en-commands.ts';
import { command, shown } from './shown.ts';

/** What the other commands say than `publish`, and whatever opens the data folder. In Arabic. */
export const arCommands: typeof enCommands = {
  undo: {
    nothing: 'لا يوجد ما يمكن التراجع عنه.',
    noSuch: (number) => `لا توجد عملية نشر برقم ${number}. انظر: ${command('npm run library -- history')}`,
    noFolder: (folder) => `مجلد الدروس ${shown(folder)} غير موجود. هل القرص موصول؟`,
    heading: (number, when) => `هذا تراجُع عن النشر رقم ${number} بتاريخ ${when}.`,
    step: {
      folder: 'في مجلدك: تصنيف يستعيد اسمه السابق',
      fetch: 'يعود إلى مجلدك',
      edition: 'في مجلدك: تعود الطبعة السابقة، وتوضع الحالية جانبًا',
      move: 'في مجلدك: يستعيد اسمه أو مكانه السابق',
      aside: 'يوضع جانبًا في مجلد لا يُنشر',
    },
    left: {
      expired: 'لا يمكن أن يعود: يُحتفظ بالملفات المحذوفة والمستبدلة 30 يومًا فقط',
      taken: 'يبقى كما هو: في مكانه ملف آخر في مجلدك',
      changed: 'يبقى كما هو: عُدّل أو نُقل بعد ذلك',
    },
    past: (number) =>
      `لا يمكن التراجع عن شيء منه الآن. التراجع القادم يخص النشر الذي قبله؛ ولإعادة المحاولة مع هذا: ${command(`npm run library -- undo ${number}`)}`,
    refused: (what, why) => `لم يتم: ${what}: ${why}`,
    why: {
      taken: 'في مكانه ملف آخر.',
      refused: 'تعذر تغيير الملف. أغلقه إن كان مفتوحًا في برنامج آخر، وتحقق من صلاحية الكتابة هناك.',
      changed: 'تغيّر الآن.',
      expired: 'لم يعد ملفه محفوظًا.',
      diskFull: 'القرص ممتلئ.',
    },
    done: 'تم التراجع.',
    partly: (number) =>
      `لم يكتمل التراجع. عالج ما سبق ثم نفّذ: ${command(`npm run library -- undo ${number}`)}`,
    finished: 'أُكمل تراجُع كان قد انقطع.',
  },
  history: {
    none: 'لم يُنشر شيء بعد.',
    undone: 'جرى التراجع عنه لاحقًا',
    partlyUndone: 'جرى التراجع عن بعضه لاحقًا',
    past: 'لم يعد التراجع عنه ممكنًا',
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
    program: 'البرنامج',
    configuration: 'الإعدادات',
    timeZone: (name) =>
      `التواريخ بتوقيت ${shown(name)} (${shown('timeZone')} في ${shown('content/site.json')})`,
    folder: 'مجلد الدروس',
    folderMissing: (folder) => `${shown(folder)} غير موجود. أنشئه أو اضبط LIBRARY_DIR.`,
    folderHolds: (n, attention) =>
      `${lessons(n)}${attention ? `، وهناك ما يحتاج إلى انتباهك: ${attention} (يعرضه الأمر التالي)${command('npm run library -- publish --dry-run')}` : ''}`,
    site: 'الموقع',
    siteStopped: `متوقف الآن؛ لتشغيله: ${command('npm start')}`,
    siteUnknown: 'اضبط SITE_URL على عنوانه ليُفحص',
    siteAnswers: (url) => `يعمل على العنوان ${shown(url)}`,
    siteSilent: (url) => `لا يجيب على العنوان ${shown(url)}. أوقفه (Ctrl-C) ثم شغّله: ${command('npm start')}`,
    backend: 'الخادم',
    backendSilent: (endpoint, message) =>
      `${shown(endpoint)} لا يجيب: ${shown(message)}. تحقق من العنوان والشبكة.`,
    key: 'المفتاح',
    schema: 'الجداول والحاوية',
    columnsMissing: (table, names) =>
      `تنقص الجدول ${shown(table)} أعمدة: ${shown(names.join(', '))}. نفّذ: ${command('npm run library -- setup')}`,
    visitors: 'كما يراه الزوار',
    visitorsRefused: (what, status) =>
      `لا يُسمح للزوار بقراءة ${shown(what)} (الرمز ${status}). امنح الدور ${shown('any')} صلاحية القراءة في لوحة تحكم Appwrite.`,
    platformMissing: (host) =>
      `يرفض Appwrite صفحات الموقع: أضف إلى المشروع في لوحة التحكم منصة ويب باسم النطاق ${shown(host)}.`,
    storage: 'التخزين',
    storageEmpty: 'لا دروس بعد',
    storageGood: 'كل الدروس تُفتح',
    storageBroken: (names) =>
      `لا يستطيع الزوار فتح ${names.map(shown).join('، ')}${names.length < 10 ? '' : ' …'}، إذ لا يوجد لذلك ملف محفوظ كامل تمكن قراءته. نفّذ: ${command('npm run library -- verify')}`,
    rows: 'سجلات المكتبة',
    rowsLost: (ids) =>
      `لا يظهر للزوار ${ids.slice(0, 10).map(shown).join('، ')}${ids.length > 10 ? ` وغيرها (${ids.length - 10})` : ''}: ينقصها اسم أو تصنيف. انشر مرة أخرى ليُصحَّح ما في مجلدك، واحذف الباقي.`,
    texts: 'كلمات الدروس',
    disk: 'مساحة القرص',
    diskFree: (bytes) => `المتاح ${sizeText(bytes)}`,
    diskFull: (bytes) => `لم يبق إلا ${sizeText(bytes)}. أفرغ مساحة قبل النشر.`,
  },
  backup: {
    copying: (done, all) => `جارٍ نسخ الملف ${done} من ${all} …`,
    checking: 'جارٍ إعادة فتح النسخة والتحقق من كل ملف …',
    done: (file, n, m, size) =>
      `حُفظت النسخة الاحتياطية وتم التحقق منها: ${shown(file)}، ${rows(n)}، ${files(m)}، ${sizeText(size)}.`,
    would: (file, n, m) => `سيُحفظ في ${shown(file)}: ${rows(n)} و${files(m)}.`,
    exists: (file) => `${shown(file)} موجود من قبل. اختر اسمًا آخر.`,
    noFile: `حدد مكان الحفظ: ${command('npm run library -- backup FILE.tar.gz')}`,
    missing: (n) =>
      `دروس بلا ملفات حُفظت في النسخة دونها: ${n}. انظر: ${command('npm run library -- verify')}`,
    noFolder: (folder) => `لا يوجد مجلد ${shown(folder)}. أنشئه أو اختر غيره.`,
    cutFile: (what) => `ملف ${shown(what)} في المكتبة غير كامل. نفّذ: ${command('npm run library -- verify')}`,
    unreadableFile: (what) =>
      `تتعذر قراءة ملف ${shown(what)} المحفوظ في المكتبة، فلو اكتملت النسخة لخلت منه. نفّذ: ${command('npm run library -- verify')}`,
    fault: {
      absent: (what) => `لا يوجد ملف ${shown(what)}.`,
      noArchive: (what) =>
        `${shown(what)} ليس نسخة احتياطية، أو هو جزء منها. استعمل نسخة أخرى. لم يتغير شيء.`,
      noManifest: (what) => `${shown(what)} ليس نسخة احتياطية من منبر، أو هو من إصدار أحدث. لم يتغير شيء.`,
      damaged: (what) =>
        `النسخة الاحتياطية تالفة: ${shown(what)} ليس كما حُفظ. استعمل نسخة أخرى. لم يتغير شيء.`,
      noTable: (what) => `تخلو النسخة من الجدول ${shown(what)}. استعمل نسخة أخرى. لم يتغير شيء.`,
      noFile: (what) => `تخلو النسخة من ملف الدرس ${shown(what)}. استعمل نسخة أخرى. لم يتغير شيء.`,
    },
  },
  restore: {
    noFile: `حدد النسخة: ${command('npm run library -- restore FILE.tar.gz')}`,
    checking: 'جارٍ التحقق من النسخة …',
    heading: (file, when, n, m) => `في ${shown(file)} بتاريخ ${when}: ${rows(n)} و${files(m)}.`,
    places: (dataDir, folder) =>
      `تحل النسخة محل البيانات في ${shown(dataDir)} والدروس في ${shown(folder)} ونصوص الموقع وشعاره ومرادفاته في ${shown('content')}. وما فيها الآن يُحفظ في مجلد بجانبها.`,
    copying: (done, all) => `جارٍ استرجاع الملف ${done} من ${all} …`,
    done: `تم الاسترجاع ومقارنته بالنسخة. شغّل الموقع: ${command('npm start')}`,
    kept: (folder) => `ما كان موجودًا محفوظ في ${shown(folder)}. احذفه حين لا تحتاج إليه.`,
    unwritten: (name) =>
      `عاد ${shown(name)} إلى الموقع، لكن اسمه أو اسم تصنيفه لا يصلح اسمًا في مجلدك، وسيزيله النشر التالي من الموقع. انشره من جديد باسم آخر.`,
    hosted: `تُسترجع النسخة الاحتياطية في الخادم المدمج. لنقلها إلى Appwrite استرجعها ثم نفّذ: ${command('npm run library -- move --to appwrite')}`,
  },
  verify: {
    reading: (done, all) => `جارٍ فحص الملف ${done} من ${all} …`,
    good: (n, m) => `كل شيء سليم: ${lessons(n)}، ${files(m)}، وكل البصمات صحيحة.`,
    here: {
      missingFile: (name) => `${shown(name)} بلا ملف. انشر مرة أخرى.`,
      wrongSize: (name) => `حجم ${shown(name)} يخالف حجم ملفه. انشر مرة أخرى.`,
      wrongHash: (name) =>
        `محتوى ${shown(name)} تالف. لحفظه مرة أخرى من مجلدك: ${command('npm run library -- verify --repair')}`,
      unreadable: (name) =>
        `تتعذر قراءة الملف المحفوظ للدرس ${shown(name)}، فلا يستطيع الزوار فتحه. امنح مستخدم الموقع صلاحية قراءة كل ما في مجلد البيانات، أو احفظ الملف مرة أخرى من مجلدك: ${command('npm run library -- verify --repair')}`,
      noCategory: (name) => `${shown(name)} بلا تصنيف. انشر مرة أخرى.`,
      differs: (name) => `${shown(name)} ليس كما نُشر. انشر مرة أخرى.`,
      notInLibrary: (name) => `${shown(name)} ليس في المكتبة. انشر مرة أخرى.`,
    },
    there: {
      missingFile: (name) =>
        `لا ملف للدرس ${shown(name)} على Appwrite. لإرساله مرة أخرى: ${command('npm run library -- verify --repair')}`,
      wrongSize: (name) => `حجم ${shown(name)} على Appwrite غير صحيح. انشر مرة أخرى.`,
      wrongHash: (name) =>
        `ملف ${shown(name)} على Appwrite تالف. لإرساله مرة أخرى: ${command('npm run library -- verify --repair')}`,
      unreadable: (name) =>
        `تتعذر قراءة ملف ${shown(name)} على Appwrite، فلا يستطيع الزوار فتحه. لإرساله مرة أخرى: ${command('npm run library -- verify --repair')}`,
      noCategory: (name) => `${shown(name)} بلا تصنيف على Appwrite. انشر مرة أخرى.`,
      differs: (name) => `${shown(name)} على Appwrite ليس كما نُشر. انشر مرة أخرى.`,
      notInLibrary: (name) => `${shown(name)} على Appwrite وليس في المكتبة. يأخذه النشر التالي ويعرضه.`,
    },
    repaired: (name) => `حُفظ ${shown(name)} مرة أخرى.`,
    notRepaired: (name, message) =>
      `تعذر إرسال ${shown(name)} مرة أخرى، إذ قال الخادم: «${shown(message)}». احفظ الدرس من جديد في البرنامج الذي صنعه ليصير ملفًا آخر، ثم انشر.`,
    notWritten: (name) =>
      `تعذر إرسال ${shown(name)} مرة أخرى، إذ لا يستطيع الخادم استبدال ملفه. تحقق من أن لمستخدم الموقع صلاحية الكتابة في كل ما في مجلد البيانات، ثم أعد الأمر.`,
    notInFolder: (name) => `${shown(name)} ليس في مجلدك؛ خذه من نسخة احتياطية.`,
    unknownFile: (id) => `الملف ${shown(id)} لا يتبع أي درس. لا ضرر منه.`,
  },
  setup: {
    embedded:
      'الخادم المدمج يجهّز نفسه؛ لا حاجة إلى شيء. أما Appwrite فاضبط له APPWRITE_ENDPOINT وAPPWRITE_PROJECT_ID وAPPWRITE_API_KEY.',
    created: (what) => `أُنشئ    ${shown(what)}`,
    would: (what) => `سيُنشأ   ${shown(what)}`,
    wouldDo: (n) =>
      n === 0 ? 'كل شيء موجود؛ لا حاجة إلى إنشاء شيء.' : `عدد ما سيُنشأ: ${n}. لم يتغير شيء (--dry-run).`,
    exists: (what) => `موجود    ${shown(what)}`,
    differs: (what, how) => `مختلف    ${shown(what)}: ${shown(how)}. لم يتغير شيء؛ صحّحه في لوحة التحكم.`,
    limited: (limit, [largest, ...others]) =>
      `يقبل الخادم ملفات حتى ${sizeText(limit)}. ${
        largest
          ? `أكبر دروسك ${shown(largest.name)} حجمه ${sizeText(largest.size)}${others.length > 0 ? ` (وعدد الدروس الأخرى الزائدة على الحد: ${others.length})` : ''}. صغّره أو قسّمه، أو اطلب رفع الحد.`
          : 'كل الدروس في مجلدك أصغر من ذلك.'
      } ولا يرفعه إلا من يدير الخادم: ${shown('_APP_STORAGE_LIMIT')} بالبايت في ملف ${shown('.env')} لديه، ثم ${shown('docker compose up -d')}؛ وفي Appwrite Cloud تحدده خطة الاشتراك. ثم نفّذ setup مرة أخرى.`,
    done: (n) => (n === 0 ? 'كل شيء موجود من قبل؛ لم يتغير شيء.' : `تم. عدد ما أُنشئ: ${n}.`),
  },
  move: {
    noTarget: `حدد الوجهة (appwrite أو embedded): ${command('npm run library -- move --to appwrite')}`,
    needsAppwrite:
      'اضبط في نافذة الأوامر APPWRITE_ENDPOINT وAPPWRITE_PROJECT_ID وAPPWRITE_API_KEY. ويحتاج المفتاح إلى صلاحية القراءة والكتابة لكل من: databases وtables وcolumns وindexes وrows وbuckets وfiles.',
    from: (endpoint) => `من:  ${shown(endpoint)}`,
    to: (endpoint) => `إلى: ${shown(endpoint)}`,
    proving: 'جارٍ مقارنة كل سجل وكل ملف …',
    differs: (what) => `غير متطابق: ${shown(what)}. أعد تنفيذ الأمر.`,
    would: (n, m) => `سيُنسخ ويُقارن: ${rows(n)} و${files(m)}.`,
    onlyThere: (name) => `في Appwrite وحده، أو هناك أحدث: ${shown(name)}`,
    onlyHere: (name) => `على هذا الجهاز وحده، أو هنا أحدث: ${shown(name)}`,
    refused: ({ name, size, limit }) =>
      limit === null
        ? `لم يُنقل ${shown(name)}: ملفه في المصدر مفقود أو تالف. نفّذ هناك الأمر التالي، ثم أعد تنفيذ هذا الأمر: ${command('npm run library -- verify --repair')}`
        : `لم يُنقل ${shown(name)}: حجمه ${sizeText(size)}، وأكبر ما تقبله الوجهة ${sizeText(limit)}. صغّره أو قسّمه ثم انشر، أو اطلب رفع الحد في الوجهة ثم أعد تنفيذ الأمر. ويبيّن كيفية رفع الحد: ${command('npm run library -- setup')}`,
    done: (n, m) => `تم النقل والمقارنة: ${rows(n)}، ${files(m)}، وكل البصمات متطابقة.`,
  },
  swept: {
    lost: (file) =>
      `الملفات المحفوظة: ${shown(file)} لم يعد على القرص، فحُذف من القائمة. انشر مرة أخرى: ${command('npm run library -- publish')}`,
    unfinished: (file) => `الملفات المحفوظة: حُذف ما رُفع من ${shown(file)} ولم يكتمل. يُرفع من جديد عند النشر.`,
    part: (file) => `الملفات المحفوظة: حُذفت بقايا رفع لم يكتمل (${shown(file)}).`,
    aside: ({ file, folder, days }) =>
      `الملفات المحفوظة: لا يشير أي درس إلى ${shown(file)}، فنُقل إلى ${shown(folder)} ويبقى هناك ${days} يومًا.`,
  },
  upgrade: {
    copied: (path) =>
      `البيانات من إصدار أقدم من منبر، ويجري تحديثها الآن. وحُفظت نسخة منها كما كانت: ${shown(path)}`,
    indexed: (percent) => `تُعاد فهرسة المكتبة: اكتمل ${percent}٪ …`,
  },
};
