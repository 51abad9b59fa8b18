import type { LockOwner } from '#backend/data-folder.ts';
import { isolate, type Language } from '#contract/language.ts';
import { MAX_HOSTED_TOTAL } from '#contract/limits.ts';

const lessonsInEnglish = (n: number) => (n === 1 ? '1 lesson' : `${n} lessons`);

/** Messages about problems with a folder or disk; `alternative` shows how to choose another folder. */
const folderProblemsInEnglish = (alternative: string) => ({
  folderIsFile: (path: string) =>
    `${path} cannot be created, because it or a folder above it is a file. Move the file, or choose another folder: ${alternative}`,
  folderRefused: (path: string) =>
    `This user is not allowed to read or write ${path}. Grant it permission, or choose another folder: ${alternative}`,
  /** Another program has the file open or locked. */
  inUse: (path: string) => `Another program is using ${path}. Close that program and try again.`,
  diskFull: (path: string) =>
    `The disk that contains ${path} is full. Free some space and try again. No data was lost.`,
  /** The disk reports read or write errors. */
  unreadable: (path: string) =>
    `The disk that contains ${path} cannot be read or written. Check that it is connected and healthy, and try again.`,
});

/** Messages of the site, its build and `npx minbar` to the owner, in English. Messages about the library are in `#library`. */
const english = {
  ready: (url: string) => `Minbar is running at ${url}`,
  serves: (n: number, libraryDir: string, dataDir: string) =>
    `It serves ${lessonsInEnglish(n)} from ${libraryDir}; its data is in ${dataDir}.`,
  servesHosted: (n: number, endpoint: string) =>
    `It serves ${n === MAX_HOSTED_TOTAL ? `${n} lessons or more` : lessonsInEnglish(n)} from the backend at ${endpoint}.`,
  /** Reasons why the hosted project at `endpoint` does not serve visitors' browsers; `site` is the site's address. */
  hostedFault: {
    noResponse: (endpoint: string, _site: string) =>
      `The library at ${endpoint} is not responding. When it responds again, the site shows its lessons without a restart.`,
    notFound: (endpoint: string, _site: string) =>
      `${endpoint} has no project with the tables of Minbar, or their ids differ from the settings. Compare the ids, or prepare the project: npm run library -- setup`,
    private: (endpoint: string, _site: string) =>
      `Visitors are not allowed to read the lessons at ${endpoint}. In Appwrite’s console, give the role “any” the permission to read the tables Categories, Files and Pages, and the bucket.`,
    originRefused: (endpoint: string, site: string) =>
      `${endpoint} refuses the pages of this site, so every search in a browser fails. In Appwrite’s console, add a web platform with the host name ${new URL(site).hostname}.`,
  },
  /** Another process has locked the data folder. */
  dataFolderInUse: (dataDir: string, lockOwner: LockOwner | null) => {
    const processText = lockOwner ? ` (process ${lockOwner.pid} on ${lockOwner.host})` : '';
    if (lockOwner?.what === 'site') {
      const address = lockOwner.site ? ` at ${new URL(lockOwner.site.endpoint).origin}` : '';
      return `A site is already running on ${dataDir}${address}${processText}. Stop it first (Ctrl-C), or set DATA_DIR to another folder for this one. Nothing was changed.`;
    }
    const ownerName = lockOwner ? `“npm run library -- ${lockOwner.what}”` : 'another program';
    return `${dataDir} is in use by ${ownerName}${processText}. Start the site when it has finished. Nothing was changed.`;
  },
  portInUse: (port: number) =>
    `Port ${port} is in use by another program. Stop that program, or choose another port: PORT=${port + 1} npm start`,
  portNotPermitted: (port: number) =>
    `You do not have permission to use port ${port}. Choose one above 1023: PORT=3000 npm start`,
  unknownHost: (host: string) =>
    `HOST=${host} is not an address of this machine. Use localhost, 0.0.0.0 for all its addresses, or one of them.`,
  /** Printed at the start if the limit of open files allows fewer connections than the site would accept. */
  openFileLimit: (files: number, connections: number, requiredFiles: number) =>
    `This system allows the site ${files} open files, so it accepts ${connections} connections at a time and closes idle ones when more arrive. For 2,000 connections, allow ${requiredFiles} files (ulimit -n, or LimitNOFILE in a service file).`,
  ...folderProblemsInEnglish('DATA_DIR'),
  damaged: (dataDir: string) =>
    `The database in ${dataDir} is damaged (minbar.db). Restore your last backup: npm run library -- restore FILE. If you have none, move the folder to another place and start the site. It then publishes your lessons again from their folder.`,
  /** The data folder was written by a later version of the program. */
  newerData: (dataDir: string, program: string) =>
    `The data in ${dataDir} was written by a newer version of Minbar${program && ` (${program})`}. Run that version (npx minbar@latest, or the newer source code), or choose another folder: DATA_DIR. Nothing was changed.`,
  /** Printed once, when the keys are created; `path` stores them. */
  generatedKeys: (names: string, path: string) =>
    `Generated at this first start and shown only once: ${names}. They are stored in ${path}. To generate new ones, delete that file and restart the site.`,
  /** Any other error when the data folder is opened; `message` is in English. */
  notOpened: (dataDir: string, message: string) => `The data folder ${dataDir} cannot be opened: ${message}`,
  /** A row of the library that cannot be shown to visitors; `reason` is an error message of the site. */
  rowSkipped: (id: string, reason: string) =>
    `The row ${id} of the library cannot be shown to visitors: ${reason}. For details: npm run library -- doctor`,
  /** The backend does not respond. Only visitors of uncached pages notice. */
  backendUnavailable: (reason: string) =>
    `The backend is not responding: ${reason}. Visitors see cached pages. The site recovers automatically when the backend responds again.`,
  backendAvailable: 'The backend is responding again.',
  /** Logged once until the counts can be written again. */
  opensNotWritten: (path: string, reason: string) =>
    `The counts of opened lessons could not be saved in ${path}: ${reason}. Check that the disk has free space and that the site’s user can write to this file. The site retries automatically.`,
  /** Logged once: all visitors behind a proxy would share the limits of one address. */
  untrustedProxy:
    'A request has an X-Forwarded-For header, but TRUST_PROXY is not set. If this site is behind a proxy, set TRUST_PROXY=1 in .env.local and restart the site. Otherwise all visitors share the limits of one visitor.',
  /** Printed by `node minbar.mjs --help` in a checkout, and if `start` gets an unknown argument. */
  usage: `Usage: node minbar.mjs [COMMAND]

  start     builds the site if something changed, and serves it; the default
            (--make-content creates the content folder first, if there is none)
  dev       serves the site from its sources and restarts it after changes
  build     builds the site without serving it
  library   runs one of the owner’s commands: node minbar.mjs library help

Settings: docs/settings.md`,
  /** Messages of the build. */
  build: {
    done: 'The site is built.',
    unchanged: 'The site is already built; nothing has changed since.',
    failed: 'The build failed. See the errors above.',
    toolsMissing: 'The build tools are missing. Run: npm ci --include=dev',
  },
  /** Messages of `npm run dev`. */
  dev: {
    changed: (path: string) => `${path} changed: restarting.`,
    stopped: 'The site has stopped. It restarts after the next change.',
  },
  /** Messages and questions of `npx minbar`. */
  newSite: {
    usage:
      'Usage: npx minbar [new FOLDER] [--yes] [--no-start] [--version]. In the folder of a site, "npx minbar" starts it.',
    language: 'Which language do you read: en or ar? بأي لغة تقرأ: en أم ar؟',
    wrongLanguage: 'Type en or ar. اكتب en أو ar.',
    preacherName: { en: 'The imam’s name in English:', ar: 'The imam’s name in Arabic:' },
    centerName: {
      en: 'The name of the mosque or center in English, including “the” if it is part of the name:',
      ar: 'The mosque or center in Arabic:',
    },
    nameTooLong: (max: number) => `The name is too long: ${max} characters at most.`,
    port: 'The port the site listens on:',
    wrongPort: 'Type a number from 1 to 65535.',
    notInteractive:
      'This terminal is not interactive, so no questions can be asked. Run "npx minbar" in an interactive terminal, or "npx minbar --yes" to accept the default answers; you can change them later in content/site.json.',
    canceled: 'Canceled. Nothing was created.',
    notEmpty: (folder: string, name: string) =>
      `${folder} already contains other files, such as "${name}". Choose an empty folder: npx minbar new FOLDER`,
    ...folderProblemsInEnglish('npx minbar new FOLDER'),
    invalidManifest: (folder: string) =>
      `package.json in ${folder} is not valid JSON. Correct it, or choose another folder: npx minbar new FOLDER`,
    /** Folder name of the first category. */
    firstCategory: 'Lessons',
    settings: (port: number) =>
      `# Settings of this site.\nPORT=${port}\n# The public address, when the site has one:\n# SITE_URL=https://example.org`,
    readme: (category: string) =>
      `# Your site\n\n- Start it: \`npm start\`. Stop it: Ctrl-C.\n- Publish a lesson: put its PDF into \`content/library/${category}\`. A folder is a category; the file’s name is the title. While the site runs, nothing else is needed.\n- Change names, texts or the logo: edit \`content/site.json\`, then restart the site. Before you tell people about the site, change its address and welcome text.\n- Back up: \`npm run library -- backup --replace minbar-backup.tar.gz\`.\n- Check the site: \`npm run library -- doctor\`.\n- Update: \`npx minbar@latest\` in this folder. Your lessons and texts are kept.`,
    notInstalled: (folder: string) =>
      `Minbar could not be installed in ${folder}. Before the next "npm start", run "npm install" in that folder.`,
    created: (folder: string, category: string) =>
      `Your site is in ${folder}\nTo publish a lesson, put its PDF into content/library/${category} in that folder. It appears within seconds.\nBefore you tell people about the site, change the address and the welcome text in content/site.json: they are only samples.\nTo start the site again later, run in that folder: npm start`,
  },
};

/** The type of a message catalog; every language has all entries. */
export type Messages = typeof english;

const plural = new Intl.PluralRules('ar');

function lessonsInArabic(n: number): string {
  const category = plural.select(n);
  if (category === 'one') return 'درسًا واحدًا';
  if (category === 'two') return 'درسين';
  return `${n} ${category === 'few' ? 'دروس' : category === 'many' ? 'درسًا' : 'درس'}`;
}

const folderProblemsInArabic = (alternative: string) => ({
  folderIsFile: (path: string) =>
    `تعذّر إنشاء ${isolate(path)} لأنه ملف، أو لأن مجلدًا فوقه ملف. انقل الملف، أو اختر مجلدًا آخر: ${isolate(alternative)}`,
  folderRefused: (path: string) =>
    `لا يملك هذا المستخدم صلاحية القراءة أو الكتابة في ${isolate(path)}. امنحه الصلاحية، أو اختر مجلدًا آخر: ${isolate(alternative)}`,
  inUse: (path: string) => `يستخدم برنامج آخر ${isolate(path)}. أغلق ذلك البرنامج ثم أعد المحاولة.`,
  diskFull: (path: string) =>
    `امتلأ القرص الذي فيه ${isolate(path)}. أفرغ مساحة ثم أعد المحاولة. لم تُفقد أي بيانات.`,
  unreadable: (path: string) =>
    `تتعذّر القراءة من القرص الذي فيه ${isolate(path)} أو الكتابة عليه. تأكد من توصيله وسلامته ثم أعد المحاولة.`,
});

/** The same messages in Arabic. */
const arabic: Messages = {
  ready: (url) => `الموقع يعمل على الرابط ${isolate(url)}`,
  serves: (n, libraryDir, dataDir) =>
    `يعرض ${lessonsInArabic(n)} من المجلد ${isolate(libraryDir)}، وبياناته في ${isolate(dataDir)}.`,
  servesHosted: (n, endpoint) =>
    `يعرض ${n === MAX_HOSTED_TOTAL ? `ما لا يقل عن ${n} درس` : lessonsInArabic(n)} من الخادم ${isolate(endpoint)}.`,
  hostedFault: {
    noResponse: (endpoint) =>
      `يعرض مكتبة الخادم ${isolate(endpoint)}، وهو لا يستجيب الآن. وحين يستجيب تظهر الدروس من تلقاء نفسها.`,
    notFound: (endpoint) =>
      `ليس في ${isolate(endpoint)} مشروع فيه جداول منبر، أو أن المعرّفات تخالف ما في الإعدادات. قارن المعرّفات، أو جهّز المشروع: \n    npm run library -- setup`,
    private: (endpoint) =>
      `لا يُسمح للزوار بقراءة ما في ${isolate(endpoint)}. امنح الدور ${isolate('any')} في لوحة تحكم Appwrite صلاحية قراءة الجداول ${isolate('Categories')} و${isolate('Files')} و${isolate('Pages')}، والحاوية.`,
    originRefused: (endpoint, site) =>
      `يرفض ${isolate(endpoint)} صفحات هذا الموقع، فيفشل كل بحث في المتصفح. أضف في لوحة تحكم Appwrite منصة ويب (Web)، واسم المضيف (Hostname) فيها ${isolate(new URL(site).hostname)}.`,
  },
  dataFolderInUse: (dataDir, lockOwner) => {
    const processText = lockOwner ? ` (العملية ${lockOwner.pid} على ${isolate(lockOwner.host)})` : '';
    if (lockOwner?.what === 'site') {
      const address = lockOwner.site
        ? ` على العنوان ${isolate(new URL(lockOwner.site.endpoint).origin)}`
        : '';
      return `هناك موقع يعمل على ${isolate(dataDir)}${address}${processText}. أوقفه أولًا (Ctrl-C)، أو اجعل لهذا الموقع مجلد بيانات خاصًا به: ${isolate('DATA_DIR')}. لم يتغير شيء.`;
    }
    const ownerName = lockOwner ? `الأمر ${isolate(`npm run library -- ${lockOwner.what}`)}` : 'برنامج آخر';
    return `${ownerName} يستخدم ${isolate(dataDir)}${processText}. شغّل الموقع بعد أن ينتهي. لم يتغير شيء.`;
  },
  portInUse: (port) =>
    `المنفذ ${port} يستخدمه برنامج آخر. أوقف ذلك البرنامج أو اختر منفذًا آخر: ${isolate(`PORT=${port + 1} npm start`)}`,
  portNotPermitted: (port) =>
    `لا يملك هذا المستخدم صلاحية استعمال المنفذ ${port}. اختر رقمًا فوق 1023: ${isolate('PORT=3000 npm start')}`,
  unknownHost: (host) =>
    `العنوان ${isolate(`HOST=${host}`)} ليس من عناوين هذا الجهاز. استعمل ${isolate('localhost')}، أو ${isolate('0.0.0.0')} لكل عناوينه، أو أحدها.`,
  openFileLimit: (files, connections, requiredFiles) =>
    `حد الملفات المفتوحة للموقع في هذا النظام ${files}، ولذلك لا يتجاوز عدد الاتصالات في وقت واحد ${connections}، فإذا زاد أُغلق اتصال خامل. ليتسع لـ 2000 اتصال ارفع الحد إلى ${requiredFiles} (${isolate('ulimit -n')}، أو ${isolate('LimitNOFILE')} في ملف الخدمة).`,
  ...folderProblemsInArabic('DATA_DIR'),
  damaged: (dataDir) =>
    `قاعدة البيانات في ${isolate(dataDir)} تالفة (${isolate('minbar.db')}). استرجع آخر نسخة احتياطية: ${isolate('npm run library -- restore FILE')}. فإن لم تكن عندك نسخة فانقل مجلد البيانات إلى مكان آخر وشغّل الموقع من جديد، فتُنشر دروسك مرة أخرى من مجلدها.`,
  newerData: (dataDir, program) =>
    `البيانات التي في ${isolate(dataDir)} كتبها إصدار أحدث من منبر${program && ` (${program})`}. شغّل الإصدار الأحدث (${isolate('npx minbar@latest')} أو الشيفرة الأحدث)، أو اختر مجلدًا آخر: ${isolate('DATA_DIR')}. لم يتغير شيء.`,
  generatedKeys: (names, path) =>
    `أُنشئت المفاتيح في هذا التشغيل الأول ولن تُعرض مرة أخرى: ${isolate(names)}. وهي محفوظة في ${isolate(path)}. وللحصول على مفاتيح جديدة احذف هذا الملف وشغّل الموقع من جديد.`,
  notOpened: (dataDir, message) => `يتعذّر فتح مجلد البيانات ${isolate(dataDir)}: ${isolate(message)}`,
  rowSkipped: (id, reason) =>
    `لا يمكن عرض الصف ${isolate(id)} من المكتبة للزوار: ${isolate(reason)}. للتفاصيل: ${isolate('npm run library -- doctor')}`,
  backendUnavailable: (reason) =>
    `الخادم لا يستجيب: ${isolate(reason)}. ويرى الزوار الصفحات المحفوظة. وحين يعود الخادم يتابع الموقع عمله من تلقاء نفسه.`,
  backendAvailable: 'عاد الخادم إلى العمل.',
  opensNotWritten: (path, reason) =>
    `تعذّر حفظ أعداد مرات فتح الدروس في ${isolate(path)}: ${isolate(reason)}. تحقق من أن في القرص مساحة، ومن أن لمستخدم الموقع صلاحية الكتابة في هذا الملف. ويعيد الموقع المحاولة من تلقاء نفسه.`,
  untrustedProxy: `وصل طلب فيه ${isolate('X-Forwarded-For')} والإعداد ${isolate('TRUST_PROXY')} غير مضبوط. إن كان أمام الموقع خادم وسيط (proxy) فاكتب ${isolate('TRUST_PROXY=1')} في ${isolate('.env.local')} ثم شغّل الموقع من جديد؛ فبغير ذلك يُعدّ الزوار جميعًا زائرًا واحدًا في حدود الاستخدام.`,
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
    toolsMissing: `أدوات بناء الموقع غير موجودة هنا. نفّذ: ${isolate('npm ci --include=dev')}`,
  },
  dev: {
    changed: (path) => `تغيّر ${isolate(path)}، ويُعاد تشغيل الموقع.`,
    stopped: 'توقف الموقع، ويُعاد تشغيله بعد أول تغيير.',
  },
  newSite: {
    usage: `الاستخدام: ${isolate('npx minbar [new FOLDER] [--yes] [--no-start] [--version]')}. وفي مجلد الموقع يشغّله الأمر ${isolate('npx minbar')}.`,
    language: 'بأي لغة تقرأ: en أم ar؟ Which language do you read: en or ar?',
    wrongLanguage: 'اكتب en أو ar. Type en or ar.',
    preacherName: { en: 'اسم الإمام بالإنجليزية:', ar: 'اسم الإمام بالعربية:' },
    centerName: {
      en: 'اسم المسجد أو المركز بالإنجليزية (مع the إن كانت من الاسم):',
      ar: 'اسم المسجد أو المركز بالعربية:',
    },
    nameTooLong: (max) => `الاسم أطول من المسموح: ${max} حرف على الأكثر.`,
    port: 'المنفذ الذي يعمل عليه الموقع:',
    wrongPort: 'اكتب رقمًا من 1 إلى 65535.',
    notInteractive: `تعذّر طرح الأسئلة، لأن نافذة الأوامر هذه ليست تفاعلية. نفّذ ${isolate('npx minbar')} في نافذة تفاعلية، أو ${isolate('npx minbar --yes')} لاستخدام القيم الافتراضية، ويمكن تغييرها لاحقًا في ${isolate('content/site.json')}.`,
    canceled: 'أُلغي الأمر ولم يُنشأ شيء.',
    notEmpty: (folder, name) =>
      `في المجلد ${isolate(folder)} ملفات أخرى، منها ${isolate(name)}. اختر مجلدًا فارغًا: ${isolate('npx minbar new FOLDER')}`,
    ...folderProblemsInArabic('npx minbar new FOLDER'),
    invalidManifest: (folder) =>
      `الملف ${isolate('package.json')} في المجلد ${isolate(folder)} ليس بصيغة JSON صحيحة. صحّحه، أو اختر مجلدًا آخر: ${isolate('npx minbar new FOLDER')}`,
    firstCategory: 'الدروس',
    settings: (port) =>
      `# إعدادات هذا الموقع\nPORT=${port}\n# عنوان الموقع على الإنترنت إن كان له عنوان:\n# SITE_URL=https://example.org`,
    readme: (category) =>
      `# موقعك\n\n- تشغيله: \`npm start\`. إيقافه: Ctrl-C.\n- نشر درس: ضع ملف PDF في المجلد \`content/library/${category}\`. كل مجلد تصنيف، واسم الملف عنوان الدرس. ولا يلزم غير ذلك ما دام الموقع يعمل.\n- الأسماء والنصوص والشعار: \`content/site.json\`، ثم شغّل الموقع من جديد. وقبل أن تخبر الناس بموقعك غيّر العنوان ونص الترحيب.\n- نسخة احتياطية: \`npm run library -- backup --replace minbar-backup.tar.gz\`.\n- فحص الموقع: \`npm run library -- doctor\`.\n- التحديث: \`npx minbar@latest\` في هذا المجلد. تبقى دروسك ونصوصك كما هي.`,
    notInstalled: (folder) =>
      `تعذّر تثبيت منبر في المجلد ${isolate(folder)}. نفّذ ${isolate('npm install')} في ذلك المجلد قبل ${isolate('npm start')} التالي.`,
    created: (folder, category) =>
      `موقعك في المجلد ${isolate(folder)}\nلنشر درس ضع ملف PDF في المجلد ${isolate(`content/library/${category}`)} داخله، فيظهر في ثوانٍ.\nوقبل أن تخبر الناس بموقعك غيّر العنوان ونص الترحيب في ${isolate('content/site.json')}، فما فيهما للتجربة.\nوفي المرة القادمة نفّذ في ذلك المجلد: ${isolate('npm start')}`,
  },
};

const catalogs: Record<Language, Messages> = { en: english, ar: arabic };

/** Returns the messages to the owner in a language. */
export const messagesIn = (language: Language): Messages => catalogs[language];
