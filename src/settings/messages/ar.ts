import { isolate } from '#contract/language.ts';
import { type SettingsMessages, withoutBrackets } from './en.ts';

/** Messages about mistakes in settings and in the owner's files, in Arabic. */
export const ar: SettingsMessages = {
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
  unreadable: 'تتعذّر قراءة الملف: تحقق من أن لديك صلاحية فتحه.',
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
