import {
  isAnyOf,
  type Middleware,
  SHOULD_AUTOBATCH,
  type ThunkDispatch,
  type UnknownAction,
} from '@reduxjs/toolkit';
import type { Language } from '../../i18n/language.ts';
import {
  categoryChosen,
  type FilesFilterState,
  type filesFilterSlice,
  filtersApplied,
  filtersReset,
  pageSet,
  viewChosen,
  viewRestored,
} from './files-filter-slice.ts';
import { filesQuestion, listFiles } from './library-api.ts';

/** What questions are made of. */
export type AskingState = Record<typeof filesFilterSlice.name, FilesFilterState> & { language: Language };

const isChoice = isAnyOf(categoryChosen, filtersApplied, filtersReset, pageSet, viewChosen, viewRestored);

/**
 * Asks for the files of a choice before the choice is drawn: on a slow phone the drawing would hold the question back by
 * some 50 ms. The page is told of the choice with the next batch (`queueNotification`), which leaves the question time to go.
 */
export const askFirst: Middleware<unknown, AskingState, ThunkDispatch<AskingState, unknown, UnknownAction>> =
  (api) => (next) => (action) => {
    if (!isChoice(action)) return next(action);
    const result = next({ ...action, meta: { [SHOULD_AUTOBATCH]: true } });
    const { filesFilter, language } = api.getState();
    const { pageBySize, ...filter } = filesFilter;
    if (pageBySize === undefined) {
      void api.dispatch(listFiles.initiate(filesQuestion(filter, language), { subscribe: false }));
    }
    return result;
  };

/** Tells the page of choices and answers in a turn of their own: after what is happening now, before the next frame. */
export function queueNotification(notify: () => void): void {
  setTimeout(notify);
}
