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
