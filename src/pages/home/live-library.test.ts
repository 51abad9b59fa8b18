import { configureStore, type Middleware } from '@reduxjs/toolkit';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { libraryApi } from '#web/library/library-api.ts';
import { createLiveUpdates, libraryChanged } from './live-library.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/** Creates the store of a page with a fraction (0 to 1) of the maximum random delay; `reloads` collects the tags of each reload. */
function openPage(fraction: number) {
  vi.spyOn(Math, 'random').mockReturnValue(fraction);
  const reloads: unknown[] = [];
  const record: Middleware = () => (next) => (action) => {
    if (libraryApi.util.invalidateTags.match(action)) reloads.push(action.payload);
    return next(action);
  };
  const { dispatch } = configureStore({
    reducer: () => null,
    middleware: (defaults) => defaults().prepend(createLiveUpdates()).concat(record),
  });
  return { dispatch, reloads };
}

test('reloads a page once for all changes of a publication', async () => {
  const { dispatch, reloads } = openPage(0);
  for (const tag of ['Files', 'Categories', 'Files'] as const) dispatch(libraryChanged(tag));
  await vi.advanceTimersByTimeAsync(5000);
  expect(reloads).toEqual([['Files', 'Categories']]);
});

test('spreads the reloads of open pages over time', async () => {
  const [earlyPage, latePage] = [openPage(0), openPage(0)];
  earlyPage.dispatch(libraryChanged('Files'));
  vi.spyOn(Math, 'random').mockReturnValue(1);
  latePage.dispatch(libraryChanged('Files'));
  await vi.advanceTimersByTimeAsync(1000);
  expect([earlyPage.reloads.length, latePage.reloads.length]).toEqual([1, 0]);
  await vi.advanceTimersByTimeAsync(2500);
  expect(latePage.reloads).toEqual([['Files']]);
});
