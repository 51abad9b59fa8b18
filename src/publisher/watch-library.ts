import { errorSentence } from './error-sentence.ts';
import type { PdfContent } from './folder/pdf-content.ts';
import { watchFolder } from './folder/watch-folder.ts';
import { messagesIn } from './messages/language.ts';
import { type PublishFolderOptions, publishFolder } from './publish-folder.ts';

export type WatchOptions = Omit<PublishFolderOptions, 'mode' | 'known' | 'signal'>;

export interface Watch {
  /** Resolves when changes are noticed from now on. */
  readonly ready: Promise<void>;
  /** Ends the watch, and a publication under way at its next step. */
  close(): Promise<void>;
}

/** Milliseconds without a further change before the folder is read; many files dropped at once are one publication. */
const quiet = 700;
/** Milliseconds after which a file that was still being copied is looked at again. */
const again = 3000;

/** Publishes a folder whenever it changes. Never rejects: what goes wrong is said in the log and tried at the next change. */
export function watchLibrary(options: WatchOptions): Watch {
  const stop = new AbortController();
  const known = new Map<string, PdfContent>();
  let timer: NodeJS.Timeout | undefined;
  let running = Promise.resolve();
  const soon = (after = quiet) => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      running = running.then(run);
    }, after);
  };
  const run = async () => {
    if (stop.signal.aborted) return;
    try {
      const { attention } = await publishFolder({ ...options, mode: 'watch', known, signal: stop.signal });
      if (attention.some(({ kind }) => kind === 'beingCopied')) soon(again);
    } catch (error) {
      if (stop.signal.aborted) return;
      const messages = messagesIn(options.language);
      options.log(messages.watch.failed(errorSentence(error, messages, options.target.endpoint)));
    }
  };
  const watch = watchFolder(options.folder, () => soon());
  return {
    ready: watch.ready,
    async close() {
      clearTimeout(timer);
      stop.abort();
      await watch.close();
      await running;
    },
  };
}
