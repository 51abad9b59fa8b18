import { latinDigits } from '#text/fold.ts';

/** The date at the beginning of a file name, and the rest of the name as the title. */
export interface DatedName {
  /** The row's `fileName`. */
  title: string;
  /** Noon of the date (ISO 8601), so that another time zone does not change the day; null without a valid date. */
  date: string | null;
  /** Whether the name begins with a date that does not exist and therefore stays in the title. */
  isNoSuchDate: boolean;
}

/** A year of four digits and two numbers, which no letter or digit follows. */
const leadingDate =
  /^(\p{Nd}{4})([-‐–._])(\p{Nd}{1,2})\2(\p{Nd}{1,2})(?:\s*(?:هـ|م|AH))?(?![\p{L}\p{M}\p{N}])/u;
const separators = /^[\s\p{Cf}\-‐–—._,،:]+/u;

/** Earlier years are read as Hijri years. */
const FIRST_GREGORIAN_YEAR = 1700;
/** Smaller numbers are not years, but counters of scanners. Databases of hosted projects also reject dates of the first centuries. */
const FIRST_HIJRI_YEAR = 1000;
const LAST_HIJRI_YEAR = 1600;
const LAST_GREGORIAN_YEAR = 2400;

/**
 * Reads the date at the beginning of a file's name: `2019-05-03 Title.pdf`, or `1440-08-28 Title.pdf` (Umm al-Qura), in digits of
 * any script. `hijriOffset` is the number of days by which the owner's Hijri dates are ahead of Umm al-Qura's.
 */
export function readDatedName(fileName: string, hijriOffset = 0): DatedName {
  const undatedName: DatedName = { title: fileName, date: null, isNoSuchDate: false };
  const stem = fileName.replace(/\.pdf$/i, '');
  // A date typed between Arabic words can contain direction marks.
  const match = leadingDate.exec(stem.replace(/\p{Cf}/gu, '').trimStart());
  if (!match) return undatedName;
  const [year = 0, month = 0, day = 0] = [match[1], match[3], match[4]].map((part) =>
    Number(latinDigits(part ?? '')),
  );
  const date = toNoon(year, month, day, hijriOffset);
  if (!date) return { ...undatedName, isNoSuchDate: true };
  const digits = match[0].match(/[\p{Nd}\p{L}\p{M}]/gu)?.length ?? 0;
  const title = skipCharacters(stem, digits).replace(separators, '').trim();
  // If the name contains only a date, the date is the title.
  const lessonName = title === '' ? fileName : title + fileName.slice(stem.length);
  return { title: lessonName, date, isNoSuchDate: false };
}

/** Returns the text after the first `count` letters and digits. */
function skipCharacters(text: string, count: number): string {
  const characters = [...text.matchAll(/[\p{Nd}\p{L}\p{M}]/gu)];
  const lastCharacter = characters[count - 1];
  return lastCharacter ? text.slice(lastCharacter.index + lastCharacter[0].length) : '';
}

/** Returns noon of a day in the time zone of the process (ISO 8601); null if the day does not exist. */
function toNoon(year: number, month: number, day: number, hijriOffset: number): string | null {
  const isGregorian = year >= FIRST_GREGORIAN_YEAR;
  const isYear = isGregorian
    ? year <= LAST_GREGORIAN_YEAR
    : year >= FIRST_HIJRI_YEAR && year <= LAST_HIJRI_YEAR;
  if (!isYear) return null;
  const [calendar, offset] = isGregorian ? ['iso8601', 0] : ['islamic-umalqura', hijriOffset];
  try {
    const date = Temporal.PlainDate.from({ calendar, year, month, day }, { overflow: 'reject' });
    const { year: y, month: m, day: d } = date.withCalendar('iso8601');
    return new Date(y, m - 1, d - offset, 12).toISOString();
  } catch {
    return null;
  }
}
