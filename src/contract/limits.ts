/** Hits of a search are counted up to this number, which then means "this many or more". Lists without a search are counted whole. */
export const MAX_COUNTED_HITS = 10_000;

/** Appwrite stops counting here, lists and searches alike. */
export const hostedTotalLimit = 5000;

/** Code units of a text that a backend looks for inside others; it refuses a longer one. */
export const longestText = 256;

/** The beginning of a text that a backend looks for: no name holds more of it. */
export function beginningOf(text: string): string {
  return text.slice(0, longestText).replace(/[\uD800-\uDBFF]$/, '');
}

/** An id as Appwrite allows it, for regular expressions: what it names needs no encoding in an address. */
export const idPattern = '[A-Za-z0-9][A-Za-z0-9._-]{0,35}';
