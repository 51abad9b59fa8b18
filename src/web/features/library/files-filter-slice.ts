import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import {
  defaultFilesFilter,
  type FilesFilter,
  type PageSize,
  type SortOption,
} from '../../page/files-filter.ts';
import { cleanSearch, defaultView, type View } from '../../page/view.ts';

/**
 * The filter, and whether the screen has been measured. Until it has, the page is rendered for both page
 * sizes at once, and `pageBySize` holds the page of each: the last one may differ.
 */
export interface FilesFilterState extends FilesFilter {
  pageBySize?: Record<PageSize, number> | undefined;
}

const gone = { categoryId: undefined, exact: undefined, inText: undefined };

export const filesFilterSlice = createSlice({
  name: 'filesFilter',
  initialState: defaultFilesFilter as FilesFilterState,
  reducers: {
    filtersApplied(state, { payload }: PayloadAction<{ search: string; sortBy: SortOption }>) {
      state.search = cleanSearch(payload.search);
      state.exact = state.inText = undefined;
      state.sortBy = payload.sortBy;
      state.page = 1;
    },
    filtersReset(state) {
      state.search = defaultFilesFilter.search;
      state.exact = state.inText = undefined;
      state.sortBy = defaultFilesFilter.sortBy;
      state.categoryId = undefined;
      state.page = 1;
    },
    categoryChosen(state, { payload }: PayloadAction<string | undefined>) {
      state.categoryId = payload;
      state.page = 1;
    },
    /** A link that leads to a whole other view, such as a suggestion. */
    viewChosen(state, { payload }: PayloadAction<View>) {
      Object.assign(state, gone, payload);
    },
    pageSet(state, { payload }: PayloadAction<number>) {
      state.page = payload;
    },
    /** The address was wrong, not the visitor: takes no new entry in the browser's history. */
    viewRepaired(state, { payload }: PayloadAction<Partial<View>>) {
      Object.assign(state, payload);
    },
    viewRestored(state, { payload }: PayloadAction<View>) {
      Object.assign(state, defaultView, gone, payload);
    },
    screenMeasured(state, { payload }: PayloadAction<PageSize>) {
      state.itemsPerPage = payload;
      if (state.pageBySize) state.page = state.pageBySize[payload];
      state.pageBySize = undefined;
    },
  },
});

export const {
  filtersApplied,
  filtersReset,
  categoryChosen,
  viewChosen,
  pageSet,
  viewRepaired,
  viewRestored,
  screenMeasured,
} = filesFilterSlice.actions;
