import type { Middleware } from '@reduxjs/toolkit';
import { viewHref } from '#contract/urls.ts';
import { filesFilterSlice, viewChanged } from '../features/library/files-filter-slice.ts';
import { languageSwitched } from '../page/language-slice.ts';
import type { RootState } from './store.ts';

/** Keeps the address in step with the view: a new history entry for each choice of the visitor, else it is corrected in place. */
export const historyMiddleware: Middleware = (api) => (next) => (action) => {
  const result = next(action);
  const { type } = action as { type: string };
  if (!type.startsWith(`${filesFilterSlice.name}/`) && type !== languageSwitched.type) return result;
  const { filesFilter, language } = api.getState() as RootState;
  const { pathname, search, hash } = window.location;
  // Where no page is, the path stays.
  const href = pathname + viewHref(filesFilter, language).slice(1);
  if (href === pathname + search) return result;
  window.history[viewChanged.match(action) ? 'pushState' : 'replaceState'](null, '', href + hash);
  return result;
};
