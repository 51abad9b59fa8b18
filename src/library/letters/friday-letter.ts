import { join } from 'node:path';
import type { Language } from '#contract/language.ts';
import { formatName } from '#contract/name.ts';
import { defaultView, lessonHref, viewHref } from '#contract/urls.ts';
import { cacheJson, readJson } from '#settings/json-file.ts';
import type { FolderChoices } from '#settings/site-file.ts';
import { createDayFormat } from '../messages/format.ts';
import type { LocalLibrary } from '../store/local-library.ts';

/** Content of a Friday letter. */
export interface FridayFacts {
  /** The site's address. */
  origin: string;
  preacherName: Record<Language, string>;
  /** Lessons that are new since the last letter, latest first. */
  lessons: readonly { id: string; title: string }[];
  now: Date;
  hijriOffset: number;
}

/** File name of the letter by the owner's language. */
export const fridayLetterNames: Record<Language, string> = {
  en: '_Friday letter.txt',
  ar: '_رسالة الجمعة.txt',
};

/** Maximum length in code points; messengers collapse longer messages. */
const MAX_CHARACTERS = 999;
const MAX_NAME_CHARACTERS = 80;
const DAY_MS = 86_400_000;
const FRIDAY = 5;

const shortenName = (name: string) =>
  [...name].length <= MAX_NAME_CHARACTERS ? name : `${[...name].slice(0, MAX_NAME_CHARACTERS - 1).join('')}…`;

const arabicCount = new Intl.PluralRules('ar');
const formatArabicRemainder = (n: number): string =>
  ({ one: 'ودرس آخر', two: 'ودرسان آخران', few: `و${n} دروس أخرى`, many: `و${n} درسًا آخر` })[
    arabicCount.select(n) as 'one' | 'two' | 'few' | 'many'
  ] ?? `و${n} درس آخر`;

/**
 * Composes the letter for this or the coming Friday, for pasting into a messenger: in both languages, with dates of both calendars, and
 * the link first, so that the messenger shows its preview. Lists as many lessons as fit. Returns null if there are none.
 */
export function composeFridayLetter({
  origin,
  preacherName,
  lessons,
  now,
  hijriOffset,
}: FridayFacts): string | null {
  const [firstLesson] = lessons;
  if (!firstLesson) return null;
  const friday = new Date(now.getTime() + ((FRIDAY - now.getDay() + 7) % 7) * DAY_MS);
  const hijriDay = new Date(friday.getTime() + hijriOffset * DAY_MS).toISOString();
  const day = (locale: string) => createDayFormat(`${locale}-u-nu-latn-ca-gregory`)(friday.toISOString());
  const hijri = (locale: string) => createDayFormat(`${locale}-u-nu-latn-ca-islamic-umalqura`)(hijriDay);
  const isOne = lessons.length === 1;
  const link = isOne
    ? lessonHref({ id: firstLesson.id, page: 1, search: '' }, 'en')
    : viewHref({ ...defaultView, sortBy: '$createdAt-desc' }, 'en');
  const [arabicName, englishName] = [shortenName(preacherName.ar), shortenName(preacherName.en)];
  const headerLines = [
    origin + link,
    '',
    `${isOne ? 'درس جديد' : 'دروس جديدة'} – ${arabicName}`,
    `الجمعة ${hijri('ar')}، الموافق ${day('ar')}`,
    '',
    `${isOne ? 'New lesson' : 'New lessons'} – ${englishName}`,
    `Friday, ${day('en-US')} (${hijri('en-US')})`,
    '',
  ];
  for (let count = lessons.length; ; count--) {
    const omittedCount = lessons.length - count;
    const text = [
      ...headerLines,
      ...lessons.slice(0, count).map(({ title }) => `• ${title}`),
      ...(omittedCount > 0 ? [`… ${formatArabicRemainder(omittedCount)}`, `… and ${omittedCount} more`] : []),
    ].join('\n');
    if ([...text].length <= MAX_CHARACTERS || count === 0) return text;
  }
}

/** Times (ISO 8601): `last` of the last letter, `before` of the start of the period that it covers. */
interface LetterTimes {
  before: string;
  last: string;
}

/**
 * Returns the time (ISO 8601) after which lessons count as new: that of the last letter, or 7 days ago if there was none. Another
 * letter on the same day covers the same period.
 */
export function findPeriodStart(times: Partial<LetterTimes>, now: Date): string {
  const { before, last } = times;
  if (!last) return new Date(now.getTime() - 7 * DAY_MS).toISOString();
  const isSameDay = new Date(last).toDateString() === now.toDateString();
  return isSameDay && before ? before : last;
}

/**
 * Composes the letter about lessons since the last letter; its `text` is null if there are none. `record` records it as the last
 * letter. Another letter on the same day covers the same period.
 */
export function makeFridayLetter(
  local: LocalLibrary,
  { dataDir, choices, origin }: { dataDir: string; choices: FolderChoices; origin: string },
  now: Date,
) {
  const path = join(dataDir, 'friday-letter.json');
  const since = findPeriodStart(Object(readJson(path)) as Partial<LetterTimes>, now);
  const newIds = local.log.addedSince(since);
  const lessonsById = new Map(local.read().lessons.map((lesson) => [lesson.id, lesson]));
  const lessons = newIds.flatMap((id) => {
    const lesson = lessonsById.get(id);
    return lesson ? [{ id, title: formatName(lesson.fileName.replace(/\.pdf$/i, '')) }] : [];
  });
  const { preacherName, hijriOffset } = choices;
  return {
    text: composeFridayLetter({ origin, preacherName, lessons, now, hijriOffset }),
    record: () => cacheJson(path, { before: since, last: now.toISOString() }),
  };
}
