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
import { storedLanguage } from '../page/browser-storage.ts';
import { type FilesFilter, type PageSize, pageSizes } from './files-page.ts';

/**
 * The filter, and whether the screen has been measured. Before that the page is rendered for both page sizes, and `pageBySize`
 * has the page of each, because the last pages may differ.
 */
export interface FilesFilterState extends FilesFilter {
  pageBySize?: Record<PageSize, number> | undefined;
}

/** The address has changed; the state follows it. */
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

/** Part of the store that the address determines. */
export interface ViewState {
  language: Language;
  filesFilter: FilesFilterState;
}

/** Reads the address like a new load: without a language in it, the visitor's last choice applies. */
function readAddress() {
  const parameters = new URLSearchParams(window.location.search);
  const isNamed = isLanguage(parameters.get('lang'));
  const language = (isNamed ? undefined : storedLanguage()) ?? parseLanguage(parameters);
  return addressRead({ view: parseView(parameters), language });
}

type Change = Partial<View & { language: Language }>;
type Entry = 'pushState' | 'replaceState';

function goTo(store: Store<ViewState>, change: Change, entry: Entry): void {
  const { filesFilter, language } = store.getState();
  const next = { ...filesFilter, language, ...change };
  const plain = viewHref(next, next.language);
  // The address of an English page keeps its language if the visitor chose Arabic.
  const isRemembered = (storedLanguage() ?? next.language) === next.language;
  const { pathname, search, hash } = window.location;
  // Keeps the path, also on a page that does not exist.
  const href = pathname + (isRemembered ? plain : hrefWithLanguage(plain, next.language)).slice(1);
  if (href !== pathname + search) window.history[entry](null, '', href + hash);
  store.dispatch(readAddress());
}

/** Follows the address after Back and Forward, and adds a language chosen since. */
export function followAddress(store: Store<ViewState>): void {
  store.dispatch(readAddress());
  goTo(store, {}, 'replaceState');
}

/** Changes the view by its address: `pushView` adds an entry to the browser's history, `replaceView` replaces the current one. */
export function useViewNavigation() {
  const store = useStore<ViewState>();
  return useMemo(
    () => ({
      pushView: (change: Change) => goTo(store, change, 'pushState'),
      replaceView: (change: Change) => goTo(store, change, 'replaceState'),
    }),
    [store],
  );
}
