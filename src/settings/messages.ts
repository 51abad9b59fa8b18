import { isolate, type Language } from '#contract/language.ts';

/** Returns an IPv6 address without the brackets that URLs need. */
const withoutBrackets = (host: string): string => host.replace(/[[\]]/g, '');

/** Messages about mistakes in settings and in the owner's files, in English. */
const en = {
  missing: (name: string) => `Environment variable ${name} is not set or is empty.`,
  // The wording of Appwrite's SDK.
  endpoint: 'Invalid endpoint URL',
  invalidValue: (name: string, value: string) =>
    ({
      PICTURES_MB: `PICTURES_MB must be a number of megabytes from 100 to 1000000, not "${value}".`,
      PORT: `PORT must be a number from 0 to 65535, not "${value}".`,
      SITE_URL: `SITE_URL must be an address such as https://example.org, without a path, not "${value}".`,
      HOST: `HOST must be written without brackets: HOST=${withoutBrackets(value)}, not "${value}".`,
      PLATFORM_ORIGINS: `PLATFORM_ORIGINS must be origins such as https://example.org, separated by commas, not "${value}".`,
      FRAME_ORIGINS: `FRAME_ORIGINS must be origins such as https://example.org, separated by commas, not "${value}".`,
      TRUST_PROXY: `TRUST_PROXY must be "off", the number of proxies in front of the site, or their addresses such as 127.0.0.1,10.0.0.0/8, not "${value}".`,
      APPWRITE_ENDPOINT: `Invalid endpoint URL: APPWRITE_ENDPOINT must be /v1, or a complete address such as https://fra.cloud.appwrite.io/v1, not "${value}".`,
      METRICS_KEY:
        'METRICS_KEY must have at least 16 characters without spaces, or be "make" to generate a key.',
      LOG: `LOG must be "plain" or "json", not "${value}".`,
      WATCH: `WATCH must be "on" or "off", not "${value}".`,
    })[name] ?? `${name} cannot be "${value}".`,
  guessableKey:
    'APPWRITE_API_KEY is too short: anyone who guesses it can change the library. Use at least 16 characters without spaces, or "make" to generate a key.',
  /** Adds the file's name to one of the messages below. */
  inFile: (file: string, problem: string) => `content/${file}: ${problem}`,
  missingFile:
    'the file is missing. Check that you are in the site’s folder, or copy the file from a backup.',
  unreadable: 'the file cannot be read. Check that you have permission to open it.',
  /** `position` is the position of the syntax error: `end` for a text that ends too early, null if unknown. */
  notJson: (position: { line: number; column: number } | 'end' | null) =>
    position === null
      ? 'this is not valid JSON: check its brackets, commas and quotation marks.'
      : position !== 'end'
        ? `this is not valid JSON: see line ${position.line}, near character ${position.column}. A comma or a quotation mark may be missing or extra.`
        : 'this is not valid JSON: the text ends too early. A bracket or a quotation mark at the end may be missing.',
  notObject: 'the file must contain a single object: { … }.',
  text: (name: string, language: string) =>
    `"${name}" needs a text for "${language}", such as "${name}": { "en": "…", "ar": "…" }.`,
  longText: (name: string, language: string, max: number) =>
    `"${name}" for "${language}" is longer than ${max} characters: shorten it.`,
  language: '"language" must be "en" or "ar".',
  hijriOffset: '"hijriOffset" must be a whole number of days from -2 to 2.',
  flag: (entry: string) => `"${entry}" must be true or false, without quotation marks.`,
  inboxCategory: '"inboxCategory" must be a name that a folder can have, such as "General – عام".',
  categories: '"categories" must be a list of category names, such as ["Fiqh", "Hadith"].',
  timeZone: '"timeZone" must name a time zone, such as "America/Chicago" or "Asia/Riyadh".',
  logoName: (entry: string) =>
    `"${entry}" must be the name of an image in the content folder, such as "logo.svg".`,
  logoFolder: (entry: string, name: string) => `"${entry}" must be inside the content folder, not "${name}".`,
  logoType: (entry: string, endings: string, name: string) =>
    `"${entry}" must end in ${endings}, not "${name}".`,
  logoUnreadable: (name: string) =>
    `the logo "${name}" cannot be read: put the picture into the content folder.`,
  logoLarge: (name: string) => `the logo "${name}" is larger than 200 kB: save a smaller picture.`,
  groups: 'the file must contain a list of groups, such as [["fiqh", "فقه"]].',
  group: (number: number) => `group ${number} must be a list of at least two words, such as ["fiqh", "فقه"].`,
};

/** Type of the messages in each language. Every language has all entries. */
export type SettingsMessages = typeof en;

/** Messages about mistakes in settings and in the owner's files, in Arabic. */
const ar: SettingsMessages = {
  missing: (name) => `متغيّر البيئة ${isolate(name)} غير مضبوط أو فارغ.`,
  endpoint: 'عنوان الخادم (VITE_APPWRITE_ENDPOINT) غير صالح.',
  invalidValue: (name, value) =>
    ({
      PICTURES_MB: `يجب أن يكون ${isolate('PICTURES_MB')} عددًا من 100 إلى 1000000 (بالميغابايت)، لا ${isolate(`"${value}"`)}.`,
      PORT: `يجب أن يكون ${isolate('PORT')} عددًا من 0 إلى 65535، لا ${isolate(`"${value}"`)}.`,
      SITE_URL: `يجب أن يكون ${isolate('SITE_URL')} عنوانًا مثل ${isolate('https://example.org')} بلا مسار بعده، لا ${isolate(`"${value}"`)}.`,
      HOST: `يُكتب ${isolate('HOST')} بلا أقواس: ${isolate(`HOST=${withoutBrackets(value)}`)}، لا ${isolate(`"${value}"`)}.`,
      PLATFORM_ORIGINS: `يجب أن يكون ${isolate('PLATFORM_ORIGINS')} عناوين مواقع مثل ${isolate('https://example.org')} تفصل بينها فواصل، لا ${isolate(`"${value}"`)}.`,
      FRAME_ORIGINS: `يجب أن يكون ${isolate('FRAME_ORIGINS')} عناوين مواقع مثل ${isolate('https://example.org')} تفصل بينها فواصل، لا ${isolate(`"${value}"`)}.`,
      TRUST_PROXY: `يجب أن يكون ${isolate('TRUST_PROXY')} إما ${isolate('off')} أو عدد الخوادم الوسيطة (proxies) أمام الموقع أو عناوينها مثل ${isolate('127.0.0.1,10.0.0.0/8')}، لا ${isolate(`"${value}"`)}.`,
      APPWRITE_ENDPOINT: `يجب أن يكون ${isolate('APPWRITE_ENDPOINT')} إما ${isolate('/v1')} أو عنوانًا كاملًا مثل ${isolate('https://fra.cloud.appwrite.io/v1')}، لا ${isolate(`"${value}"`)}.`,
      METRICS_KEY: `يجب أن يكون ${isolate('METRICS_KEY')} من 16 رمزًا أو أكثر بلا مسافات، أو ${isolate('make')} ليُنشئ الموقع مفتاحًا.`,
      LOG: `يجب أن يكون ${isolate('LOG')} إما ${isolate('plain')} أو ${isolate('json')}، لا ${isolate(`"${value}"`)}.`,
      WATCH: `يجب أن يكون ${isolate('WATCH')} إما ${isolate('on')} أو ${isolate('off')}، لا ${isolate(`"${value}"`)}.`,
    })[name] ?? `القيمة ${isolate(`"${value}"`)} لا تصلح للإعداد ${isolate(name)}.`,
  guessableKey: `المفتاح ${isolate('APPWRITE_API_KEY')} قصير يسهل تخمينه، ومن خمّنه استطاع تغيير المكتبة. اضبط مفتاحًا من 16 رمزًا أو أكثر بلا مسافات، أو ${isolate('make')} ليُنشئ الموقع مفتاحًا.`,
  inFile: (file, problem) => `الملف ${isolate(`content/${file}`)}: ${problem}`,
  missingFile: 'الملف غير موجود. تأكد من أنك في مجلد الموقع، أو خذ الملف من نسخة احتياطية.',
  unreadable: 'تتعذّر قراءة الملف. تحقق من أن لديك صلاحية فتحه.',
  notJson: (position) =>
    position === null
      ? 'صيغة JSON غير صحيحة: تحقق من الأقواس والفواصل وعلامات التنصيص.'
      : position !== 'end'
        ? `صيغة JSON غير صحيحة: انظر السطر ${position.line} قرب الحرف ${position.column}. قد تنقص فاصلة أو علامة تنصيص أو تزيد.`
        : 'صيغة JSON غير صحيحة: ينتهي النص قبل تمامه. قد ينقص في آخره قوس أو علامة تنصيص.',
  notObject: `يجب أن يكون محتواه كله بين قوسين ${isolate('{ … }')}.`,
  text: (name, language) =>
    `ينقص ${isolate(`"${name}"`)} نصٌّ للغة ${isolate(`"${language}"`)}، مثل ${isolate(`"${name}": { "en": "…", "ar": "…" }`)}.`,
  longText: (name, language, max) =>
    `نص ${isolate(`"${name}"`)} للغة ${isolate(`"${language}"`)} أطول من ${max} حرف: اختصره.`,
  language: `يجب أن يكون ${isolate('"language"')} إما ${isolate('"en"')} أو ${isolate('"ar"')}.`,
  hijriOffset: `يجب أن يكون ${isolate('"hijriOffset"')} عددًا صحيحًا من الأيام بين ${isolate('-2')} و${isolate('2')}.`,
  flag: (entry) =>
    `يجب أن تكون قيمة ${isolate(`"${entry}"`)} إما ${isolate('true')} أو ${isolate('false')} بلا علامات تنصيص.`,
  inboxCategory: `يجب أن يكون ${isolate('"inboxCategory"')} اسمًا يصلح اسمَ مجلد، مثل ${isolate('"General – عام"')}.`,
  categories: `يجب أن تكون ${isolate('"categories"')} قائمة بأسماء التصنيفات، مثل ${isolate('["الفقه", "الحديث"]')}.`,
  timeZone: `يجب أن تكون ${isolate('"timeZone"')} اسم منطقة زمنية، مثل ${isolate('"America/Chicago"')} أو ${isolate('"Asia/Riyadh"')}.`,
  logoName: (entry) =>
    `يجب أن يكون ${isolate(`"${entry}"`)} اسم صورة بجانب الملف، مثل ${isolate('"logo.svg"')}.`,
  logoFolder: (entry, name) =>
    `يجب أن تكون صورة ${isolate(`"${entry}"`)} داخل المجلد ${isolate('content')}، لا ${isolate(`"${name}"`)}.`,
  logoType: (entry, endings, name) =>
    `يجب أن ينتهي اسم صورة ${isolate(`"${entry}"`)} بأحد هذه: ${isolate(endings)}، لا ${isolate(`"${name}"`)}.`,
  logoUnreadable: (name) =>
    `تتعذّر قراءة الشعار ${isolate(`"${name}"`)}: ضع الصورة في المجلد ${isolate('content')}.`,
  logoLarge: (name) => `الشعار ${isolate(`"${name}"`)} أكبر من ${isolate('200 kB')}: احفظ صورة أصغر.`,
  groups: `يجب أن يكون قائمة مجموعات، مثل ${isolate('[["fiqh", "فقه"]]')}.`,
  group: (number) =>
    `يجب أن تكون المجموعة ${number} قائمة من كلمتين أو أكثر، مثل ${isolate('["fiqh", "فقه"]')}.`,
};

const catalogs: Record<Language, SettingsMessages> = { en, ar };

/** Returns the messages to the owner in a language. */
export const settingsMessages = (language: Language): SettingsMessages => catalogs[language];
