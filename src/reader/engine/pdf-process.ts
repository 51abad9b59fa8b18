import { fileURLToPath } from 'node:url';
import { cleanText } from '../lines/clean-text.ts';
import { emptySigns, type TextSigns } from '../trust/counts.ts';
import { type PageLabel, pageLabels } from '../trust/page-label.ts';
import type { PdfFault } from './document.ts';
import type { PdfNews, PdfOrder } from './pdf-orders.ts';
import { createAskedProcess } from './worker-process.ts';

/**
 * What opening a file tells: how many pages it has and whether they are pictures without any text (false, too, where it takes too
 * long to see that), or why it does not open. Slow: not within the time.
 */
export type PdfFacts = { pages: number; isPictures: boolean } | { fault: PdfFault | 'slow' };

/** A page and how far its text can be trusted; empty where the label is `title`. */
export interface PageReading {
  label: PageLabel;
  text: string;
}

/** `lost` are the pages (from 0) that the engine could not get through. */
export type PdfReading = { pages: PageReading[]; lost: number[] } | { fault: PdfFault | 'slow' };

/** PDFs are opened in a process of its own: a file that hangs or breaks the engine takes nothing else along. */
export interface PdfProcess {
  /** Rejects only when the process cannot be started. */
  open(path: string): Promise<PdfFacts>;
  read(path: string): Promise<PdfReading>;
  /** Starts the process before its first file. */
  begin(): void;
  close(): void;
}

/** Opens PDFs; whoever has it need not end it. */
export type PdfOpener = Pick<PdfProcess, 'open'>;

export interface PdfProcessOptions {
  /** How long a file may take to open, and a page to be read. */
  seconds?: number;
}

/** The most pages of a file that may be lost before the rest is given up. */
const mostLost = 3;

// By its name, not by where this text stands: a built program stands elsewhere.
const program = fileURLToPath(import.meta.resolve('#reader/engine/pdf-child.ts'));

/** Makes a PDF process; it starts with the first file, or when told. One thing is asked of it after the other. */
export function createPdfProcess({ seconds = 10 }: PdfProcessOptions = {}): PdfProcess {
  const engine = createAskedProcess<PdfOrder, PdfNews>({
    program,
    seconds,
    // A page leaves 1.5 MB behind, and each collection costs half a millisecond.
    youngMegabytes: 16,
    ahead: true,
    isLast: (news) => 'done' in news || 'fault' in news,
  });
  let closed = false;

  async function open(path: string): Promise<PdfFacts> {
    let facts: PdfFacts | undefined;
    await engine.ask({ path }, (news) => {
      if ('pages' in news) facts = { isPictures: false, ...news };
      else if ('fault' in news) facts = news;
      else if ('isPictures' in news && facts) facts = { ...facts, ...news };
    });
    return facts ?? { fault: 'slow' };
  }

  async function read(path: string): Promise<PdfReading> {
    let count: number | undefined;
    const read: { text: string; signs: TextSigns }[] = [];
    const lost: number[] = [];
    let fault: PdfFault | undefined;
    for (let from = 0; !closed && fault === undefined && (count === undefined || from < count); ) {
      const last = await engine.ask({ path, from }, (news) => {
        if ('pages' in news) count = news.pages;
        if ('fault' in news) fault = news.fault;
        if (!('page' in news)) return;
        if (!news.read) lost.push(news.page);
        read[news.page] = news.read ?? noText;
        from = news.page + 1;
      });
      if (last) break;
      if (count === undefined) return { fault: 'slow' };
      lost.push(from);
      read[from] = noText;
      from++;
      if (lost.length > mostLost) break;
    }
    if (fault) return { fault };
    const pages = Array.from({ length: count ?? 0 }, (_, index) => read[index] ?? noText);
    const labels = pageLabels(pages.map(({ signs }) => signs));
    return {
      lost: [...lost, ...pages.flatMap((_, index) => (index in read ? [] : [index]))],
      pages: pages.map(({ text }, index) => {
        const label = labels[index] ?? 'title';
        return { label, text: label === 'title' ? '' : cleanText(text) };
      }),
    };
  }

  return {
    open,
    read,
    begin: engine.begin,
    close() {
      closed = true;
      engine.close();
    },
  };
}

const noText = { text: '', signs: emptySigns };
