/** Number of lines at the top and bottom of a page that may recur. */
const EDGE_LINES = { top: 2, bottom: 2 };
/** Minimum number of pages with a recurring line, and the share of pages that it exceeds. */
const MIN_PAGES = 3;
const MIN_SHARE = 0.5;

/**
 * Removes lines that recur at the top or bottom of more than half the pages with text, such as titles and page numbers. Keeps each of these
 * lines on its first page. Lines end with a line feed or the end of a paragraph.
 */
export function withoutRecurringLines(texts: readonly string[]): string[] {
  const pages = texts.map((text) => text.split(/(?<=[\n\u2029])/));
  const counts = new Map<string, number>();
  for (const lines of pages)
    for (const key of new Set(edgesOf(lines).map((index) => keyOf(lines[index] ?? ''))))
      counts.set(key, (counts.get(key) ?? 0) + 1);
  const pagesWithText = texts.filter((text) => text !== '').length;
  const isRecurring = (key: string) => {
    const count = counts.get(key) ?? 0;
    return key !== '' && count >= MIN_PAGES && count > MIN_SHARE * pagesWithText;
  };
  const earlierTexts = new Set<string>();
  return pages.map((lines) => {
    const recurringIndexes = edgesOf(lines).filter((index) => {
      const key = keyOf(lines[index] ?? '');
      if (!isRecurring(key)) return false;
      const isFirst = !earlierTexts.has(key);
      earlierTexts.add(key);
      return !isFirst;
    });
    return lines
      .filter((_, index) => !recurringIndexes.includes(index))
      .join('')
      .trim();
  });
}

/** Returns the indexes of lines at a page's edges. */
function edgesOf(lines: readonly string[]): number[] {
  return lines.flatMap((_, index) =>
    index < EDGE_LINES.top || index >= lines.length - EDGE_LINES.bottom ? index : [],
  );
}

const pageNumber = /\p{N}+(?:\s*(?:\/|of|von|sur|de|من)\s*\p{N}+)?/u.source;
const numbersAround = new RegExp(`^[\\s|–-]*${pageNumber}[\\s|–-]*|[\\s|–-]*${pageNumber}[\\s|–-]*$`, 'gu');

/** Normalizes page numbers, so that lines differing only in them are equal. */
function keyOf(line: string): string {
  return line.replace(numbersAround, '#').trim();
}
