import { useEffect } from 'react';
import { libraryApi } from '../features/library/library-api.ts';
import type { LibraryTag } from '../features/library/library-client.ts';
import { loadLibrarySdk } from '../features/library/load-library-sdk.ts';
import { libraryAccess } from '../page/library-place.ts';
import { usePage } from '../page/page-facts.ts';
import { useDispatch } from '../page/store-context.ts';
import { whenSettled } from './when-settled.ts';

/** Several changes come together when lessons are published: they are answered by one reload. */
const quietMilliseconds = 500;

/** Shows new lessons on an open page. The socket opens when the page is idle and visible, never before. */
export function useLiveLibrary(): void {
  const page = usePage();
  const dispatch = useDispatch();
  useEffect(() => {
    if (page.route !== 'home') return;
    return whenSettled(async (isLate) => {
      const librarySdk = await loadLibrarySdk();
      const changed = new Set<LibraryTag>();
      let timer: ReturnType<typeof setTimeout> | undefined;
      const access = libraryAccess(page, window.location.origin);
      const onChange = (tag: LibraryTag) => {
        changed.add(tag);
        clearTimeout(timer);
        timer = setTimeout(() => {
          dispatch(libraryApi.util.invalidateTags([...changed]));
          changed.clear();
        }, quietMilliseconds);
      };
      const stop = await librarySdk.watchLibrary(access, isLate, onChange);
      return () => {
        clearTimeout(timer);
        stop();
      };
    });
  }, [page, dispatch]);
}
