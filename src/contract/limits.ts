/**
 * Maximum number of search hits that a backend of this project counts; as a total, it means "this many or more". Lists without a search are
 * counted completely.
 */
export const MAX_COUNTED_HITS = 10_000;

/** Maximum total that hosted Appwrite reports for a list or a search. */
export const MAX_HOSTED_TOTAL = 5000;

/** Maximum length of a search text in UTF-16 code units. The backend rejects longer ones. */
export const MAX_SEARCH_CODE_UNITS = 256;

/** Shortens a search text to the length that the backend accepts, without splitting a surrogate pair. */
export function truncateSearch(text: string): string {
  return text.slice(0, MAX_SEARCH_CODE_UNITS).replace(/[\uD800-\uDBFF]$/, '');
}

/** Regular expression, without anchors, of the ids that Appwrite allows. They need no encoding in a URL. */
export const ID_PATTERN = '[A-Za-z0-9][A-Za-z0-9._-]{0,35}';
