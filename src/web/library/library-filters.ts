import type { View } from '#contract/urls.ts';

/** Files per page: 9 on extra-large screens, 10 otherwise (docs/rules.md#the-library-on-a-page). */
export const pageSizes = { regular: 10, extraLarge: 9 } as const;
export type PageSize = (typeof pageSizes)[keyof typeof pageSizes];

/** Selects the files of a view for a screen size. */
export interface FilesFilter extends View {
  itemsPerPage: PageSize;
}

/** The categories' own filter state (docs/rules.md#questions-of-the-site). */
export interface CategoriesFilter {
  search: string;
  sortBy: 'categoryName-asc' | 'categoryName-desc';
  page: number;
  itemsPerPage: number;
}

export const defaultCategoriesFilter: CategoriesFilter = {
  search: '',
  sortBy: 'categoryName-asc',
  page: 1,
  itemsPerPage: 5,
};
