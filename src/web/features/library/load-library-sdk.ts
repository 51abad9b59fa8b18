import { loadScript } from './load-script.ts';

export type LibrarySdk = typeof import('./library-sdk.ts').librarySdk;

let loading: Promise<LibrarySdk> | undefined;

/**
 * The chunk with the official SDK, fetched on first use: the first page needs none of it. It is kept, since even an
 * `import()` of what is there waits for a turn of the browser; one that failed is tried again.
 */
export function loadLibrarySdk(): Promise<LibrarySdk> {
  loading ??= loadScript(() => import('./library-sdk.ts')).then(
    ({ librarySdk }) => librarySdk,
    (error: unknown) => {
      loading = undefined;
      throw error;
    },
  );
  return loading;
}
