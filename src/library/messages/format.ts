/**
 * Isolates a name in a sentence (Unicode FSI and PDI), so that its writing direction does not reorder the other words. Replaces
 * control characters, which a terminal would execute, line separators, and direction marks that would break the isolation.
 */
export function isolate(name: string): string {
  return `\u2068${name.replace(/[\p{Cc}\p{Zl}\p{Zp}\u202A-\u202E\u2066-\u2069]/gu, '\uFFFD')}\u2069`;
}

/** Formats a command for copying: on a separate line and without isolates, which would be copied too. */
export function command(text: string): string {
  return `\n    ${text}`;
}

/** Creates a formatter of dates with times in the time zone of the process. Its argument is in ISO 8601. */
export const createDateFormat =
  (locale: string) =>
  (iso: string): string =>
    new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeStyle: 'short' }).format(new Date(iso));

/** Creates a formatter of dates without times in the time zone of the process. Its argument is in ISO 8601. */
export const createDayFormat =
  (locale: string) =>
  (iso: string): string =>
    new Intl.DateTimeFormat(locale, { dateStyle: 'long' }).format(new Date(iso));

export const sizeText = (bytes: number): string =>
  bytes < 2 ** 20
    ? `${Math.ceil(bytes / 2 ** 10)} kB`
    : bytes < 2 ** 30
      ? `${(bytes / 2 ** 20).toFixed(1)} MB`
      : `${(bytes / 2 ** 30).toFixed(1)} GB`;
