import type { LibraryFile } from '#contract/rows.ts';
import { type PageSize, pageSizes } from './files-filter.ts';

/** One page of files as the backend answered it. `page` is the page it is, after repair. */
export interface FilesPage {
  rows: LibraryFile[];
  total: number;
}

/** A file in a list that serves both page sizes: `only` names the size it belongs to, absent means both. */
export interface ListedFile {
  file: LibraryFile;
  only?: PageSize;
}

/**
 * One list for two page sizes: the server cannot see the screen, so it renders what either needs and the
 * stylesheet hides the rest. Order is kept: files of the 9-page come from earlier in the library.
 */
export function listForBothSizes(regular: FilesPage, extraLarge: FilesPage): ListedFile[] {
  const regularIds = new Set(regular.rows.map((file) => file.$id));
  const extraLargeIds = new Set(extraLarge.rows.map((file) => file.$id));
  const early = extraLarge.rows.filter((file) => !regularIds.has(file.$id));
  return [
    ...early.map((file): ListedFile => ({ file, only: pageSizes.extraLarge })),
    ...regular.rows.map(
      (file): ListedFile => (extraLargeIds.has(file.$id) ? { file } : { file, only: pageSizes.regular }),
    ),
  ];
}
