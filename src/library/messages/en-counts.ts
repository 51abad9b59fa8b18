const counted = (n: number, one: string) => (n === 1 ? `1 ${one}` : `${n} ${one}s`);

export const lessons = (n: number): string => counted(n, 'lesson');
export const files = (n: number): string => counted(n, 'file');
export const rows = (n: number): string => counted(n, 'row');
export const changes = (n: number): string => counted(n, 'change');
/** A moment (ISO 8601) as the owner reads it, in the computer's time zone. */
export const dateIn =
  (locale: string) =>
  (iso: string): string =>
    new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeStyle: 'short' }).format(new Date(iso));
export const sizeText = (bytes: number): string =>
  bytes < 2 ** 20
    ? `${Math.ceil(bytes / 2 ** 10)} kB`
    : bytes < 2 ** 30
      ? `${(bytes / 2 ** 20).toFixed(1)} MB`
      : `${(bytes / 2 ** 30).toFixed(1)} GB`;
