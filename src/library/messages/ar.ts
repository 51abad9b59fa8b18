import type { Guard } from '../plan/guard.ts';
import type { Failure } from '../publish.ts';
import { arCommands } from './ar-commands.ts';
import { changes, files, lessons, rows } from './ar-counts.ts';
import { arKinds, arProblems } from './ar-kinds.ts';
import type { Messages } from './en.ts';
import { dateIn } from './en-counts.ts';
import { command, shown } from './shown.ts';

const failure: Record<Failure['reason'], (message: string) => string> = {
  changed: () => 'تغيّر أثناء إرساله؛ انشر مرة أخرى',
  unreadable: () => 'تعذرت قراءته؛ تحقق من صلاحية فتحه ومن أن القرص موصول',
  refused: (message) => `رفضه الخادم: ${shown(message)}`,
};

const guard: Record<Guard['reason'], string> = {
  missingFolder: 'مجلد الدروس غير موجود. هل القرص موصول؟',
  emptyFolder: 'مجلد الدروس فارغ. هل القرص موصول؟',
  emptiedFolder: 'هذا يلغي كل ما نُشر: لن يبقى درس في الموقع ولا في المجلد. تُنقل الملفات جانبًا ولا تُحذف.',
  manyRemovals: 'سيحذف هذا جزءًا كبيرًا من المكتبة من الموقع.',
};

const diskFull = (path: string) => `القرص الذي فيه ${shown(path)} ممتلئ. أفرغ فيه مساحة ثم أعد الأمر نفسه.`;

/** Every sentence of the owner's command in Arabic. */
export const ar: Messages = {
  lessons,
  date: dateIn('ar-u-ca-gregory-nu-latn'),
  arrow: '←',
  path: shown,
  plan: {
    heading: 'هذا ما سيراه الزوار:',
    nothing: 'لا جديد للنشر: المكتبة مطابقة لمجلدك.',
    kind: arKinds,
    newCategory: 'تصنيف جديد',
    renamedCategory: 'تصنيف باسم جديد (الرابط نفسه)',
    emptyCategory: 'تصنيف بلا دروس، لن يظهر بعد الآن',
    unchanged: (n) => `بلا تغيير: ${lessons(n)}`,
    more: (n) => `… و${n} غيرها (تظهر كلها مع ‎--all)`,
    attention: 'يحتاج إلى انتباهك (لم يُنشر):',
    locked: 'لا يُفتح للزائر إلا بكلمة مرور (احفظه بلا كلمة مرور إن لم تقصد ذلك):',
    pictures: (n) =>
      `${lessons(n)} ${n === 1 ? 'صفحاته' : n === 2 ? 'صفحاتهما' : 'صفحاتها'} صور، فلا يمكن البحث في ${n === 1 ? 'كلماته' : n === 2 ? 'كلماتهما' : 'كلماتها'} (ملف PDF المحفوظ من البرنامج الذي كُتب فيه له كلمات):`,
    problem: (one) => `${shown(one.path)} ${arProblems[one.kind](one)}`,
    guard: ({ reason, removals, published }) =>
      `${guard[reason]} سيختفي ${lessons(removals)} من أصل ${published}.`,
  },
  ask: {
    publish: 'هل تريد النشر؟ (ن = نعم، ل = لا) ',
    undo: 'هل تريد التراجع؟ (ن = نعم، ل = لا) ',
    restore: 'هل تريد الاسترجاع؟ (ن = نعم، ل = لا) ',
    move: (n) => `هل تريد المتابعة مع حذف ما ذُكر أو استبداله (${lessons(n)})؟ (ن = نعم، ل = لا) `,
    yes: ['ن', 'نعم', 'y', 'yes'],
    number: (n) => `إن كان هذا ما تريد فاكتب الرقم ${n}: `,
    refused: 'لم يتغير شيء.',
    noTerminal: 'لم يتغير شيء. تعذّر طرح السؤال: هذه ليست طرفية تفاعلية؛ أضف ‎--yes للموافقة.',
    numberMissing: (n) => `لم يتغير شيء. إن كان هذا ما تريد فأضف: ‎--remove ${n}`,
    dryRun: 'لم يتغير شيء (‎--dry-run).',
  },
  publish: {
    folder: (folder) => `المجلد: ${shown(folder)}`,
    place: (endpoint) => `المكتبة: ${shown(endpoint)}`,
    otherFolder: (folder) =>
      `المتغير LIBRARY_DIR مضبوط: يبقى التراجع والموقع على المجلد ${shown(folder)}. اضبطه على هذا المجلد أو ألغه قبل تشغيل الموقع.`,
    waiting: 'هناك عملية نشر أخرى جارية؛ بانتظار انتهائها …',
    progress: (done, all) => `تم ${done} من ${all}`,
    done: (n, seconds) => `تم النشر: ${changes(n)} خلال ${seconds} ثانية.`,
    failed: 'تعذر نشر ما يلي:',
    failure: ({ change, reason, message }) =>
      `${shown(change.source?.path ?? change.id)} ${failure[reason](message)}.`,
    lost: 'لم تُنشر هذه الملفات لأنها اختفت أو تغيّرت في أثناء ذلك. انشر مرة أخرى:',
    noCategories: (folder) =>
      `في ${shown(folder)} ملفات PDF وليس فيه مجلد فيه ملفات PDF. اذكر المجلد الذي فيه التصنيفات، فكل تصنيف مجلد داخله.`,
    removalsWait: 'لم يُحذف شيء من الموقع هذه المرة. أصلح ما سبق ثم انشر مرة أخرى.',
    interrupted: 'انقطعت العملية. ما نُشر محفوظ؛ أعد الأمر ليكتمل الباقي.',
  },
  watch: {
    published: (summary) => `المكتبة: ${summary}.`,
    same: (n) => `المكتبة: ${lessons(n)}، مطابقة للمجلد.`,
    held: ({ removals, reason, earlier }) =>
      `المكتبة: ${guard[reason]} سيبقى على الموقع ما حُذف من المجلد (${lessons(removals)}) إلى أن تأمر بالنشر${
        earlier > 0 ? ` (غادر الموقع خلال اليوم الأخير: ${lessons(earlier)})` : ''
      }: ${command('npm run library -- publish')}`,
    waits: (n, seconds) =>
      `المكتبة: لم يعد في المجلد: ${lessons(n)}. ${n === 1 ? 'سيزول' : n === 2 ? 'سيزولان' : 'ستزول'} من الموقع بعد ${seconds} ثانية إن لم يُحذف ${n === 1 ? 'غيره' : n === 2 ? 'غيرهما' : 'غيرها'}.`,
    attention: (sentence) => `المكتبة: تنبيه: ${sentence}`,
    texts: (done, all) => `المكتبة: قُرئ نص ${done} من أصل ${lessons(all)} من أجل البحث.`,
    locked: (path) => `المكتبة: يطلب ${shown(path)} من الزائر كلمة مرور. احفظه بلا كلمة مرور إن لم تقصد ذلك.`,
    undo: (sentence) => `المكتبة: التراجع: ${sentence}`,
    failed: (message) => `المكتبة: تعذر النشر: ${message} وتُعاد المحاولة تلقائيًا.`,
  },
  mirror: {
    takingOver: (done, all) => `جارٍ أخذ الدرس ${done} من ${all} …`,
    tookOver: (endpoint, n) =>
      `في ${shown(endpoint)} مكتبة لم يكن هذا الجهاز يعرفها، فأُخذت إلى مجلد البيانات: ${lessons(n)}.`,
    changedThere: (name) => `غيّره برنامج آخر على Appwrite: ${shown(name)}`,
    damagedThere: (name) => `ملف ${shown(name)} على Appwrite مفقود أو تالف. انشر الدرس مرة أخرى من مجلدك.`,
    would: (endpoint, n, m, removals) =>
      `لتحديث ${shown(endpoint)}: ${files(n)} و${rows(m)} للكتابة، و${rows(removals)} للحذف.`,
    pushing: (endpoint, n, m, removals) =>
      `جارٍ تحديث ${shown(endpoint)}: ${files(n)} و${rows(m)} للكتابة، و${rows(removals)} للحذف.`,
    sending: (done, all) => `جارٍ إرسال الملف ${done} من ${all} …`,
    sendingWords: (done, all) => `جارٍ إرسال كلمات الدرس ${done} من ${all} …`,
  },
  ...arCommands,
  texts: {
    comma: '، ',
    reading: (done, all) => `قراءة كلمات الدروس: ${done} من ${all} …`,
    found: (n) => `دروس يمكن البحث في كلماتها: ${lessons(n)}`,
    unread: (n) => `لم تُقرأ بعد: ${lessons(n)}. شغّل الموقع، أو نفّذ: ${command('npm run library -- publish')}`,
    noTable: `لا يمكن البحث داخل الدروس، إذ لا جدول لكلماتها في المشروع. نفّذ: ${command('npm run library -- setup')}`,
    pictures: (n, names) =>
      `صفحات الدروس الآتية صور أو خطوطها لا تدل على حروفها، فلا يمكن البحث في كلماتها (${lessons(n)}): ${names}. ملف PDF المحفوظ من البرنامج الذي كُتب فيه تُعرف كلماته.`,
    locked: (n, names) =>
      `الدروس الآتية محمية بكلمة مرور، فلا يمكن البحث في كلماتها (${lessons(n)}): ${names}. احفظ الملف بلا كلمة مرور.`,
    broken: (n, names) =>
      `تعذرت قراءة ملفات الدروس الآتية، فلا يمكن البحث في كلماتها (${lessons(n)}): ${names}. افتح الملف واحفظه مرة أخرى.`,
    slow: (n, names) =>
      `طالت قراءة صفحة أو أكثر من الدروس الآتية، فلا يمكن البحث في كلمات تلك الصفحات (${lessons(n)}): ${names}. احفظ الملف بحجم أصغر.`,
  },
  error: {
    usage: (message) => `${message}\nانظر: npm run library -- help`,
    unknownCommand: (name) => `لا يوجد أمر باسم ${shown(name)}.`,
    wrongOption: (name, value) => `قيمة ${shown(name)} لا يصح أن تكون ${shown(value)}.`,
    unknownOption: (name) => `لا يوجد خيار باسم ${shown(name)}.`,
    needsValue: (name) => `الخيار ${shown(name)} يحتاج إلى قيمة بعده.`,
    takesNoValue: (name) => `الخيار ${shown(name)} لا يأخذ قيمة.`,
    tooMany: (text) => `${shown(text)} كلمة زائدة. الاسم الذي فيه مسافات يُكتب بين علامتي تنصيص.`,
    noKey: (endpoint) =>
      `يقرأ الموقع مكتبته من ${shown(endpoint)}. للنشر هناك اضبط APPWRITE_API_KEY على مفتاح لذلك المشروع.`,
    unreachable: (endpoint) => `تعذر الوصول إلى ${shown(endpoint)}. تحقق من العنوان والشبكة ثم أعد الأمر.`,
    siteStopped: 'توقف الموقع عن الإجابة قبل أن يكتمل الأمر. أعد الأمر نفسه.',
    unauthorized:
      'لم يقبل الخادم المفتاح. تحقق من APPWRITE_API_KEY. ويحتاج المفتاح إلى صلاحية القراءة والكتابة لكل من: databases وtables وcolumns وindexes وrows وbuckets وfiles.',
    noProject: (endpoint) =>
      `لا يوجد هذا المشروع في ${shown(endpoint)}. قارن APPWRITE_PROJECT_ID بمعرّف المشروع في لوحة تحكم Appwrite (صفحة Overview)، وAPPWRITE_ENDPOINT بالعنوان الذي بجانبه.`,
    proxy: (endpoint, status) =>
      `لا يجيب ${shown(endpoint)}: الخادم الذي أمامه يقول «${shown(status)}». أعد تنفيذ الأمر بعد دقائق، فإن بقي كذلك فاسأل من يدير ذلك الخادم.`,
    proxyLimit:
      'خادم أمام Appwrite يرفض رفع ملفات بهذا الحجم. يجب أن يسمح بطلبات حجمها 6 MB على الأقل (في nginx: ‎client_max_body_size)؛ اسأل من يديره.',
    missingScope: (scope) =>
      `لا يسمح المفتاح بهذا، إذ تنقصه الصلاحية ${shown(scope)}. أضفها إلى المفتاح في لوحة تحكم Appwrite (صفحة API keys).`,
    noVersion: (endpoint) =>
      `${shown(endpoint)} ليس عنوان واجهة: يجب أن ينتهي بـ ${shown('/v1')}. اضبط APPWRITE_ENDPOINT على العنوان الذي في لوحة تحكم Appwrite.`,
    notSetUp: `لا توجد في ذلك المشروع جداول منبر أو حاويته، أو أن معرّفاتها غير ما في الإعدادات. جهّزه: ${command('npm run library -- setup')}`,
    interrupted: 'انقطعت العملية. أعد الأمر نفسه.',
    diskFull,
    taken: (dataDir, holder) => {
      const number = holder ? ` (العملية ${holder.pid} على ${shown(holder.host)})` : '';
      return holder?.what === 'site'
        ? `الموقع يعمل على ${shown(dataDir)}${number}. أوقفه أولًا (Ctrl-C) ثم أعد الأمر. لم يتغير شيء.`
        : `${holder ? `الأمر ${shown(holder.what)}` : 'برنامج آخر'} يستخدم ${shown(dataDir)}${number}. انتظر حتى ينتهي ثم أعد الأمر. لم يتغير شيء.`;
    },
    file: {
      ENOENT: (path) => `${shown(path)} غير موجود. تحقق من الاسم ومن القرص.`,
      ENOTDIR: (path) => `لا يصلح المسار ${shown(path)}: جزء منه ملف لا مجلد.`,
      EISDIR: (path) => `${shown(path)} مجلد، والمطلوب هنا ملف.`,
      EEXIST: (path) => `${shown(path)} موجود من قبل. انقله أو اختر اسمًا آخر.`,
      EACCES: (path) =>
        `لا يملك هذا المستخدم صلاحية القراءة أو الكتابة في ${shown(path)}. تحقق من الصلاحيات.`,
      EROFS: (path) => `${shown(path)} على قرص للقراءة فقط.`,
      EIO: (path) => `تتعذر القراءة أو الكتابة على القرص الذي فيه ${shown(path)}. تأكد من توصيله وسلامته.`,
      ENAMETOOLONG: (path) => `الاسم ${shown(path)} أطول مما يقبله هذا القرص. اختر اسمًا أقصر.`,
      ENOSPC: diskFull,
      EFBIG: (path) =>
        `القرص الذي فيه ${shown(path)} لا يقبل ملفًا بهذا الحجم، كالأقراص المهيأة بنظام ${shown('FAT32')} (أكبر ما تقبله ${shown('4 GB')}). اختر قرصًا مهيأً بنظام ${shown('exFAT')} أو ${shown('NTFS')}، وإن كان لهذا المستخدم حد مضبوط (${shown('ulimit -f')}) فاطلب رفعه.`,
      EBUSY: (path) => `يستخدم برنامج آخر ${shown(path)}. أغلقه هناك ثم أعد المحاولة.`,
      EMFILE: () => 'على هذا الجهاز ملفات مفتوحة أكثر مما يُسمح به. أغلق بعض البرامج ثم أعد الأمر.',
      EAGAIN: () =>
        'لا يتسع هذا الجهاز الآن لبرنامج آخر: البرامج العاملة كثيرة أو الذاكرة ممتلئة. أغلق بعض البرامج ثم أعد الأمر.',
      ELOOP: (path) => `${shown(path)} رابط يعود إلى نفسه. احذف هذا الرابط.`,
    },
    system: (path, code) =>
      `لا يسمح النظام بما يلزم مع ${shown(path)}. تحقق من الملف ومن قرصه. (رمز الخطأ عند النظام: ${shown(code)})`,
    filesMissing: (count, folder) =>
      `في قاعدة البيانات ${files(count)}، لكن المجلد ${shown(folder)} فارغ. هل القرص موصول؟ لم يتغير شيء. إن ضاعت الملفات فاستعد آخر نسخة احتياطية: ${command('npm run library -- restore FILE')}`,
    newerData: (dataDir, program) =>
      `كتب إصدارٌ أحدث من منبر${program && ` (${program})`} البيانات التي في ${shown(dataDir)}. شغّل الإصدار الأحدث (${shown('npx minbar@latest')} أو الشيفرة الأحدث). لم يتغير شيء.`,
    databaseDamaged: (dataDir) =>
      `قاعدة البيانات في ${shown(dataDir)} تالفة. استعد آخر نسخة احتياطية: ${command('npm run library -- restore FILE')}`,
    databaseClosed: (path) =>
      `تعذر فتح ${shown(path)}. تحقق من أن هذا المستخدم يملك صلاحية القراءة والكتابة فيه وفي كل ما في مجلده.`,
    backendFault: `وقع خطأ في الخادم نفسه. في طرفية الموقع تفصيل أكثر. نفّذ: ${command('npm run library -- doctor')}`,
    unreadableFile: `في المكتبة ملف محفوظ تتعذر قراءته. لمعرفته ومعرفة العلاج نفّذ: ${command('npm run library -- verify')}`,
    other: (message) => `خطأ غير متوقع: ${shown(message)}`,
  },
  help: `npm run library -- COMMAND

  publish [FOLDER]    يعرض ما سيتغير، ثم يسأل، ثم ينشر
  undo [NUMBER]       يتراجع عن آخر نشر، أو عن نشر برقمه
  history             ماذا نُشر ومتى، ولكل نشر رقم
  backup FILE         ملف واحد فيه السجلات والملفات، مع التحقق
  restore FILE        يسترجع نسخة احتياطية
  verify              يقرأ كل ملف ويقارنه بما نُشر
  doctor              هل كل شيء سليم، وما العمل إن لم يكن
  setup               ينشئ الجداول والحاوية على Appwrite
  move --to TARGET    ينسخ كل شيء إلى appwrite أو embedded

  --lang en|ar        لغة هذه الجمل
  --yes               بلا سؤال
  --dry-run           عرض فقط
  --remove N          الموافقة على إخفاء N من الدروس
  --json              مع doctor: النتائج لبرنامج يقرؤها
  --repair            مع verify: إعادة إرسال الملفات التالفة
  --all               عرض القوائم الطويلة كاملة

رموز الخروج: 0 تم (أو لا شيء يُعمل)، 1 لم ينجح، 2 استعمال خاطئ، 3 لم تتم الموافقة،
4 لم يُذكر عدد ما سيختفي، 5 تم، وهناك ما يحتاج إلى انتباهك.`,
};
