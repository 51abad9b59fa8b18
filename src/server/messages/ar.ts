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
  servesHosted: (n, endpoint) => `يعرض ${lessons(n)} من الخادم ${whole(endpoint)}.`,
  taken: (dataDir, holder) => {
    const number = holder ? ` (العملية ${holder.pid} على ${whole(holder.host)})` : '';
    if (holder?.what === 'site') {
      const where = holder.site ? ` على العنوان ${whole(new URL(holder.site.endpoint).origin)}` : '';
      return `هناك موقع يعمل على ${whole(dataDir)}${where}${number}. أوقفه أولًا (Ctrl-C)، أو اجعل لهذا الموقع مجلد بيانات خاصًا به: ${whole('DATA_DIR')}. لم يتغير شيء.`;
    }
    const who = holder ? `الأمر ${whole(`npm run library -- ${holder.what}`)}` : 'برنامج آخر';
    return `${who} يستخدم ${whole(dataDir)}${number}. شغّل الموقع بعد أن ينتهي. لم يتغير شيء.`;
  },
  skipped: (id, reason) =>
    `لا يمكن عرض المدخل ${whole(id)} من المكتبة على الزوار: ${whole(reason)}. للتفاصيل: ${whole('npm run library -- doctor')}`,
  away: (reason) =>
    `الخادم لا يجيب: ${whole(reason)}. يرى الزوار ما حُفظ من الصفحات، ولا يلزمك شيء حين يعود الخادم.`,
  back: 'عاد الخادم يجيب.',
};
