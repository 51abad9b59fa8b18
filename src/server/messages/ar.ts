import { hostedTotalLimit } from '#contract/hosted-total.ts';
import type { Messages } from './en.ts';

const plural = new Intl.PluralRules('ar');

function lessons(n: number): string {
  const form = plural.select(n);
  if (form === 'one') return 'درسًا واحدًا';
  if (form === 'two') return 'درسين';
  return `${n} ${form === 'few' ? 'دروس' : form === 'many' ? 'درسًا' : 'درس'}`;
}

/** Keeps a path, an address or a command whole inside an Arabic line (Unicode FSI and PDI). */
const whole = (text: string) => `\u2068${text}\u2069`;

/** Every sentence that the running site says to its owner, in Arabic. */
export const ar: Messages = {
  ready: (url) => `الموقع على العنوان ${whole(url)}`,
  serves: (n, libraryDir, dataDir) =>
    `يعرض ${lessons(n)} من المجلد ${whole(libraryDir)}، وبياناته في ${whole(dataDir)}.`,
  servesHosted: (n, endpoint) =>
    `يعرض ${n === hostedTotalLimit ? `${n} درس أو أكثر` : lessons(n)} من الخادم ${whole(endpoint)}.`,
  taken: (dataDir, holder) => {
    const number = holder ? ` (العملية ${holder.pid} على ${whole(holder.host)})` : '';
    if (holder?.what === 'site') {
      const where = holder.site ? ` على العنوان ${whole(new URL(holder.site.endpoint).origin)}` : '';
      return `هناك موقع يعمل على ${whole(dataDir)}${where}${number}. أوقفه أولًا (Ctrl-C)، أو اجعل لهذا الموقع مجلد بيانات خاصًا به: ${whole('DATA_DIR')}. لم يتغير شيء.`;
    }
    const who = holder ? `الأمر ${whole(`npm run library -- ${holder.what}`)}` : 'برنامج آخر';
    return `${who} يستخدم ${whole(dataDir)}${number}. شغّل الموقع بعد أن ينتهي. لم يتغير شيء.`;
  },
  portTaken: (port) =>
    `المنفذ ${port} يستخدمه برنامج آخر. أوقف ذلك البرنامج أو اختر منفذًا آخر: ${whole(`PORT=${port + 1} npm start`)}`,
  portRefused: (port) =>
    `لا يملك هذا المستخدم صلاحية استعمال المنفذ ${port}. اختر رقمًا فوق 1023: ${whole('PORT=3000 npm start')}`,
  noAddress: (host) =>
    `العنوان ${whole(`HOST=${host}`)} ليس من عناوين هذا الجهاز. استعمل ${whole('localhost')}، أو ${whole('0.0.0.0')} لكل عناوينه، أو أحدها.`,
  folderIsFile: (dataDir) =>
    `يتعذر إنشاء مجلد البيانات ${whole(dataDir)} لأن في مكانه أو فوقه ملفًا. انقل الملف، أو اختر مجلدًا آخر: ${whole('DATA_DIR')}.`,
  folderRefused: (dataDir) =>
    `لا يملك هذا المستخدم صلاحية القراءة والكتابة في مجلد البيانات ${whole(dataDir)}. امنحه الصلاحية، أو اختر مجلدًا آخر: ${whole('DATA_DIR')}.`,
  diskFull: (dataDir) =>
    `امتلأ القرص الذي فيه مجلد البيانات ${whole(dataDir)}. أفرغ مساحة ثم شغّل الموقع؛ لم يضع شيء.`,
  damaged: (dataDir) =>
    `قاعدة البيانات في ${whole(dataDir)} تالفة (${whole('minbar.db')}). استعد آخر نسخة احتياطية: ${whole('npm run library -- restore FILE')}. فإن لم تكن عندك نسخة فانقل المجلد وشغّل الموقع من جديد: تُنشر دروسك مرة أخرى من مجلدها.`,
  newer: (dataDir, program) =>
    `كتب إصدارٌ أحدث من منبر${program && ` (${program})`} البيانات التي في ${whole(dataDir)}. شغّل الإصدار الأحدث (${whole('npx minbar@latest')} أو الشيفرة الأحدث)، أو اختر مجلدًا آخر: ${whole('DATA_DIR')}. لم يتغير شيء.`,
  unreadable: (dataDir) =>
    `تتعذر القراءة والكتابة على القرص الذي فيه مجلد البيانات ${whole(dataDir)}. تأكد من توصيله وسلامته ثم شغّل الموقع.`,
  madeKeys: (names, path) =>
    `صُنعت المفاتيح في هذا التشغيل الأول ولن تُعرض مرة أخرى: ${whole(names)}. وهي محفوظة في ${whole(path)}؛ لمفاتيح جديدة احذف هذا الملف وشغّل الموقع من جديد.`,
  notOpened: (dataDir, message) => `يتعذر فتح مجلد البيانات ${whole(dataDir)}: ${whole(message)}`,
  skipped: (id, reason) =>
    `لا يمكن عرض المدخل ${whole(id)} من المكتبة على الزوار: ${whole(reason)}. للتفاصيل: ${whole('npm run library -- doctor')}`,
  away: (reason) =>
    `الخادم لا يجيب: ${whole(reason)}. يرى الزوار ما حُفظ من الصفحات. وحين يعود الخادم يتابع الموقع عمله من تلقاء نفسه.`,
  back: 'عاد الخادم يجيب.',
  build: {
    done: 'تم بناء الموقع.',
    unchanged: 'الموقع مبني ولم يتغير شيء منذ ذلك.',
    failed: 'تعذّر بناء الموقع، والسبب مكتوب أعلاه.',
    noTools: `أدوات بناء الموقع غير موجودة هنا. نفّذ: ${whole('npm ci --include=dev')}`,
  },
  dev: {
    changed: (path) => `تغيّر ${whole(path)}، فيبدأ الموقع من جديد.`,
    stopped: 'توقف الموقع. يبدأ من جديد بعد أول تغيير.',
  },
  newSite: {
    usage: `الاستعمال: ${whole('npx minbar [new FOLDER] [--yes] [--no-start] [--version]')}. وفي مجلد الموقع يشغّله الأمر ${whole('npx minbar')}.`,
    language: 'بأي لغة تقرأ: en أم ar؟ Which language do you read: en or ar?',
    wrongLanguage: 'اكتب en أو ar. Type en or ar.',
    preacherName: { en: 'اسم الإمام بالإنجليزية:', ar: 'اسم الإمام بالعربية:' },
    centerName: { en: 'اسم المسجد أو المركز بالإنجليزية:', ar: 'اسم المسجد أو المركز بالعربية:' },
    longName: (most) => `لا يزيد الاسم على ${most} حرف.`,
    port: 'المنفذ الذي يعمل عليه الموقع:',
    wrongPort: 'اكتب رقمًا من 1 إلى 65535.',
    nobody: `تعذّر طرح الأسئلة الثلاثة: هذه ليست طرفية تفاعلية. نفّذ ${whole('npx minbar')} في طرفية، أو ${whole('npx minbar --yes')} لتُؤخذ الإجابات المعتادة، ويمكن تغييرها لاحقًا في ${whole('content/site.json')}.`,
    stopped: 'توقّف الأمر ولم يُنشأ شيء.',
    notEmpty: (folder, name) =>
      `في المجلد ${whole(folder)} ملفات أخرى، منها ${whole(name)}. اختر مجلدًا فارغًا: ${whole('npx minbar new FOLDER')}`,
    folderIsFile: (path) =>
      `تعذّر إنشاء ${whole(path)} لأنه ملف، أو لأن مجلدًا فوقه ملف. اختر مجلدًا آخر: ${whole('npx minbar new FOLDER')}`,
    folderRefused: (path) =>
      `لا يحق لهذا المستخدم القراءة أو الكتابة في ${whole(path)}. امنحه الإذن أو اختر مجلدًا آخر.`,
    diskFull: (path) => `القرص ممتلئ، فلم يُنشأ ${whole(path)}. أفرغ مساحة وأعد تنفيذ الأمر.`,
    unreadable: (path) =>
      `تعذّرت القراءة أو الكتابة في القرص الذي فيه ${whole(path)}. تأكد من توصيله وسلامته، ثم أعد تنفيذ الأمر.`,
    brokenManifest: (folder) =>
      `الملف ${whole('package.json')} في المجلد ${whole(folder)} ليس بصيغة JSON صحيحة. صحّحه، أو اختر مجلدًا آخر: ${whole('npx minbar new FOLDER')}`,
    firstCategory: 'الدروس',
    settings: (port) =>
      `# إعدادات هذا الموقع\nPORT=${port}\n# عنوان الموقع على الإنترنت إن كان له عنوان:\n# SITE_URL=https://example.org`,
    readme: (category) =>
      `# موقعك\n\n- تشغيله: \`npm start\`. إيقافه: Ctrl-C.\n- نشر درس: ضع ملف PDF في المجلد \`content/library/${category}\`. كل مجلد تصنيف، واسم الملف عنوان الدرس. ولا يلزم غير ذلك ما دام الموقع يعمل.\n- الأسماء والنصوص والشعار: \`content/site.json\`، ثم شغّل الموقع من جديد.\n- نسخة احتياطية: \`npm run library -- backup minbar-backup.tar.gz\`.\n- فحص الموقع: \`npm run library -- doctor\`.\n- التحديث: \`npx minbar@latest\` في هذا المجلد. تبقى دروسك ونصوصك كما هي.`,
    made: (folder, category) =>
      `موقعك في المجلد ${whole(folder)}\nلنشر درس ضع ملف PDF في المجلد ${whole(`content/library/${category}`)} داخله، فيظهر في ثوانٍ.\nوفي المرة القادمة نفّذ في ذلك المجلد: ${whole('npm start')}`,
  },
};
