import type { Publish } from './apart-publisher.ts';
import { watchFolder } from './folder/watch-folder.ts';

export type Watch = ReturnType<typeof watchLibrary>;

/** Milliseconds. */
const pauses = {
  /** Without a further change before the folder is read; many files dropped at once are one publication. */
  quiet: 700,
  /** Between two looks whether it is another folder now. */
  look: 2000,
};

/**
 * Publishes a folder now and whenever it changes, once at a time. What fails is tried again at the next change. The watch
 * begins before the folder is read, so that no lesson falls between the two.
 */
export function watchLibrary(folderNow: () => string, publish: Publish, { quiet, look } = pauses) {
  let closed = false;
  let timer: NodeJS.Timeout | undefined;
  const soon = (after = quiet) => {
    if (closed) return;
    clearTimeout(timer);
    timer = setTimeout(() => {
      running = running.then(() => run('watch'));
    }, after);
  };
  const run = async (mode: 'initial' | 'watch') => {
    if (closed) return;
    const { again } = await publish(mode);
    if (again !== null) soon(again);
  };
  let folder = folderNow();
  let watch = watchFolder(folder, () => soon(), look);
  const first = watch.ready.then(() => run('initial'));
  let running = first;
  const looking = setInterval(() => {
    if (folderNow() === folder) return;
    folder = folderNow();
    void watch.close();
    watch = watchFolder(folder, () => soon(), look);
    soon();
  }, look).unref();
  return {
    /** Resolves when the folder, as it was when the watch began, is published; changes since then are noticed. */
    first,
    /** Ends the watch when a publication under way has ended. */
    async close(): Promise<void> {
      closed = true;
      clearTimeout(timer);
      clearInterval(looking);
      await watch.close();
      await running;
    },
  };
}
