/** Lines at the top and bottom of a page that may recur. */
const EDGE_LINES = { top: 2, foot: 2 };
/** A line recurs if it is on at least this many pages, and on more than this share of them. */
const MIN_PAGES = 3;
const MIN_SHARE = 0.5;

/**
 * Removes lines that recur at the top or bottom of most pages, such as titles and page numbers, except on the first page with
 * them. Lines end with a line feed or the end of a paragraph.
 */
export function withoutRecurringLines(texts: readonly string[]): string[] {
  const pages = texts.map((text) => text.split(/(?<=[\n\u2029])/));
  const counts = new Map<string, number>();
  for (const lines of pages)
    for (const key of new Set(edgesOf(lines).map((at) => keyOf(lines[at] ?? ''))))
      counts.set(key, (counts.get(key) ?? 0) + 1);
  const withText = texts.filter((text) => text !== '').length;
  const isRecurring = (key: string) => {
    const count = counts.get(key) ?? 0;
    return key !== '' && count >= MIN_PAGES && count > MIN_SHARE * withText;
  };
  const earlierTexts = new Set<string>();
  return pages.map((lines) => {
    const recurring = edgesOf(lines).filter((at) => {
      const key = keyOf(lines[at] ?? '');
      if (!isRecurring(key)) return false;
      const isFirst = !earlierTexts.has(key);
      earlierTexts.add(key);
      return !isFirst;
    });
    return lines
      .filter((_, at) => !recurring.includes(at))
      .join('')
      .trim();
  });
}

/** Returns the indexes of lines at a page's edges. */
function edgesOf(lines: readonly string[]): number[] {
  return lines.flatMap((_, at) => (at < EDGE_LINES.top || at >= lines.length - EDGE_LINES.foot ? at : []));
}

const pageNumber = /\p{N}+(?:\s*(?:\/|of|von|sur|de|من)\s*\p{N}+)?/u.source;
const numbersAround = new RegExp(`^[\\s|–-]*${pageNumber}[\\s|–-]*|[\\s|–-]*${pageNumber}[\\s|–-]*$`, 'gu');

/** Normalizes page numbers, so that lines differing only in them are equal. */
function keyOf(line: string): string {
  return line.replace(numbersAround, '#').trim();
}
