/** The categories' own filter state (specification sections 3 and 4). */
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
