import { createAction, createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { defaultView, type View } from '#contract/urls.ts';
import { type FilesFilter, type PageSize, pageSizes } from '../../page/library-filters.ts';

/**
 * The filter, and whether the screen has been measured. Until it has, the page is rendered for both page
 * sizes at once, and `pageBySize` holds the page of each: the last one may differ.
 */
export interface FilesFilterState extends FilesFilter {
  pageBySize?: Record<PageSize, number> | undefined;
}

const change = (state: FilesFilterState, { payload }: PayloadAction<Partial<View>>) => {
  Object.assign(state, payload);
};

export const filesFilterSlice = createSlice({
  name: 'filesFilter',
  initialState: { ...defaultView, itemsPerPage: pageSizes.regular } as FilesFilterState,
  reducers: {
    /** The visitor chose to see something else. */
    viewChanged: change,
    /** The address was left or wrong: takes no new entry in the browser's history. */
    viewCorrected: change,
    screenMeasured(state, { payload }: PayloadAction<PageSize>) {
      state.itemsPerPage = payload;
      if (state.pageBySize) state.page = state.pageBySize[payload];
      state.pageBySize = undefined;
    },
  },
});

/** The visitor is likely to choose this. */
export const viewExpected = createAction<Partial<View>>('viewExpected');

export const { viewChanged, viewCorrected, screenMeasured } = filesFilterSlice.actions;
