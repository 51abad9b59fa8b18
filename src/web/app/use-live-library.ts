import { useEffect } from 'react';
import { libraryApi } from '../features/library/library-api.ts';
import type { LibraryTag } from '../features/library/library-watch.ts';
import { absoluteEndpoint, config } from './config.ts';
import { usePage } from './page-context.ts';
import { useAppDispatch } from './store-hooks.ts';
import { whenSettled } from './when-settled.ts';

/** Several changes come together when lessons are published: they are answered by one reload. */
const quietMilliseconds = 500;

/** Shows new lessons on an open page. The socket opens when the page is idle and visible, never before. */
export function useLiveLibrary(): void {
  const { route } = usePage();
  const dispatch = useAppDispatch();
  useEffect(() => {
    if (route !== 'home') return;
    return whenSettled(async () => {
      const { watchLibrary } = await import('../features/library/library-sdk.ts');
      const changed = new Set<LibraryTag>();
      let timer: ReturnType<typeof setTimeout> | undefined;
      const endpoint = absoluteEndpoint(config.endpoint, window.location.origin);
      const stop = await watchLibrary(endpoint, config.projectId, config, (tag) => {
        changed.add(tag);
        clearTimeout(timer);
        timer = setTimeout(() => {
          dispatch(libraryApi.util.invalidateTags([...changed]));
          changed.clear();
        }, quietMilliseconds);
      });
      return () => {
        clearTimeout(timer);
        stop();
      };
    });
  }, [route, dispatch]);
}
