import { useEffect } from 'react';
import { libraryApi } from '../features/library/library-api.ts';
import { absoluteEndpoint, config } from './config.ts';
import { usePage } from './page-context.ts';
import { useAppDispatch } from './store-hooks.ts';

/** Several changes come together when lessons are published: they are answered by one reload. */
const settleMilliseconds = 500;

/** Shows new lessons on an open page. The socket opens when the page is idle and visible, never before. */
export function useLiveLibrary(): void {
  const { route } = usePage();
  const dispatch = useAppDispatch();
  useEffect(() => {
    if (route !== 'home') return;
    return whenIdleAndVisible(async () => {
      const { watchLibrary } = await import('../features/library/library-sdk.ts');
      const changed = new Set<'Files' | 'Categories'>();
      let timer: ReturnType<typeof setTimeout> | undefined;
      const endpoint = absoluteEndpoint(config.endpoint, window.location.origin);
      return watchLibrary(endpoint, config.projectId, config, (tag) => {
        changed.add(tag);
        clearTimeout(timer);
        timer = setTimeout(() => {
          dispatch(libraryApi.util.invalidateTags([...changed]));
          changed.clear();
        }, settleMilliseconds);
      });
    });
  }, [route, dispatch]);
}

/** Runs `start` once, and what it answers when told to stop. Safari has no requestIdleCallback. */
function whenIdleAndVisible(start: () => Promise<() => void>): () => void {
  let stopped = false;
  let stop = () => {};
  const run = async () => {
    if (stopped || document.visibilityState !== 'visible') return;
    document.removeEventListener('visibilitychange', onVisible);
    const end = await start().catch(() => () => {});
    if (stopped) end();
    else stop = end;
  };
  const onIdle = () => void run();
  const schedule = () => {
    if ('requestIdleCallback' in window) window.requestIdleCallback(onIdle);
    else setTimeout(onIdle, 2000);
  };
  const onVisible = () => schedule();
  document.addEventListener('visibilitychange', onVisible);
  if (document.readyState === 'complete') schedule();
  else window.addEventListener('load', schedule, { once: true });
  return () => {
    stopped = true;
    document.removeEventListener('visibilitychange', onVisible);
    window.removeEventListener('load', schedule);
    stop();
  };
}
