import { Fragment, type ReactNode } from 'react';
import type { ListedFiles } from '#web/library/library-api.ts';
import { type PageSize, pageSizes } from '#web/library/library-filters.ts';

/** Hides what belongs to the other page size; empty when the screen's own size is the only one there is. */
export function sizeClass(only: PageSize | undefined): string {
  if (only === undefined) return '';
  return only === pageSizes.extraLarge ? 'max-xl:hidden' : 'xl:hidden';
}

interface ForEachSizeProps {
  pages: ListedFiles[];
  /** Everything the rendering depends on: pages with equal values are rendered once. */
  by: (page: ListedFiles) => string;
  children: (page: ListedFiles) => ReactNode;
}

/** Renders something once for each page there is; the stylesheet shows the one for this screen. */
export function ForEachSize({ pages, by, children }: ForEachSizeProps) {
  const [first] = pages;
  if (first && new Set(pages.map(by)).size === 1) return <Fragment>{children(first)}</Fragment>;
  return pages.map((page) => (
    <div key={page.itemsPerPage} className={sizeClass(page.itemsPerPage)}>
      {children(page)}
    </div>
  ));
}
