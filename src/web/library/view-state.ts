import { createAction, createSlice, type PayloadAction, type Store } from '@reduxjs/toolkit';
import { useMemo } from 'react';
import { useStore } from 'react-redux';
import { defaultLanguage, isLanguage, type Language } from '#contract/language.ts';
import {
  defaultView,
  hrefWithLanguage,
  parseLanguage,
  parseView,
  type View,
  viewHref,
} from '#contract/urls.ts';
import { readStoredLanguage } from '../page/browser-storage.ts';
import { type FilesFilter, type PageSize, pageSizes } from './files-page.ts';

/**
 * The filter. Until the screen has been measured, the library is rendered for both page sizes. `pageBySize` has the page number for
 * each size, because the number of the last page can differ.
 */
export interface FilesFilterState extends FilesFilter {
  pageBySize?: Record<PageSize, number> | undefined;
}

/** Dispatched after the address has changed. */
const addressRead = createAction<{ view: View; language: Language }>('addressRead');

export const languageSlice = createSlice({
  name: 'language',
  initialState: defaultLanguage as Language,
  reducers: {},
  extraReducers: (build) => build.addCase(addressRead, (_state, { payload }) => payload.language),
});

export const filesFilterSlice = createSlice({
  name: 'filesFilter',
  initialState: { ...defaultView, itemsPerPage: pageSizes.regular } as FilesFilterState,
  reducers: {
    screenMeasured(state, { payload }: PayloadAction<PageSize>) {
      state.itemsPerPage = payload;
      if (state.pageBySize) state.page = state.pageBySize[payload];
      state.pageBySize = undefined;
    },
  },
  extraReducers: (build) =>
    build.addCase(addressRead, (state, { payload }) => {
      Object.assign(state, payload.view);
    }),
});

export const { screenMeasured } = filesFilterSlice.actions;

/** The part of the state that the address determines. */
export interface ViewState {
  language: Language;
  filesFilter: FilesFilterState;
}

/** Reads the address as on page load: if it names no language, the visitor's last choice applies. */
function readAddress() {
  const parameters = new URLSearchParams(window.location.search);
  const hasLanguage = isLanguage(parameters.get('lang'));
  const language = (hasLanguage ? undefined : readStoredLanguage()) ?? parseLanguage(parameters);
  return addressRead({ view: parseView(parameters), language });
}

type ViewChange = Partial<View & { language: Language }>;
type HistoryMethod = 'pushState' | 'replaceState';

function goTo(store: Store<ViewState>, change: ViewChange, method: HistoryMethod): void {
  const { filesFilter, language } = store.getState();
  const next = { ...filesFilter, language, ...change };
  const nextHref = viewHref(next, next.language);
  // Names the language in the address if the stored choice differs from it.
  const isStoredLanguage = (readStoredLanguage() ?? next.language) === next.language;
  const { pathname, search, hash } = window.location;
  // Keeps the path, which is not `/` on the not-found page.
  const href = pathname + (isStoredLanguage ? nextHref : hrefWithLanguage(nextHref, next.language)).slice(1);
  if (href !== pathname + search) window.history[method](null, '', href + hash);
  store.dispatch(readAddress());
}

/** Updates the state after Back and Forward. Adds the language to the address if the visitor has changed the language since. */
export function followAddress(store: Store<ViewState>): void {
  store.dispatch(readAddress());
  goTo(store, {}, 'replaceState');
}

/** Changes the view by its address: `pushView` adds an entry to the browser's history, `replaceView` replaces the current one. */
export function useViewNavigation() {
  const store = useStore<ViewState>();
  return useMemo(
    () => ({
      pushView: (change: ViewChange) => goTo(store, change, 'pushState'),
      replaceView: (change: ViewChange) => goTo(store, change, 'replaceState'),
    }),
    [store],
  );
}
