import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { messagesIn } from './messages/language.ts';
import type { PublishFolderOptions } from './publish-folder.ts';
import type { PublishingEnd, PublishingJob, PublishingNews } from './publishing.ts';

export type ApartPublisherOptions = Omit<PublishFolderOptions, 'mode' | 'known' | 'signal'> & {
  signal?: AbortSignal;
};

/** Publishes once; not before the last time has ended. Never rejects: what goes wrong is said in the log. */
export type Publish = (mode: PublishFolderOptions['mode']) => Promise<Pick<PublishingEnd, 'unfinished'>>;

const entry = join(import.meta.dirname, '../../minbar.mjs');

/**
 * Publishes a folder as `publishFolder` does, each time in a process of its own: the memory it takes goes with it, and a site
 * that serves is not held up by it. What was read of the files is remembered for the next time.
 */
export function createApartPublisher({ log, signal, ...job }: ApartPublisherOptions): Publish {
  let last: PublishingEnd = { known: new Map(), unfinished: false };
  return async (mode) => {
    if (signal?.aborted) return last;
    const child = fork(entry, ['publishing'], {
      serialization: 'advanced',
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    });
    const stop = () => child.connected && child.disconnect();
    signal?.addEventListener('abort', stop);
    let end: PublishingEnd | undefined;
    child.on('message', (news: PublishingNews) => {
      if ('line' in news) log(news.line);
      else end = news.end;
    });
    const gone = whenGone(child);
    const asked: PublishingJob = { ...job, mode, known: last.known };
    // How it ended says more than that it could not be asked.
    child.send(asked, () => {});
    const reason = await gone;
    signal?.removeEventListener('abort', stop);
    if (!end && !signal?.aborted) log(messagesIn(job.language).watch.stopped(reason));
    last = end ?? { ...last, unfinished: false };
    return last;
  };
}

/** Resolves with how it ended, when everything it told has been heard. */
async function whenGone(child: ChildProcess): Promise<string> {
  try {
    const [[code, killedBy]] = await Promise.all([once(child, 'exit'), once(child, 'disconnect')]);
    return killedBy ?? `exit code ${code}`;
  } catch (error) {
    // It could not be started.
    return (error as Error).message;
  }
}
