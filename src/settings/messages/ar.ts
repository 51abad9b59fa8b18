import { bare, type SettingsMessages } from './en.ts';

/** Isolates a name, a path or a value inside an Arabic line (Unicode FSI and PDI). */
const whole = (text: string) => `\u2068${text}\u2069`;

/** Messages about mistakes in settings and in the owner's files, in Arabic. */
export const ar: SettingsMessages = {
  missing: (name) => `متغيّر البيئة ${whole(name)} غير مضبوط أو فارغ.`,
  endpoint: 'عنوان الخادم (VITE_APPWRITE_ENDPOINT) غير صالح.',
  wrong: (name, value) =>
    ({
      PICTURES_MB: `يجب أن يكون ${whole('PICTURES_MB')} عددًا من 100 إلى 1000000 (بالميغابايت)، لا ${whole(`"${value}"`)}.`,
      PORT: `يجب أن يكون ${whole('PORT')} عددًا من 0 إلى 65535، لا ${whole(`"${value}"`)}.`,
      SITE_URL: `يجب أن يكون ${whole('SITE_URL')} عنوانًا مثل ${whole('https://example.org')} بلا مسار بعده، لا ${whole(`"${value}"`)}.`,
      HOST: `يُكتب ${whole('HOST')} بلا أقواس: ${whole(`HOST=${bare(value)}`)}، لا ${whole(`"${value}"`)}.`,
      PLATFORM_ORIGINS: `يجب أن يكون ${whole('PLATFORM_ORIGINS')} عناوين مواقع مثل ${whole('https://example.org')} تفصل بينها فواصل، لا ${whole(`"${value}"`)}.`,
      FRAME_ORIGINS: `يجب أن يكون ${whole('FRAME_ORIGINS')} عناوين مواقع مثل ${whole('https://example.org')} تفصل بينها فواصل، لا ${whole(`"${value}"`)}.`,
      TRUST_PROXY: `يجب أن يكون ${whole('TRUST_PROXY')} إما ${whole('off')} أو عدد الخوادم الوسيطة (proxies) أمام الموقع أو عناوينها مثل ${whole('127.0.0.1,10.0.0.0/8')}، لا ${whole(`"${value}"`)}.`,
      APPWRITE_ENDPOINT: `يجب أن يكون ${whole('APPWRITE_ENDPOINT')} إما ${whole('/v1')} أو عنوانًا كاملًا مثل ${whole('https://fra.cloud.appwrite.io/v1')}، لا ${whole(`"${value}"`)}.`,
      METRICS_KEY: `يجب أن يكون ${whole('METRICS_KEY')} من 16 رمزًا أو أكثر بلا مسافات، أو ${whole('make')} ليُنشئ الموقع مفتاحًا.`,
      LOG: `يجب أن يكون ${whole('LOG')} إما ${whole('plain')} أو ${whole('json')}، لا ${whole(`"${value}"`)}.`,
      WATCH: `يجب أن يكون ${whole('WATCH')} إما ${whole('on')} أو ${whole('off')}، لا ${whole(`"${value}"`)}.`,
    })[name] ?? `القيمة ${whole(`"${value}"`)} لا تصلح للإعداد ${whole(name)}.`,
  guessableKey: `المفتاح ${whole('APPWRITE_API_KEY')} قصير يسهل تخمينه، ومن خمّنه استطاع تغيير المكتبة. اضبط مفتاحًا من 16 رمزًا أو أكثر بلا مسافات، أو ${whole('make')} ليُنشئ الموقع مفتاحًا.`,
  inFile: (file, problem) => `الملف ${whole(`content/${file}`)}: ${problem}`,
  absent: 'الملف غير موجود.',
  unreadable: 'تتعذّر قراءة الملف: تحقق من أن لديك صلاحية فتحه.',
  notJson: (place) =>
    place === null
      ? 'صيغة JSON غير صحيحة.'
      : place !== 'end'
        ? `صيغة JSON غير صحيحة: انظر السطر ${place.line} قرب الحرف ${place.column}. قد تنقص فاصلة أو علامة تنصيص أو تزيد.`
        : 'صيغة JSON غير صحيحة: ينتهي النص قبل تمامه. قد ينقص في آخره قوس أو علامة تنصيص.',
  notObject: `يجب أن يكون محتواه كله بين قوسين ${whole('{ … }')}.`,
  text: (name, language) =>
    `ينقص ${whole(`"${name}"`)} نصٌّ للغة ${whole(`"${language}"`)}، مثل ${whole(`"${name}": { "en": "…", "ar": "…" }`)}.`,
  longText: (name, language, max) =>
    `نص ${whole(`"${name}"`)} للغة ${whole(`"${language}"`)} أطول من ${max} حرف.`,
  language: `يجب أن يكون ${whole('"language"')} إما ${whole('"en"')} أو ${whole('"ar"')}.`,
  hijriOffset: `يجب أن يكون ${whole('"hijriOffset"')} عددًا صحيحًا من الأيام بين ${whole('-2')} و${whole('2')}.`,
  flag: (entry) =>
    `يجب أن تكون قيمة ${whole(`"${entry}"`)} إما ${whole('true')} أو ${whole('false')} بلا علامات تنصيص.`,
  inboxCategory: `يجب أن يكون ${whole('"inboxCategory"')} اسمًا يصلح اسمَ مجلد، مثل ${whole('"General – عام"')}.`,
  categories: `يجب أن تكون ${whole('"categories"')} قائمة بأسماء التصنيفات، مثل ${whole('["الفقه", "الحديث"]')}.`,
  timeZone: `يجب أن تكون ${whole('"timeZone"')} اسم منطقة زمنية، مثل ${whole('"America/Chicago"')} أو ${whole('"Asia/Riyadh"')}.`,
  logoName: (entry) => `يجب أن يكون ${whole(`"${entry}"`)} اسم صورة بجانب الملف، مثل ${whole('"logo.svg"')}.`,
  logoPlace: (entry, name) =>
    `يجب أن تكون صورة ${whole(`"${entry}"`)} داخل المجلد ${whole('content')}، لا ${whole(`"${name}"`)}.`,
  logoType: (entry, endings, name) =>
    `يجب أن ينتهي اسم صورة ${whole(`"${entry}"`)} بأحد هذه: ${whole(endings)}، لا ${whole(`"${name}"`)}.`,
  logoAbsent: (name) => `تتعذّر قراءة الشعار ${whole(`"${name}"`)}: ضع الصورة في المجلد ${whole('content')}.`,
  logoLarge: (name) => `الشعار ${whole(`"${name}"`)} أكبر من ${whole('200 kB')}: احفظ صورة أصغر.`,
  groups: `يجب أن يكون قائمة مجموعات، مثل ${whole('[["fiqh", "فقه"]]')}.`,
  group: (number) =>
    `يجب أن تكون المجموعة ${number} قائمة من كلمتين أو أكثر، مثل ${whole('["fiqh", "فقه"]')}.`,
};
