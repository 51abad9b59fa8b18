import type { ThunkAction, ThunkDispatch, UnknownAction } from '@reduxjs/toolkit';
import type { Language } from '../../i18n/language.ts';
import { useDispatch } from '../../page/store-context.ts';
import type { View } from '../../page/view.ts';
import type { AskingState } from './ask-first.ts';
import { defaultCategoriesFilter } from './categories-filter.ts';
import { filesQuestion, type LibraryState, listCategories, listFiles } from './library-api.ts';

export type State = AskingState & LibraryState;
export type Dispatch = ThunkDispatch<State, unknown, UnknownAction>;
type Asking = ThunkAction<void, State, unknown, UnknownAction>;

/** What is known, or being asked, is not asked again. */
const once = { subscribe: false };

/** Asks for the files of the current view with a change, in its own or another language. */
const askFiles =
  (change: Partial<View>, language?: Language): Asking =>
  (dispatch, getState) => {
    const state = getState();
    const { pageBySize, ...filter } = state.filesFilter;
    if (pageBySize !== undefined) return;
    const question = filesQuestion({ ...filter, ...change }, language ?? state.language);
    void dispatch(listFiles.initiate(question, once));
  };

/** Asks for all that the page shows of the library, in the order of another language. */
export const askInLanguage =
  (language: Language): Asking =>
  (dispatch, getState) => {
    // A page without the library is never measured.
    if (getState().filesFilter.pageBySize !== undefined) return;
    dispatch(askFiles({}, language));
    void dispatch(listCategories.initiate({ ...defaultCategoriesFilter, language }, once));
  };

/** Asks for what a link leads to before it is followed (`ViewLink`). */
export function useAskAhead(): { files: (change: Partial<View>) => void; language: (to: Language) => void } {
  const dispatch: Dispatch = useDispatch();
  return {
    files: (change) => dispatch(askFiles(change)),
    language: (to) => dispatch(askInLanguage(to)),
  };
}
