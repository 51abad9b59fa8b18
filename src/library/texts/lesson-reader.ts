import { createWriteStream } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import pLimit from 'p-limit';
import { createPdfProcess, type PdfOpener, type PdfReading } from '#reader/engine/pdf-process.ts';
import type { Catalogue } from '../catalogue/appwrite-catalogue.ts';
import { whenUnreadable } from '../catalogue/download.ts';
import { makeWorkFolder } from '../copy/work-folder.ts';

/** A stored file on this computer, and since when it is as it is (milliseconds). */
export interface FileHere {
  path: string;
  modifiedAt: number;
}

/** Stored files on this computer, by their content. */
export type FilesHere = ReadonlyMap<string, FileHere>;

/** Reads the PDFs of lessons in processes of its own, which begin with the first one. */
export interface LessonReader extends AsyncDisposable {
  /** How many it reads at the same time. */
  readonly width: number;
  /** Reads a stored file, from this computer where it is. Undefined when there is none that can be read. */
  read(fileId: string, from: { catalogue: Catalogue; here: FilesHere }): Promise<PdfReading | undefined>;
  /** Opens files for a plan, with a process that reads nothing ahead before this is disposed of; undefined where there is none to spare. */
  readonly opener: (PdfOpener & Disposable) | undefined;
  /** Reads a file before it is asked for, unless what was read so is too much to keep. */
  readAhead(fileId: string, file: FileHere): void;
  /** May be called more than once. */
  close(): Promise<void>;
}

/** So many files each process has at once: one that it reads, and the next. */
const given = 2;
/** Characters of text that are kept for later: some 15,000 pages. */
const mostAhead = 20_000_000;

/** Makes a reader; it is closed with the signal too. What is read when it is closed is not the whole. */
export function createLessonReader({
  width = 1,
  signal,
}: {
  width?: number | undefined;
  signal?: AbortSignal | undefined;
} = {}): LessonReader {
  const processes = Array.from({ length: width }, () => createPdfProcess());
  const ahead = new Map<string, Promise<PdfReading | undefined>>();
  const asked = new Set<string>();
  // While files are opened for a plan one process is left to that.
  const others = Math.max(1, width - 1);
  const inTurn = pLimit(given * others);
  const spare = processes[others];
  const waiting = new Map(processes.map((one) => [one, 0]));
  let [kept, isClosed] = [0, false];
  let folder: ReturnType<typeof makeWorkFolder> | undefined;
  const stop = () => {
    for (const pdfs of processes) pdfs.close();
  };
  signal?.addEventListener('abort', stop);

  /** By the process that has least to do. */
  async function readBy(path: string): Promise<PdfReading> {
    const readers = [...waiting].slice(0, inTurn.concurrency / given);
    const [pdfs] = readers.reduce((least, one) => (one[1] < least[1] ? one : least));
    const count = (by: number) => waiting.set(pdfs, (waiting.get(pdfs) ?? 0) + by);
    count(1);
    return pdfs.read(path).finally(() => count(-1));
  }

  /** Undefined when the file is changed meanwhile. */
  async function readHere({ path, modifiedAt }: FileHere): Promise<PdfReading | undefined> {
    const reading = await readBy(path);
    const now = await stat(path).catch(() => undefined);
    return now?.mtimeMs === modifiedAt ? reading : undefined;
  }

  return {
    width,
    opener: spare && {
      open(path) {
        // Whatever must be opened is new, as a rule, and will be read.
        for (const one of processes) one.begin();
        return spare.open(path);
      },
      [Symbol.dispose]() {
        inTurn.concurrency = given * width;
      },
    },
    async read(fileId, { catalogue, here }) {
      inTurn.concurrency = given * width;
      asked.add(fileId);
      const place = here.get(fileId);
      const reading = (await ahead.get(fileId)) ?? (place && (await readHere(place)));
      ahead.delete(fileId);
      if (reading) return reading;
      folder ??= makeWorkFolder(tmpdir(), 'minbar-text-');
      const copy = join((await folder).path, fileId);
      try {
        const stream = await catalogue.open(fileId);
        if (!stream) return undefined;
        await pipeline(stream, createWriteStream(copy));
        return await readBy(copy);
      } catch (error) {
        return whenUnreadable(undefined)(error);
      } finally {
        await rm(copy, { force: true });
      }
    },
    readAhead(fileId, file) {
      void inTurn(async () => {
        if (isClosed || kept > mostAhead || signal?.aborted || ahead.has(fileId) || asked.has(fileId)) return;
        // Whoever asks for it later hears what is wrong.
        const reading = readHere(file).catch(() => undefined);
        ahead.set(fileId, reading);
        const read = await reading;
        if (read && 'pages' in read) kept += read.pages.reduce((sum, { text }) => sum + text.length, 0);
      });
    },
    async close() {
      isClosed = true;
      signal?.removeEventListener('abort', stop);
      stop();
      const made = folder;
      folder = undefined;
      await (await made)?.[Symbol.asyncDispose]();
    },
    [Symbol.asyncDispose]() {
      return this.close();
    },
  };
}
