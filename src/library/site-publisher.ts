import pLimit from 'p-limit';
import type { Language } from '#contract/language.ts';
import { createPdfProcess, type PdfFactsReader, type PdfProcess } from '#reader/pdf-process.ts';
import type { FolderChoices } from '#settings/site-file.ts';
import { formatUndoResult, summarize } from './commands/report.ts';
import { scanLibraryFolder } from './folder/scan.ts';
import type { Outcome } from './folder/watch.ts';
import { createLetters, type ReportStatus } from './letters/letters.ts';
import type { FolderStatus } from './letters/status-letter.ts';
import { messagesIn } from './messages/messages.ts';
import { checkSiteRemovals, type MissingLessons, settleRemovals } from './plan/guard.ts';
import { plan } from './plan/plan.ts';
import type { LocalLibrary } from './store/local-library.ts';
import { publish } from './store/publish.ts';
import { finishUndo } from './undo/undo.ts';
import { formatUnsearchableLessons, readWords } from './words/words.ts';

export interface SitePublisherOptions {
  local: LocalLibrary;
  dataDir: string;
  /** Returns the folder of lessons; called for each publication, because a `publish` command can name another folder. */
  folder(): string;
  language: Language;
  /** Returns the owner's choices; called for each publication, so that changes apply without a restart. */
  choices(): FolderChoices;
  /** The site's address for links in letters. */
  origin: string;
  log(line: string): void;
  signal: AbortSignal;
  /** Milliseconds to wait for further removals before the site publishes them. */
  removalsWaitMs?: number;
}

/** Default of `removalsWaitMs`. A program that empties a folder removes files at shorter intervals. */
const REMOVALS_WAIT_MS = 20_000;

/** Time after which a file that is being copied is checked again. */
const COPY_CHECK_MS = 3000;

/** Time without writes of other programs after which the words of their lessons are read. */
const WRITES_PAUSE_MS = 1000;

/** Interval at which the clock is checked, so that the letter is written on Thursday. */
const FRIDAY_CHECK_MS = 15 * 60_000;

/** Number of read lessons after which progress is logged; nothing is logged if no more than this are to be read. */
const LESSONS_PER_LOG_LINE = 25;

/** Creates the publisher of a running site. It publishes without questions and reads the words of lessons in the background. */
export function createSitePublisher(options: SitePublisherOptions) {
  const { local, language, signal } = options;
  // A stopping site logs nothing.
  const log = (line: string) => {
    if (!signal.aborted) options.log(line);
  };
  /** Loads the error messages lazily, because they import the code for hosted projects. */
  const explainError = async (error: unknown): Promise<string> => {
    const { errorSentence } = await import('./commands/error-sentence.ts');
    return errorSentence(error, messages, options.dataDir);
  };
  const messages = messagesIn(language);
  const letters = createLetters({ ...options, log });
  /** The folder as it was last read, and lessons that could not be published. */
  let lastStatus: (FolderStatus & { folder: string }) | undefined;
  let missingLessons: MissingLessons | null = null;
  const jobs = pLimit(1);
  let [readingJob, readingAbort] = [Promise.resolve(), new AbortController()];

  /** Runs jobs on the library one at a time. Each interrupts the background reading of words, and resumes it at its end. */
  const runExclusively = <Result>(work: () => Promise<Result>, pdfs = createPdfProcess()): Promise<Result> =>
    jobs(async () => {
      readingAbort.abort();
      await readingJob;
      try {
        return await work();
      } finally {
        if (signal.aborted) pdfs.close();
        else readInBackground(pdfs);
      }
    });

  function scanFolder(folder: string, pdfs?: PdfFactsReader) {
    const { dataDir } = options;
    const choices = options.choices();
    return scanLibraryFolder(local.maxFileBytes(), { folder, dataDir, choices }, { signal, pdfs });
  }

  async function publishNow(mode: 'initial' | 'watch', pdfs: PdfFactsReader): Promise<Outcome> {
    try {
      return await publishFolder(mode, pdfs);
    } catch (error) {
      const failureMessage = await explainError(error);
      log(messages.watch.failed(failureMessage));
      if (lastStatus) lastStatus = { ...lastStatus, failureMessage };
      // Ignores a failure to write the letter, because its cause is probably the error that is already logged.
      await writeStatus().catch(() => {});
      return { retryAfterMs: null, failed: true };
    }
  }

  /**
   * Publishes all changes except removals that look like an accident. It logs those removals, and the lessons stay online until the
   * owner runs `publish`. In watch mode, other removals wait until no further file disappears.
   */
  async function publishFolder(mode: 'initial' | 'watch', pdfs: PdfFactsReader): Promise<Outcome> {
    const { dataDir, removalsWaitMs = REMOVALS_WAIT_MS } = options;
    const folder = options.folder();
    const texts = messages.watch;
    const scan = () => scanFolder(folder, pdfs);
    const finishedUndo = await finishUndo({ local, folder, dataDir, scan, signal });
    if (finishedUndo)
      for (const line of formatUndoResult(finishedUndo, messages, messages.undo.finished))
        log(texts.undo(line));
    const listing = await scan();
    lastStatus = { folder, listing, failures: lastStatus?.failures ?? [] };
    const library = local.read();
    const proposal = plan(listing, library, new Date().toISOString());
    const ids = proposal.changes.flatMap(({ kind, id }) => (kind === 'removed' ? [id] : []));
    const earlierRemovals = ids.length > 0 ? local.log.countRemovedBySite(library.lessons) : 0;
    const guard = checkSiteRemovals(listing, ids.length, library.lessons.length, earlierRemovals);
    const removals = settleRemovals(ids, missingLessons, Date.now(), removalsWaitMs);
    const isWaiting = mode === 'watch' && !removals.isSettled;
    const otherChanges = proposal.changes.filter(({ kind }) => kind !== 'removed');
    const permittedPlan =
      guard || isWaiting ? { ...proposal, changes: otherChanges, emptyCategories: [] } : proposal;
    const { failures, changes: publishedChanges } = await publish(local, {
      plan: permittedPlan,
      folder,
      by: 'site',
      signal,
    });
    lastStatus = { folder, listing, failures };
    await writeStatus();
    await letters.writeFridayLetter(folder);
    const line = summarize(publishedChanges, permittedPlan, messages);
    if (line) log(texts.published(line));
    else if (mode === 'initial') log(texts.unchanged(library.lessons.length));
    for (const problem of proposal.problems) log(texts.attention(messages.plan.problem(problem)));
    for (const { source } of permittedPlan.changes) if (source?.isLocked) log(texts.locked(source.path));
    for (const failure of failures) log(texts.attention(messages.publish.failure(failure)));
    if (guard) log(texts.removalsHeld(guard));
    else if (isWaiting && removals.hasGrown)
      log(texts.removalsPending(ids.length, Math.ceil(removalsWaitMs / 1000)));
    missingLessons = isWaiting && !guard ? removals.missing : null;
    const remainingWaitMs = missingLessons
      ? Math.max(0, missingLessons.since + removalsWaitMs - Date.now())
      : null;
    const isCopying = proposal.problems.some(({ kind }) => kind === 'beingCopied');
    const retryAfterMs = isCopying
      ? Math.min(COPY_CHECK_MS, remainingWaitMs ?? COPY_CHECK_MS)
      : remainingWaitMs;
    return { retryAfterMs, failed: failures.length > 0 };
  }

  async function writeStatus(): Promise<void> {
    if (lastStatus && !signal.aborted) await letters.writeStatusLetter(lastStatus.folder, lastStatus);
  }

  /**
   * Writes the status letter after a command. If the command reported no publication, reads the folder again,
   * or writes nothing if the letter is turned off.
   */
  async function writeStatusAfter(isReported: boolean): Promise<void> {
    const failures = lastStatus?.failures ?? [];
    // The command may have changed the folder, so the earlier listing may be outdated.
    if (!isReported) lastStatus = undefined;
    try {
      if (!isReported && options.choices().statusLetter && !signal.aborted) {
        const folder = options.folder();
        lastStatus = { folder, listing: await scanFolder(folder), failures };
      }
      await writeStatus();
    } catch (error) {
      // The command has succeeded even if the letter cannot be written.
      log(messages.letter.notRenewed(await explainError(error)));
    }
  }

  /** Starts reading the words of new lessons; the next job interrupts it. */
  function readInBackground(pdfs: PdfProcess): void {
    readingAbort = new AbortController();
    const eitherSignal = AbortSignal.any([readingAbort.signal, signal]);
    const onLesson = (done: number, all: number) => {
      if (all > LESSONS_PER_LOG_LINE && (done === all || done % LESSONS_PER_LOG_LINE === 0))
        log(messages.watch.texts(done, all));
    };
    readingJob = readWords(local, { pdfs, onLesson, signal: eitherSignal }).then(
      (report) => {
        for (const line of formatUnsearchableLessons({ ...report, broken: [] }, messages))
          log(messages.watch.attention(line));
        return writeStatus();
      },
      async (error) => {
        if (!eitherSignal.aborted) log(messages.watch.failed(await explainError(error)));
      },
    );
    void readingJob.finally(() => pdfs.close());
  }

  // Reads the words of lessons that other programs wrote. After a job, reading starts anyway.
  let readingTimer: NodeJS.Timeout | undefined;
  const unsubscribe = local.backend.onChange(() => {
    clearTimeout(readingTimer);
    if (jobs.activeCount > 0) return;
    readingTimer = setTimeout(() => void runExclusively(async () => {}), WRITES_PAUSE_MS).unref();
  });
  signal.addEventListener('abort', () => {
    unsubscribe();
    clearTimeout(readingTimer);
  });

  const fridayTimer = setInterval(
    () => void letters.writeFridayLetter(options.folder()),
    FRIDAY_CHECK_MS,
  ).unref();
  signal.addEventListener('abort', () => clearInterval(fridayTimer));

  return {
    /** Publishes once, after the previous job. Never rejects: errors are logged. */
    async publish(mode: 'initial' | 'watch'): Promise<Outcome> {
      // Uses one process to check new PDFs and to read their words, because each start takes 0.25 s of CPU time.
      const pdfs = createPdfProcess();
      // Starts the process before the folder is scanned, because a change usually means a new file.
      if (mode === 'watch') pdfs.start();
      return runExclusively(() => publishNow(mode, pdfs), pdfs);
    },
    /** Runs a command of the owner between two publications. A command that publishes must call `report`. */
    async run<Result>(
      command: (report: ReportStatus) => Promise<Result>,
      onWait: () => void,
    ): Promise<Result> {
      if (jobs.activeCount > 0) onWait();
      return runExclusively(async () => {
        let isReported = false;
        const result = await command(async (folder, status) => {
          // The command may have published another folder than the site's.
          if (folder !== options.folder()) return;
          lastStatus = { folder, ...status };
          isReported = true;
        });
        await writeStatusAfter(isReported);
        return result;
      });
    },
    /** Resolves when all jobs have ended. The caller must have aborted the signal. */
    async close(): Promise<void> {
      await jobs(() => readingJob);
    },
  };
}
