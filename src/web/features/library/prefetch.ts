import {
  isAnyOf,
  type Middleware,
  SHOULD_AUTOBATCH,
  type ThunkAction,
  type ThunkDispatch,
  type UnknownAction,
} from '@reduxjs/toolkit';
import type { Language } from '#contract/language.ts';
import type { View } from '#contract/urls.ts';
import { languageExpected, languageSlice, languageSwitched } from '../../page/language-slice.ts';
import { defaultCategoriesFilter } from '../../page/library-filters.ts';
import { filesFilterSlice, viewChanged, viewCorrected, viewExpected } from './files-filter-slice.ts';
import { filesQuestion, type LibraryState, listCategories, listFiles } from './library-api.ts';

/** What questions are made of, and where their answers are. */
type State = LibraryState &
  Parameters<typeof filesFilterSlice.selectSlice>[0] &
  Parameters<typeof languageSlice.selectSlice>[0];
type Dispatch = ThunkDispatch<State, unknown, UnknownAction>;

/** What is known, or being asked, is not asked again. */
const once = { subscribe: false };

/** Asks for the files of the current view with a change, in its own or another language. A page without the library is never measured. */
const askFiles =
  (change: Partial<View>, language?: Language): ThunkAction<void, State, unknown, UnknownAction> =>
  (dispatch, getState) => {
    const { pageBySize, ...filter } = filesFilterSlice.selectSlice(getState());
    if (pageBySize !== undefined) return;
    const inOrderOf = language ?? languageSlice.selectSlice(getState());
    void dispatch(listFiles.initiate(filesQuestion({ ...filter, ...change }, inOrderOf), once));
    if (language) void dispatch(listCategories.initiate({ ...defaultCategoriesFilter, language }, once));
  };

const isChange = isAnyOf(viewChanged, viewCorrected);
const isOtherLanguage = isAnyOf(languageExpected, languageSwitched);

/**
 * Asks for what a link leads to before it is followed, and for what a choice shows before it is drawn: on a slow phone the drawing
 * would hold the question back by some 50 ms. The page is told of the choice with the next batch (`queueNotification`), which
 * leaves the question time to go.
 */
export const prefetch: Middleware<unknown, State, Dispatch> = (api) => (next) => (action) => {
  const result = next(isChange(action) ? { ...action, meta: { [SHOULD_AUTOBATCH]: true } } : action);
  if (isChange(action)) api.dispatch(askFiles({}));
  else if (viewExpected.match(action)) api.dispatch(askFiles(action.payload));
  else if (isOtherLanguage(action)) api.dispatch(askFiles({}, action.payload));
  return result;
};

/** Tells the page of choices and answers in a turn of their own: after what is happening now, before the next frame. */
export function queueNotification(notify: () => void): void {
  setTimeout(notify);
}
