import type { DocumentKind, PdfFault } from './engine/document.ts';
import { childProgramPath, createWorkerProcess } from './engine/worker-process.ts';
import { cleanText, withWholeParagraphs } from './lines/page-text.ts';
import { withoutRecurringLines } from './lines/recurring-lines.ts';
import { emptyStatistics, type TextStatistics } from './trust/counts.ts';
import { type PageLabel, pageLabels } from './trust/page-label.ts';

/**
 * Number of pages, and of pages without text; the latter is 0 if all sampled pages have text, or if counting timed out or crashed. Or the
 * reason why the file cannot be opened: `slow` means that the process timed out, crashed or was closed.
 */
export type PdfFacts = { pages: number; pictures: number } | { fault: PdfFault | 'slow' };

/** A page and how far its text can be trusted. The text is empty exactly if the label is `title`. */
export interface PageReading {
  label: PageLabel;
  text: string;
}

/** Content of a file's pages: the placeholder of an XFA form or a portfolio, nothing, or ordinary pages. */
export type VisibleContent = Exclude<DocumentKind, 'plain'> | 'nothing' | 'pages';

/** `unreadPages` are the indexes, from 0, of pages that the engine could not read or did not reach. */
export type PdfReading =
  | { pages: PageReading[]; unreadPages: number[]; content: VisibleContent }
  | { fault: PdfFault | 'slow' };

/** Opens and reads PDFs in a separate process, one at a time: a file that crashes or blocks the engine affects nothing else. */
export interface PdfProcess {
  /** Counts a file's pages. Like `read`, rejects only if the process cannot be started. */
  readFacts(path: string): Promise<PdfFacts>;
  read(path: string): Promise<PdfReading>;
  /** Starts the process before its first file. */
  start(): void;
  close(): void;
}

/** The part of a PDF process for users that must not close it. */
export type PdfFactsReader = Pick<PdfProcess, 'readFacts'>;

export interface PdfProcessOptions {
  /** Maximum CPU seconds for opening a file, or for reading a page; 10 by default. */
  seconds?: number;
}

/** A file to open, or to read if `from` is present: the index of the first page to read. */
export type PdfJob = { path: string; from?: number };

/** Messages about a job; `fault` or `done` is the last one. A page without `content` could not be read. */
export type PdfMessage =
  | { pages: number; kind: DocumentKind }
  | { inspectedPage: number }
  | { pictures: number }
  | { fault: PdfFault }
  | { page: number; content?: PageText }
  | { done: true };

interface PageText {
  text: string;
  statistics: TextStatistics;
  isBlank: boolean;
}

/** Maximum length in characters of the notice that replaces the pages of an XFA form or portfolio. */
const MAX_PLACEHOLDER_LENGTH = 1500;

/** Number of unread pages, consecutive or in the whole file, at which a timeout or crash ends the reading. */
const MAX_UNREAD = { consecutive: 3, perFile: 20 };

const program = childProgramPath('#reader/pdf-child.ts');

/** Creates a PDF process, which starts with its first file or with `start`. */
export function createPdfProcess({ seconds = 10 }: PdfProcessOptions = {}): PdfProcess {
  const engine = createWorkerProcess<PdfJob, PdfMessage>({
    program,
    seconds,
    // A page leaves 1.5 MB of garbage, and each collection takes half a millisecond.
    youngMegabytes: 16,
    isLast: (message) => 'done' in message || 'fault' in message,
  });
  let closed = false;

  async function readFacts(path: string): Promise<PdfFacts> {
    let facts: PdfFacts | undefined;
    await engine.run({ path }, (message) => {
      if ('pages' in message) facts = { pages: message.pages, pictures: 0 };
      else if ('fault' in message) facts = message;
      else if ('pictures' in message && facts) facts = { ...facts, ...message };
    });
    return facts ?? { fault: 'slow' };
  }

  async function read(path: string): Promise<PdfReading> {
    let count: number | undefined;
    const pageTexts: PageText[] = [];
    let kind: DocumentKind = 'plain';
    const unreadPages: number[] = [];
    let fault: PdfFault | undefined;
    for (let from = 0; !closed && fault === undefined && (count === undefined || from < count); ) {
      const last = await engine.run({ path, from }, (message) => {
        if ('pages' in message) ({ pages: count, kind } = message);
        if ('fault' in message) fault = message.fault;
        if (!('page' in message)) return;
        if (!message.content) unreadPages.push(message.page);
        pageTexts[message.page] = message.content ?? emptyPage;
        from = message.page + 1;
      });
      if (last) break;
      if (count === undefined) return { fault: 'slow' };
      unreadPages.push(from);
      pageTexts[from] = emptyPage;
      from++;
      if (
        unreadPages.length >= MAX_UNREAD.perFile ||
        unreadPages.at(-MAX_UNREAD.consecutive) === from - MAX_UNREAD.consecutive
      )
        break;
    }
    if (fault) return { fault };
    const pages = Array.from({ length: count ?? 0 }, (_, index) => pageTexts[index] ?? emptyPage);
    const content = visibleContent(kind, pages);
    const labels = pageLabels(pages.map(({ statistics }) => statistics));
    const texts = withoutRecurringLines(
      pages.map(({ text }, index) =>
        content !== 'pages' || labels[index] === 'title' ? '' : cleanText(text),
      ),
    );
    return {
      content,
      unreadPages: [...unreadPages, ...pages.flatMap((_, index) => (index in pageTexts ? [] : [index]))],
      pages: texts.map(withWholeParagraphs).map((text, index) => ({
        label: text === '' ? 'title' : (labels[index] ?? 'title'),
        text,
      })),
    };
  }

  return {
    readFacts,
    read,
    start: engine.start,
    close() {
      closed = true;
      engine.close();
    },
  };
}

const emptyPage: PageText = { text: '', statistics: emptyStatistics, isBlank: false };

function visibleContent(kind: DocumentKind, pages: readonly PageText[]): VisibleContent {
  const characters = pages.reduce((sum, { text }) => sum + text.length, 0);
  if (kind !== 'plain' && characters <= MAX_PLACEHOLDER_LENGTH) return kind;
  return pages.length > 0 && pages.every(({ isBlank }) => isBlank) ? 'nothing' : 'pages';
}
