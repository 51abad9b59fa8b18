import type { Middleware } from '@reduxjs/toolkit';
import { askInLanguage, type Dispatch, type State } from '../features/library/ask-ahead.ts';
import { languageSwitched } from './language-slice.ts';

/** Asks for the lists that are in the order of names when the language changes; those of the other language stay until then. */
export const askInOtherOrder: Middleware<unknown, State, Dispatch> = (api) => (next) => (action) => {
  const result = next(action);
  if (languageSwitched.match(action)) api.dispatch(askInLanguage(action.payload));
  return result;
};
