/** Formats a time for the API: `2026-01-31T12:00:00.123+00:00`. It is always UTC, so that sorting the texts sorts the times. */
export function formatDate(date: Date): string {
  return date.toISOString().replace('Z', '+00:00');
}

const DATE =
  /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2})(:\d{2})?(\.\d{1,9})?\s?(?:Z|([+-]\d{2}):?(\d{2}))?)?$/i;

/** Converts an ISO-like date, with or without a time, to the API's format. A missing zone means UTC. Undefined for other texts and impossible dates. */
export function toDateText(text: string): string | undefined {
  const [, day, minutes = '00:00', seconds = ':00', fraction = '', zoneHours, zoneMinutes] =
    DATE.exec(text) ?? [];
  if (day === undefined) return undefined;
  const milliseconds = fraction.slice(0, 4);
  const date = new Date(
    `${day}T${minutes}${seconds}${milliseconds}${zoneHours ? `${zoneHours}:${zoneMinutes}` : 'Z'}`,
  );
  // `Date` would silently turn February 30 into a day of March.
  const midnight = new Date(`${day}T00:00:00Z`);
  if (Number.isNaN(date.getTime()) || Number.isNaN(midnight.getTime())) return undefined;
  if (!midnight.toISOString().startsWith(day) || !/^\d{4}/.test(date.toISOString())) return undefined;
  return formatDate(date);
}
