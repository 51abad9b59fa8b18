/** The four orders, written attribute-direction. Source: docs/rules.md#the-library-on-a-page. */
export const sortOptions = ['fileName-asc', 'fileName-desc', '$createdAt-asc', '$createdAt-desc'] as const;
export type SortOption = (typeof sortOptions)[number];

/** Files per page: 9 on extra-large screens, 10 otherwise (docs/rules.md#the-library-on-a-page). */
export const pageSizes = { regular: 10, extraLarge: 9 } as const;
export type PageSize = (typeof pageSizes)[keyof typeof pageSizes];

/** What the visitor has chosen to see. `categoryId` absent means all categories; `page` starts at 1. */
export interface FilesFilter {
  search: string;
  /** The visitor wants this very text, not what was shown instead because nothing was found. */
  exact?: boolean | undefined;
  categoryId?: string | undefined;
  /** All that was found inside the lessons, instead of the files. */
  inText?: true | undefined;
  sortBy: SortOption;
  page: number;
  itemsPerPage: PageSize;
}

export const defaultFilesFilter: FilesFilter = {
  search: '',
  sortBy: 'fileName-asc',
  page: 1,
  itemsPerPage: pageSizes.regular,
};

export function isSortOption(value: unknown): value is SortOption {
  return sortOptions.some((option) => option === value);
}

/** Splits a sort value on its dash. Source: docs/rules.md#the-library-on-a-page. */
export function sortOrder(sortBy: string): { attribute: string; descending: boolean } {
  const [attribute = '', direction] = sortBy.split('-');
  return { attribute, descending: direction === 'desc' };
}
