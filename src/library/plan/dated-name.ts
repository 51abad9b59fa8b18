import { toLatinDigits } from '#text/fold.ts';

/** The date at the beginning of a file name, and the rest of the name as the title. */
export interface DatedName {
  /** The row's `fileName`. */
  title: string;
  /** Noon of the date in the process's time zone (ISO 8601), so that it is the same day in most time zones; null without a valid date. */
  date: string | null;
  /** Whether the name begins with a date that does not exist or has an unlikely year, and therefore stays in the title. */
  isNoSuchDate: boolean;
}

/** A year of four digits and two numbers, with the same separator, then possibly a mark of the calendar. No letter or digit follows. */
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
 * any script. `hijriOffset` is the number of days by which the owner's Hijri dates are ahead of Umm al-Qura.
 */
export function readDatedName(fileName: string, hijriOffset = 0): DatedName {
  const undatedName: DatedName = { title: fileName, date: null, isNoSuchDate: false };
  const stem = fileName.replace(/\.pdf$/i, '');
  // A date typed between Arabic words can contain direction marks.
  const match = leadingDate.exec(stem.replace(/\p{Cf}/gu, '').trimStart());
  if (!match) return undatedName;
  const [year = 0, month = 0, day = 0] = [match[1], match[3], match[4]].map((part) =>
    Number(toLatinDigits(part ?? '')),
  );
  const date =
    year >= FIRST_GREGORIAN_YEAR
      ? toGregorianNoon(year, month, day)
      : toHijriNoon(year, month, day, hijriOffset);
  if (!date) return { ...undatedName, isNoSuchDate: true };
  const digits = match[0].match(/[\p{Nd}\p{L}\p{M}]/gu)?.length ?? 0;
  const title = skipCharacters(stem, digits).replace(separators, '').trim();
  // If the name contains only a date, the date is the title.
  const lessonName = title === '' ? fileName : title + fileName.slice(stem.length);
  return { title: lessonName, date: date.toISOString(), isNoSuchDate: false };
}

/** Returns the text after the first `count` letters and digits. */
function skipCharacters(text: string, count: number): string {
  const characters = [...text.matchAll(/[\p{Nd}\p{L}\p{M}]/gu)];
  const lastCharacter = characters[count - 1];
  return lastCharacter ? text.slice(lastCharacter.index + lastCharacter[0].length) : '';
}

/** Returns noon of a day in the time zone of the process; undefined if the day does not exist or is after `LAST_GREGORIAN_YEAR`. */
function toGregorianNoon(year: number, month: number, day: number): Date | undefined {
  const date = new Date(year, month - 1, day, 12);
  const isValid = date.getFullYear() === year && date.getMonth() === month - 1 && date.getDate() === day;
  return isValid && year <= LAST_GREGORIAN_YEAR ? date : undefined;
}

// Node 24, which the site supports, has no `Temporal`.
const hijriFormat = new Intl.DateTimeFormat('en-u-ca-islamic-umalqura-nu-latn', {
  timeZone: 'UTC',
  year: 'numeric',
  month: 'numeric',
  day: 'numeric',
});

/** Average days of a Hijri year, and the first day of the calendar in days since 1970. */
const [DAYS_OF_YEAR, HIJRI_EPOCH_DAY] = [354.367, -492_148];
const DAY_MS = 86_400_000;

function toHijriNoon(year: number, month: number, day: number, offset: number): Date | undefined {
  if (year < FIRST_HIJRI_YEAR || year > LAST_HIJRI_YEAR || month > 12) return undefined;
  const estimate = Math.round(
    HIJRI_EPOCH_DAY + (year - 1) * DAYS_OF_YEAR + (month - 1) * (DAYS_OF_YEAR / 12) + day,
  );
  const hijriText = `${month}/${day}/${year} AH`;
  for (let distance = 0; distance <= 5; distance++)
    for (const days of [estimate - distance, estimate + distance]) {
      const day = new Date(days * DAY_MS);
      if (hijriFormat.format(day) !== hijriText) continue;
      const [y, m, d] = [day.getUTCFullYear(), day.getUTCMonth(), day.getUTCDate()];
      return new Date(y, m, d - offset, 12);
    }
  return undefined;
}
