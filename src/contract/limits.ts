/** Maximum counted hits of a search; this number means "this many or more". Lists without a search are counted completely. */
export const MAX_COUNTED_HITS = 10_000;

/** Maximum total that Appwrite reports, in lists and in searches. */
export const MAX_HOSTED_TOTAL = 5000;

/** Maximum length, in code units, of a text to search for. A backend refuses a longer one. */
export const MAX_SEARCHED_LENGTH = 256;

/** Shortens a text to search for to the length that a backend accepts. */
export function truncateSearch(text: string): string {
  return text.slice(0, MAX_SEARCHED_LENGTH).replace(/[\uD800-\uDBFF]$/, '');
}

/** Regular expression of the ids that Appwrite allows. They need no encoding in a URL. */
export const ID_PATTERN = '[A-Za-z0-9][A-Za-z0-9._-]{0,35}';
