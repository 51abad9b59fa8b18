import type { Language } from '#web/i18n/language.ts';

interface RefusalTexts {
  heading: string;
  text: (seconds: string) => string;
  again: string;
}

/**
 * What visitors read on the page of a moment in which too much is asked for at once. For translators: nothing is broken, and
 * nobody is accused. `seconds` is a time as the language writes it, such as "12 seconds"; `again` is a link to the same page.
 */
export const refusalTexts: Record<Language, RefusalTexts> = {
  en: {
    heading: 'Please wait a moment',
    text: (seconds) => `Many pages were asked for at once. Try again in ${seconds}; nothing is lost.`,
    again: 'Try again',
  },
  ar: {
    heading: 'يرجى الانتظار قليلًا',
    text: (seconds) => `طُلبت صفحات كثيرة في وقت واحد. أعد المحاولة بعد مدة قدرها ${seconds}، ولم يضِع شيء.`,
    again: 'إعادة المحاولة',
  },
};
