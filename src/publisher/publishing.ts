import { once } from 'node:events';
import { constants, setPriority } from 'node:os';
import { LockLost } from './catalogue/bound-writes.ts';
import { errorSentence } from './error-sentence.ts';
import { messagesIn } from './messages/language.ts';
import { type PublishingJob, publishFolder } from './publish-folder.ts';
import { keepFolderTexts, type TextsLeft } from './texts/keep-folder-texts.ts';
import { textLines } from './texts/text-lines.ts';

/** What the site is told meanwhile, and at last. */
export type PublishingNews = { line: string } | { end: PublishingEnd };

export interface PublishingEnd {
  missing: PublishingJob['missing'];
  /** Milliseconds after which to look again though nothing changes; null when there is no need. */
  again: number | null;
}

/**
 * Publishes the folder for the site that started this process and sends it one job, and ends. What goes wrong is said in the log,
 * never thrown. Ends at its next step when the site does.
 */
export async function main(): Promise<void> {
  const stop = new AbortController();
  process.once('disconnect', () => stop.abort());
  // Ctrl-C reaches every process of a terminal; the site decides when to stop.
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => {});
  const [job] = (await once(process, 'message')) as [PublishingJob];
  const log = (line: string) => void tell({ line });
  const { texts, ...end } = await publishOnce(job, log, stop.signal);
  await tell({ end });
  // The site may ask for the next publication meanwhile; it then does the rest.
  if (texts) await readTexts(job, texts, log, stop.signal);
  if (process.connected) process.disconnect?.();
}

/** A file that was still being copied is looked at again after so many milliseconds. */
const soon = 3000;

/** One publication of the site, which says in its log what goes wrong. Never rejects. */
export async function publishOnce(
  job: PublishingJob,
  log: (line: string) => void,
  signal: AbortSignal,
): Promise<PublishingEnd & { texts?: TextsLeft }> {
  try {
    const { attention, missing, texts } = await publishFolder(job, log, signal);
    const isCopied = attention.some(({ kind }) => kind === 'beingCopied');
    const left = missing ? Math.max(0, missing.since + job.removalsWait - Date.now()) : null;
    return { missing, again: isCopied ? Math.min(soon, left ?? soon) : left, texts };
  } catch (error) {
    const messages = messagesIn(job.language);
    const sentence = errorSentence(error, messages, job.target.endpoint);
    if (!signal.aborted) log(job.mode === 'watch' ? messages.watch.failed(sentence) : sentence);
    return { missing: job.missing, again: error instanceof LockLost ? soon : null };
  }
}

/** Reads the words of lessons whose words are not read yet, where visitors leave the machine some time. */
async function readTexts(
  { folder, target, dataDir, language, mode }: PublishingJob,
  left: TextsLeft,
  log: (line: string) => void,
  signal: AbortSignal,
): Promise<void> {
  try {
    setPriority(constants.priority.PRIORITY_LOW);
  } catch {
    // Some systems do not allow it: then visitors wait a little longer.
  }
  const messages = messagesIn(language);
  const onLesson = (done: number, all: number) => {
    if (all > toldEvery && (done === all || done % toldEvery === 0)) log(messages.watch.texts(done, all));
  };
  try {
    const report = await keepFolderTexts({ folder, target, dataDir, left, onLesson, signal });
    if (report && (report.read > 0 || mode === 'initial'))
      for (const line of textLines({ ...report, broken: [] }, messages)) log(messages.watch.attention(line));
  } catch (error) {
    // A backend that is gone was stopped, and with it the site.
    const isOver = signal.aborted || error instanceof TypeError;
    if (!isOver) log(messages.watch.failed(errorSentence(error, messages, target.endpoint)));
  }
}

/** A line of the log for so many lessons; none where there are no more. */
const toldEvery = 25;

/** Resolves when the site has been told, or is gone. */
function tell(news: PublishingNews): Promise<void> {
  return new Promise((resolve) => {
    if (process.connected) process.send?.(news, undefined, undefined, () => resolve());
    else resolve();
  });
}
