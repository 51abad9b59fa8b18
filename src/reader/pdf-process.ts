import { childProgram } from './engine/child-program.ts';
import type { DocumentKind, PdfFault } from './engine/document.ts';
import { createWorkerProcess } from './engine/worker-process.ts';
import { cleanText, withWholeParagraphs } from './lines/page-text.ts';
import { withoutRecurringLines } from './lines/recurring-lines.ts';
import { emptySigns, type TextSigns } from './trust/counts.ts';
import { type PageLabel, pageLabels } from './trust/page-label.ts';

/**
 * Number of pages, and of those that are pictures without text (0 if they seem few, or after a timeout); or why the file does not
 * open. `slow` means a timeout.
 */
export type PdfFacts = { pages: number; pictures: number } | { fault: PdfFault | 'slow' };

/** A page and how far its text can be trusted; the text is empty if the label is `title`. */
export interface PageReading {
  label: PageLabel;
  text: string;
}

/** Content of a file's pages: a placeholder of XFA or of a portfolio, nothing, or ordinary pages. */
export type PdfShows = Exclude<DocumentKind, 'plain'> | 'nothing' | 'pages';

/** `lost` are the pages (from 0) that the engine could not read. */
export type PdfReading =
  | { pages: PageReading[]; lost: number[]; shows: PdfShows }
  | { fault: PdfFault | 'slow' };

/** Opens and reads PDFs in a separate process, one at a time: a file that crashes or blocks the engine affects nothing else. */
export interface PdfProcess {
  /** Rejects only if the process cannot be started. */
  open(path: string): Promise<PdfFacts>;
  read(path: string): Promise<PdfReading>;
  /** Starts the process before its first file. */
  begin(): void;
  close(): void;
}

/** Opens PDFs; its owner ends it. */
export type PdfOpener = Pick<PdfProcess, 'open'>;

export interface PdfProcessOptions {
  /** CPU seconds for opening a file, or for reading a page. */
  seconds?: number;
}

/** Opens a file, or reads its text from a page on. */
export type PdfOrder = { path: string; from?: number };

/** Reports of the process about an order, in this sequence. `opened` counts inspected pages; a page without `read` could not be read. */
export type PdfNews =
  | { pages: number; kind: DocumentKind }
  | { opened: number }
  | { pictures: number }
  | { fault: PdfFault }
  | { page: number; read?: PageText }
  | { done: true };

interface PageText {
  text: string;
  signs: TextSigns;
  /** Whether the page is blank. */
  isBlank: boolean;
}

/** Maximum characters of a placeholder. */
const MAX_PLACEHOLDER = 1500;

/** After so many consecutive lost pages, or in the whole file, reading stops. */
const MAX_LOST = { inARow: 3, ofAFile: 20 };

const program = childProgram('#reader/pdf-child.ts');

/** Makes a PDF process, which starts with its first file. */
export function createPdfProcess({ seconds = 10 }: PdfProcessOptions = {}): PdfProcess {
  const engine = createWorkerProcess<PdfOrder, PdfNews>({
    program,
    seconds,
    // A page leaves 1.5 MB of garbage, and each collection costs half a millisecond.
    youngMegabytes: 16,
    isLast: (news) => 'done' in news || 'fault' in news,
  });
  let closed = false;

  async function open(path: string): Promise<PdfFacts> {
    let facts: PdfFacts | undefined;
    await engine.order({ path }, (news) => {
      if ('pages' in news) facts = { pages: news.pages, pictures: 0 };
      else if ('fault' in news) facts = news;
      else if ('pictures' in news && facts) facts = { ...facts, ...news };
    });
    return facts ?? { fault: 'slow' };
  }

  async function read(path: string): Promise<PdfReading> {
    let count: number | undefined;
    const read: PageText[] = [];
    let kind: DocumentKind = 'plain';
    const lostPages: number[] = [];
    let fault: PdfFault | undefined;
    for (let from = 0; !closed && fault === undefined && (count === undefined || from < count); ) {
      const last = await engine.order({ path, from }, (news) => {
        if ('pages' in news) ({ pages: count, kind } = news);
        if ('fault' in news) fault = news.fault;
        if (!('page' in news)) return;
        if (!news.read) lostPages.push(news.page);
        read[news.page] = news.read ?? noText;
        from = news.page + 1;
      });
      if (last) break;
      if (count === undefined) return { fault: 'slow' };
      lostPages.push(from);
      read[from] = noText;
      from++;
      if (lostPages.length >= MAX_LOST.ofAFile || lostPages.at(-MAX_LOST.inARow) === from - MAX_LOST.inARow)
        break;
    }
    if (fault) return { fault };
    const pages = Array.from({ length: count ?? 0 }, (_, index) => read[index] ?? noText);
    const shows = showsOf(kind, pages);
    const labels = pageLabels(pages.map(({ signs }) => signs));
    const texts = withoutRecurringLines(
      pages.map(({ text }, index) => (shows !== 'pages' || labels[index] === 'title' ? '' : cleanText(text))),
    );
    return {
      shows,
      lost: [...lostPages, ...pages.flatMap((_, index) => (index in read ? [] : [index]))],
      pages: texts.map(withWholeParagraphs).map((text, index) => ({
        label: text === '' ? 'title' : (labels[index] ?? 'title'),
        text,
      })),
    };
  }

  return {
    open,
    read,
    begin: engine.start,
    close() {
      closed = true;
      engine.close();
    },
  };
}

const noText: PageText = { text: '', signs: emptySigns, isBlank: false };

function showsOf(kind: DocumentKind, pages: readonly PageText[]): PdfShows {
  const characters = pages.reduce((sum, { text }) => sum + text.length, 0);
  if (kind !== 'plain' && characters <= MAX_PLACEHOLDER) return kind;
  return pages.length > 0 && pages.every(({ isBlank }) => isBlank) ? 'nothing' : 'pages';
}
