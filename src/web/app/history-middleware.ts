import type { Middleware } from '@reduxjs/toolkit';
import {
  filesFilterSlice,
  screenMeasured,
  viewRepaired,
  viewRestored,
} from '../features/library/files-filter-slice.ts';
import { viewHref } from '../page/view.ts';
import { languageSwitched } from './language-slice.ts';
import type { RootState } from './store.ts';

/** After these the address is corrected in place: the visitor has not gone anywhere. */
const inPlace = new Set<string>([
  viewRepaired.type,
  viewRestored.type,
  screenMeasured.type,
  languageSwitched.type,
]);

/** Keeps the address in step with the view: a new history entry for each choice of the visitor. */
export const historyMiddleware: Middleware = (api) => (next) => (action) => {
  const result = next(action);
  const { type } = action as { type: string };
  if (!type.startsWith(`${filesFilterSlice.name}/`) && type !== languageSwitched.type) return result;
  const { filesFilter, language } = api.getState() as RootState;
  const { pathname, search, hash } = window.location;
  const href = viewHref(filesFilter, language);
  if (href === pathname + search) return result;
  if (inPlace.has(type)) window.history.replaceState(null, '', href + hash);
  else window.history.pushState(null, '', href + hash);
  return result;
};
