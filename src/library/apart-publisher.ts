import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { messagesIn } from './messages/language.ts';
import type { PublishingEnd, PublishingJob, PublishingNews } from './publishing.ts';

export interface ApartPublisherOptions extends Pick<PublishingJob, 'target' | 'language' | 'dataDir'> {
  /** Asked each time: the owner may have published another one by name. */
  folder(): string;
  log: (line: string) => void;
  signal?: AbortSignal;
}

/** Publishes once; not before the last time has ended. Never rejects: what goes wrong is said in the log. */
export type Publish = (mode: PublishingJob['mode']) => Promise<Pick<PublishingEnd, 'again' | 'failed'>>;

/** Milliseconds; a program that clears a folder takes less from one file to the next. */
const removalsWait = 20_000;

/** Milliseconds for the next step of a publication that is to end; one that hangs then is ended, and the next does the rest. */
const patience = 5000;

const entry = join(import.meta.dirname, '../../minbar.mjs');

/**
 * Publishes a folder as `publishOnce` does and reads the lessons' words afterwards, each time in a process of its own: the
 * memory it takes goes with it, and a site that serves is not held up by it.
 */
export function createApartPublisher({ log, signal, folder, ...job }: ApartPublisherOptions): Publish {
  let last: PublishingEnd = { missing: null, again: null, failed: false };
  /** Ends the process that still reads words; what it has not read, the next one does. */
  let endReading = async () => {};
  return async (mode) => {
    await endReading();
    if (signal?.aborted) return last;
    const stop = new AbortController();
    const either = AbortSignal.any([stop.signal, ...(signal ? [signal] : [])]);
    const ended = Promise.withResolvers<PublishingEnd | undefined>();
    const hear = (news: PublishingNews) => {
      if ('line' in news) log(news.line);
      else ended.resolve(news.end);
    };
    const asked = { ...job, folder: folder(), removalsWait, mode, missing: last.missing };
    const run = runApart(asked, hear, either).catch((error: Error) => error.message);
    const gone = run.then(() => ended.resolve(undefined));
    endReading = async () => {
      stop.abort();
      await gone;
    };
    const end = await ended.promise;
    if (!end && !signal?.aborted) log(messagesIn(job.language).watch.stopped(await run));
    last = end ?? { ...last, again: null, failed: true };
    return last;
  };
}

/** Resolves with how the process ended, when everything it told has been heard. Rejects when it could not be started. */
async function runApart(job: PublishingJob, hear: (news: PublishingNews) => void, signal: AbortSignal) {
  const child = fork(entry, ['publishing'], {
    serialization: 'advanced',
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const givenUp = Promise.withResolvers<string>();
  let late: NodeJS.Timeout | undefined;
  const stop = () => {
    if (child.connected) child.disconnect();
    late = setTimeout(() => {
      // What waits for a disk that is away may outlive even that.
      child.kill('SIGKILL');
      givenUp.resolve('SIGKILL');
    }, patience);
  };
  signal.addEventListener('abort', stop);
  child.on('message', hear);
  const ended = Promise.all([once(child, 'exit'), once(child, 'disconnect')]).then(
    ([[code, killedBy]]): string => killedBy ?? `exit code ${code}`,
  );
  // How it ended says more than that it could not be asked. One that could not be started may have nothing to be asked by.
  if (child.pid !== undefined) child.send(job, () => {});
  try {
    return await Promise.race([ended, givenUp.promise]);
  } finally {
    clearTimeout(late);
    signal.removeEventListener('abort', stop);
  }
}
