import type { Middleware } from '@reduxjs/toolkit';
import { libraryApi } from '../features/library/library-api.ts';
import { languageSwitched } from './language-slice.ts';

/** Asks for the lists that are in the order of names again when the language changes; the old ones stay until then. */
export const namesInOrder: Middleware = (api) => (next) => (action) => {
  const result = next(action);
  if (languageSwitched.match(action)) api.dispatch(libraryApi.util.invalidateTags(['Names']));
  return result;
};
