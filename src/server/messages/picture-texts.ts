import { inEachLanguage, type Language } from '#web/i18n/language.ts';

interface PictureTexts {
  noLesson: string;
  gone: string;
  noPage: string;
  notDrawn: string;
  away: string;
}

/** For translators: what is read at the address of a page's picture where there is no picture. */
const texts: Record<Language, PictureTexts> = {
  en: {
    noLesson: 'There is no such lesson.',
    gone: 'This lesson was taken down.',
    noPage: 'The lesson has no such page.',
    notDrawn: 'This page cannot be drawn. The PDF of the lesson has it.',
    away: 'The library does not answer. Try again in half a minute.',
  },
  ar: {
    noLesson: 'لا يوجد درس بهذا العنوان.',
    gone: 'أُزيل هذا الدرس.',
    noPage: 'ليس في الدرس صفحة بهذا الرقم.',
    notDrawn: 'تعذّر رسم هذه الصفحة، وهي في ملف PDF الخاص بالدرس.',
    away: 'المكتبة لا تستجيب. أعد المحاولة بعد نصف دقيقة.',
  },
};

/** Such a text in each language: the address of a picture says nothing of the visitor's. */
export function pictureText(what: keyof PictureTexts): string {
  return Object.values(inEachLanguage((language) => `${texts[language][what]}\n`)).join('');
}
