import { Fragment, type ReactNode } from 'react';
import { type PageSize, pageSizes } from './files-filter.ts';
import type { NumberedPage } from './use-files.ts';

/** Hides what belongs to the other page size; empty when the screen's own size is the only one there is. */
export function sizeClass(only: PageSize | undefined): string {
  if (only === undefined) return '';
  return only === pageSizes.extraLarge ? 'max-xl:hidden' : 'xl:hidden';
}

/** Renders something once for each page there is; the stylesheet shows the one for this screen. */
export function ForEachSize({
  pages,
  children,
}: {
  pages: NumberedPage[];
  children: (page: NumberedPage) => ReactNode;
}) {
  const [first] = pages;
  if (pages.length === 1 && first) return <Fragment>{children(first)}</Fragment>;
  return pages.map((page) => (
    <div key={page.itemsPerPage} className={sizeClass(page.itemsPerPage)}>
      {children(page)}
    </div>
  ));
}
