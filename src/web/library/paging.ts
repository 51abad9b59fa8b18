/** `ceil(total / itemsPerPage)`, at least 1 (docs/rules.md#the-library-on-a-page). */
export function totalPages(total: number, itemsPerPage: number): number {
  return Math.max(1, Math.ceil(total / itemsPerPage));
}

/** The nearest page that exists: never below 1, never above the last. */
export function clampPage(page: number, total: number, itemsPerPage: number): number {
  return Math.min(Math.max(page, 1), totalPages(total, itemsPerPage));
}

/** First and last position shown, counted from 1 (docs/rules.md#the-library-on-a-page). */
export function shownRange(page: number, itemsPerPage: number, rowsOnPage: number) {
  const start = (page - 1) * itemsPerPage + 1;
  return { start, end: start - 1 + rowsOnPage };
}

export type PagerItem = { page: number } | { gapAfter: number };

/** Lists the first page, the last, one on either side of the active page, and a gap for skipped pages. */
export function pagerItems(active: number, pages: number): PagerItem[] {
  const wanted = [1, active - 1, active, active + 1, pages].filter((page) => page >= 1 && page <= pages);
  const shown = [...new Set(wanted)].sort((a, b) => a - b);
  return shown.flatMap((page, index): PagerItem[] => {
    const previous = shown[index - 1];
    return previous !== undefined && page - previous > 1 ? [{ gapAfter: previous }, { page }] : [{ page }];
  });
}
