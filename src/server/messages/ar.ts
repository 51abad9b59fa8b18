import { MAX_HOSTED_TOTAL } from '#contract/limits.ts';
import { isolate } from '#web/i18n/isolate.ts';
import type { Messages } from './en.ts';

const plural = new Intl.PluralRules('ar');

function lessons(n: number): string {
  const form = plural.select(n);
  if (form === 'one') return 'درسًا واحدًا';
  if (form === 'two') return 'درسين';
  return `${n} ${form === 'few' ? 'دروس' : form === 'many' ? 'درسًا' : 'درس'}`;
}

const fileTroubles = (elsewhere: string) => ({
  folderIsFile: (path: string) =>
    `تعذّر إنشاء ${isolate(path)} لأنه ملف، أو لأن مجلدًا فوقه ملف. انقل الملف، أو اختر مجلدًا آخر: ${isolate(elsewhere)}`,
  folderRefused: (path: string) =>
    `لا يملك هذا المستخدم صلاحية القراءة أو الكتابة في ${isolate(path)}. امنحه الصلاحية، أو اختر مجلدًا آخر: ${isolate(elsewhere)}`,
  diskFull: (path: string) =>
    `امتلأ القرص الذي فيه ${isolate(path)}. أفرغ مساحة ثم أعد المحاولة؛ لم يضع شيء.`,
  unreadable: (path: string) =>
    `تتعذّر القراءة من القرص الذي فيه ${isolate(path)} أو الكتابة عليه. تأكد من توصيله وسلامته ثم أعد المحاولة.`,
});

/** Messages of the running site to its owner, in Arabic. */
export const ar: Messages = {
  ready: (url) => `الموقع يعمل على الرابط ${isolate(url)}`,
  serves: (n, libraryDir, dataDir) =>
    `يعرض ${lessons(n)} من المجلد ${isolate(libraryDir)}، وبياناته في ${isolate(dataDir)}.`,
  servesHosted: (n, endpoint) =>
    `يعرض ${n === MAX_HOSTED_TOTAL ? `${n} درس أو أكثر` : lessons(n)} من الخادم ${isolate(endpoint)}.`,
  hostedFault: {
    silent: (endpoint) =>
      `يعرض مكتبة الخادم ${isolate(endpoint)}، وهو لا يستجيب الآن. وحين يستجيب تظهر الدروس من تلقاء نفسها.`,
    private: (endpoint) =>
      `لا يُسمح للزوار بقراءة ما في ${isolate(endpoint)}. امنح الدور ${isolate('any')} في لوحة تحكم Appwrite إذن القراءة للجدولين والحاوية.`,
    otherSite: (endpoint, site) =>
      `يرفض ${isolate(endpoint)} صفحات هذا الموقع، فيفشل كل بحث في المتصفح. أضف في لوحة تحكم Appwrite منصة ويب باسم المضيف ${isolate(new URL(site).hostname)}.`,
  },
  taken: (dataDir, holder) => {
    const number = holder ? ` (العملية ${holder.pid} على ${isolate(holder.host)})` : '';
    if (holder?.what === 'site') {
      const where = holder.site ? ` على العنوان ${isolate(new URL(holder.site.endpoint).origin)}` : '';
      return `هناك موقع يعمل على ${isolate(dataDir)}${where}${number}. أوقفه أولًا (Ctrl-C)، أو اجعل لهذا الموقع مجلد بيانات خاصًا به: ${isolate('DATA_DIR')}. لم يتغير شيء.`;
    }
    const owner = holder ? `الأمر ${isolate(`npm run library -- ${holder.what}`)}` : 'برنامج آخر';
    return `${owner} يستخدم ${isolate(dataDir)}${number}. شغّل الموقع بعد أن ينتهي. لم يتغير شيء.`;
  },
  portTaken: (port) =>
    `المنفذ ${port} يستخدمه برنامج آخر. أوقف ذلك البرنامج أو اختر منفذًا آخر: ${isolate(`PORT=${port + 1} npm start`)}`,
  portRefused: (port) =>
    `لا يملك هذا المستخدم صلاحية استعمال المنفذ ${port}. اختر رقمًا فوق 1023: ${isolate('PORT=3000 npm start')}`,
  noAddress: (host) =>
    `العنوان ${isolate(`HOST=${host}`)} ليس من عناوين هذا الجهاز. استعمل ${isolate('localhost')}، أو ${isolate('0.0.0.0')} لكل عناوينه، أو أحدها.`,
  fewFiles: (files, connections, enough) =>
    `حد الملفات المفتوحة للموقع في هذا النظام ${files}، ولذلك لا يتجاوز عدد الاتصالات في وقت واحد ${connections}، فإذا زاد أُغلق اتصال خامل. ليتسع لـ 2000 اتصال ارفع الحد إلى ${enough} (${isolate('ulimit -n')}، أو ${isolate('LimitNOFILE')} في ملف الخدمة).`,
  ...fileTroubles('DATA_DIR'),
  damaged: (dataDir) =>
    `قاعدة البيانات في ${isolate(dataDir)} تالفة (${isolate('minbar.db')}). استعد آخر نسخة احتياطية: ${isolate('npm run library -- restore FILE')}. فإن لم تكن عندك نسخة فانقل المجلد وشغّل الموقع من جديد، فتُنشر دروسك مرة أخرى من مجلدها.`,
  newer: (dataDir, program) =>
    `كتب إصدارٌ أحدث من منبر${program && ` (${program})`} البيانات التي في ${isolate(dataDir)}. شغّل الإصدار الأحدث (${isolate('npx minbar@latest')} أو الشيفرة الأحدث)، أو اختر مجلدًا آخر: ${isolate('DATA_DIR')}. لم يتغير شيء.`,
  generatedKeys: (names, path) =>
    `أُنشئت المفاتيح في هذا التشغيل الأول ولن تُعرض مرة أخرى: ${isolate(names)}. وهي محفوظة في ${isolate(path)}؛ لمفاتيح جديدة احذف هذا الملف وشغّل الموقع من جديد.`,
  notOpened: (dataDir, message) => `يتعذّر فتح مجلد البيانات ${isolate(dataDir)}: ${isolate(message)}`,
  skipped: (id, reason) =>
    `لا يمكن عرض الصف ${isolate(id)} من المكتبة للزوار: ${isolate(reason)}. للتفاصيل: ${isolate('npm run library -- doctor')}`,
  away: (reason) =>
    `الخادم لا يستجيب: ${isolate(reason)}. ويرى الزوار الصفحات المحفوظة. وحين يعود الخادم يتابع الموقع عمله من تلقاء نفسه.`,
  back: 'عاد الخادم إلى العمل.',
  untrustedProxy: `وصل طلب فيه ${isolate('X-Forwarded-For')} والإعداد ${isolate('TRUST_PROXY')} غير مضبوط. إن كان أمام الموقع وسيط فاكتب ${isolate('TRUST_PROXY=1')} في ${isolate('.env')} ثم شغّل الموقع من جديد، وإلا عُدّ الزوار جميعًا زائرًا واحدًا في حدود الاستخدام.`,
  usage: `الاستخدام: node minbar.mjs [COMMAND]

  start     يبني الموقع إن تغيّر شيء ثم يشغّله؛ وهو الأمر المعتاد
            (ومع --make-content ينشئ مجلد المحتوى أولًا إن لم يوجد)
  dev       يشغّل الموقع من شيفرته المصدرية، ويعيد تشغيله بعد كل تغيير
  build     يبني الموقع دون أن يشغّله
  library   ينفّذ أمرًا من أوامر صاحب الموقع: node minbar.mjs library help

الإعدادات: docs/settings.md`,
  build: {
    done: 'تم بناء الموقع.',
    unchanged: 'الموقع مبنيّ ولم يتغير شيء منذ آخر بناء.',
    failed: 'تعذّر بناء الموقع. انظر الأخطاء أعلاه.',
    noTools: `أدوات بناء الموقع غير موجودة هنا. نفّذ: ${isolate('npm ci --include=dev')}`,
  },
  dev: {
    changed: (path) => `تغيّر ${isolate(path)}، ويُعاد تشغيل الموقع.`,
    stopped: 'توقف الموقع، ويُعاد تشغيله بعد أول تغيير.',
  },
  newSite: {
    usage: `الاستعمال: ${isolate('npx minbar [new FOLDER] [--yes] [--no-start] [--version]')}. وفي مجلد الموقع يشغّله الأمر ${isolate('npx minbar')}.`,
    language: 'بأي لغة تقرأ: en أم ar؟ Which language do you read: en or ar?',
    wrongLanguage: 'اكتب en أو ar. Type en or ar.',
    preacherName: { en: 'اسم الإمام بالإنجليزية:', ar: 'اسم الإمام بالعربية:' },
    centerName: {
      en: 'اسم المسجد أو المركز بالإنجليزية (مع the إن كانت من الاسم):',
      ar: 'اسم المسجد أو المركز بالعربية:',
    },
    longName: (max) => `الاسم أطول من المسموح: ${max} حرف على الأكثر.`,
    port: 'المنفذ الذي يعمل عليه الموقع:',
    wrongPort: 'اكتب رقمًا من 1 إلى 65535.',
    nobody: `تعذّر طرح الأسئلة، فهذه ليست طرفية تفاعلية. نفّذ ${isolate('npx minbar')} في طرفية، أو ${isolate('npx minbar --yes')} لاستخدام القيم الافتراضية، ويمكن تغييرها لاحقًا في ${isolate('content/site.json')}.`,
    stopped: 'توقّف الأمر ولم يُنشأ شيء.',
    notEmpty: (folder, name) =>
      `في المجلد ${isolate(folder)} ملفات أخرى، منها ${isolate(name)}. اختر مجلدًا فارغًا: ${isolate('npx minbar new FOLDER')}`,
    ...fileTroubles('npx minbar new FOLDER'),
    brokenManifest: (folder) =>
      `الملف ${isolate('package.json')} في المجلد ${isolate(folder)} ليس بصيغة JSON صحيحة. صحّحه، أو اختر مجلدًا آخر: ${isolate('npx minbar new FOLDER')}`,
    firstCategory: 'الدروس',
    settings: (port) =>
      `# إعدادات هذا الموقع\nPORT=${port}\n# عنوان الموقع على الإنترنت إن كان له عنوان:\n# SITE_URL=https://example.org`,
    readme: (category) =>
      `# موقعك\n\n- تشغيله: \`npm start\`. إيقافه: Ctrl-C.\n- نشر درس: ضع ملف PDF في المجلد \`content/library/${category}\`. كل مجلد تصنيف، واسم الملف عنوان الدرس. ولا يلزم غير ذلك ما دام الموقع يعمل.\n- الأسماء والنصوص والشعار: \`content/site.json\`، ثم شغّل الموقع من جديد. وقبل أن تخبر الناس بموقعك غيّر العنوان ونص الترحيب.\n- نسخة احتياطية: \`npm run library -- backup minbar-backup.tar.gz\`.\n- فحص الموقع: \`npm run library -- doctor\`.\n- التحديث: \`npx minbar@latest\` في هذا المجلد. تبقى دروسك ونصوصك كما هي.`,
    notInstalled: (folder) =>
      `تعذّر تثبيت منبر في المجلد ${isolate(folder)}. الموقع يعمل الآن، لكن نفّذ ${isolate('npm install')} في ذلك المجلد قبل ${isolate('npm start')} التالي.`,
    created: (folder, category) =>
      `موقعك في المجلد ${isolate(folder)}\nلنشر درس ضع ملف PDF في المجلد ${isolate(`content/library/${category}`)} داخله، فيظهر في ثوانٍ.\nوقبل أن تخبر الناس بموقعك غيّر العنوان ونص الترحيب في ${isolate('content/site.json')}، فما فيهما للتجربة.\nوفي المرة القادمة نفّذ في ذلك المجلد: ${isolate('npm start')}`,
  },
};
