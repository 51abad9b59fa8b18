import { createReadStream } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import { Hono } from 'hono';
import type { Cache } from '#backend/cache.ts';
import { contentDisposition } from '#backend/storage/bytes.ts';
import type { Language } from '#contract/language.ts';
import type { LibraryFile } from '#contract/rows.ts';
import { categoryZipPattern, parseCategoryZip, parseLanguage } from '#contract/urls.ts';
import { runQueued } from '#http/request-context.ts';
import { fileTitle } from '#web/page/file-facts.ts';
import type { LessonList } from './lesson-list.ts';
import { sendPieces } from './library-data.ts';
import { visitorTexts } from './messages/visitor-texts.ts';
import type { FindFile } from './pictures/lesson-drawings.ts';
import { documentFailure, documentHeaders, refuseDocument } from './refusals.ts';
import type { SiteEnv } from './site-env.ts';
import { shownCategoryName } from './site-facts.ts';
import { MAX_ZIP_BYTES, MAX_ZIP_ENTRIES, type ZipEntry, zip, zipBytes } from './zip.ts';

/** Maximum concurrent archives, one per client: each is read at its client's speed, and holds about 256 kB. */
const MAX_ARCHIVES = 64;
/** If all are in use, one whose piece waits longer makes room: its client reads less than 8 kB a second. */
const MAX_PIECE_MS = 16_000;
const RETRY_AFTER_SECONDS = 60;
/** CPU milliseconds charged for an archive's checksums, by its bytes. */
const MAX_PRICE_MS = 1000;
const BYTES_PER_MS = 2_000_000;
const CHUNK_BYTES = 128 * 1024;
/** Longest name of a file on every usual file system. */
const MAX_NAME_BYTES = 255;

/** Path separators, and characters that Windows forbids in names. */
const unsafe = /[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069/\\:*?"<>|]/gu;

/** An archive that is being sent. */
interface Sending {
  /** When its client began to read the current piece, in milliseconds. */
  pieceAt: number;
  stop(): void;
}

/**
 * Streams a category as one archive. Empty categories, and those too large for an archive, have none.
 * @param now the time in milliseconds
 */
export function createCategoryZips(
  list: LessonList,
  findFile: FindFile,
  cache: Cache,
  now: () => number = () => performance.now(),
) {
  const app = new Hono<SiteEnv>();
  const sizes = cache.namespace<Promise<number | undefined>>('zip', () => 16);
  /** Archives by the address of their client. */
  const sending = new Map<string, Sending>();

  /** Whether a client may get an archive; stops the slowest one for it if all are in use. */
  const hasRoomFor = (address: string): boolean => {
    if (sending.has(address)) return false;
    if (sending.size < MAX_ARCHIVES) return true;
    const [slowest] = [...sending].sort(([, a], [, b]) => a.pieceAt - b.pieceAt);
    if (!slowest || now() - slowest[1].pieceAt < MAX_PIECE_MS) return false;
    sending.delete(slowest[0]);
    slowest[1].stop();
    return true;
  };

  /** The files of a category's archive; empty if it has none. */
  const filesOf = async (categoryId: string, language: Language): Promise<NamedFile[]> => {
    const { rows, total } = await list.lessons({
      language,
      order: 'name',
      categoryId,
      limit: MAX_ZIP_ENTRIES,
    });
    const files = withFileNames(rows);
    return total > MAX_ZIP_ENTRIES || zipBytes(files) > MAX_ZIP_BYTES ? [] : files;
  };
  /** Bytes of a category's archive; undefined if it has none. */
  const size = (categoryId: string): Promise<number | undefined> =>
    sizes.get(categoryId, async () => {
      const files = await filesOf(categoryId, 'en');
      return files.length > 0 ? zipBytes(files) : undefined;
    });

  app.get(categoryZipPattern, async (context) => {
    const id = parseCategoryZip(context.req.path) ?? '';
    const language = parseLanguage(new URL(context.req.url).searchParams);
    const client = context.env?.client;
    const [category, files] = await runQueued(client, () =>
      Promise.all([list.category(id), filesOf(id, language)]),
    );
    if (!category || files.length === 0) return refuseDocument(context, 404);
    const length = zipBytes(files);
    const headers = {
      ...documentHeaders,
      'Content-Type': 'application/zip',
      'Content-Length': String(length),
      'Content-Disposition': contentDisposition('attachment', `${shownCategoryName(category, language)}.zip`),
      'Cache-Control': 'no-store',
      'X-Robots-Tag': 'noindex',
    };
    if (context.req.method === 'HEAD') return context.body(null, 200, headers);
    const address = client?.address ?? '';
    if (!hasRoomFor(address))
      return refuseDocument(context, 503, RETRY_AFTER_SECONDS, visitorTexts[language].discovery.archiveBusy);
    client?.charge(Math.min(MAX_PRICE_MS, length / BYTES_PER_MS));
    const current: Sending = { pieceAt: now(), stop: () => undefined };
    const end = () => {
      if (sending.get(address) === current) sending.delete(address);
    };
    sending.set(address, current);
    const pieces = archive(files, (fileId) => findFile(fileId, client), {
      onPiece() {
        current.pieceAt = now();
      },
      onEnd: end,
    });
    const outgoing = context.env?.outgoing as ServerResponse | undefined;
    if (!outgoing) {
      const body = Readable.from(pieces).once('close', end);
      current.stop = () => body.destroy();
      return context.body(Readable.toWeb(body) as ReadableStream, 200, headers);
    }
    current.stop = () => outgoing.destroy();
    try {
      // This writes into the headers of the context, which a refusal would get as well.
      const { headers: all } = context.body(null, 200, headers);
      await sendPieces(outgoing, 200, Object.fromEntries(all), pieces);
    } finally {
      end();
    }
    return RESPONSE_ALREADY_SENT;
  });

  app.onError(documentFailure(RETRY_AFTER_SECONDS));
  return { app, size };
}

interface NamedFile {
  name: string;
  fileId: string;
  size: number;
}

/** Returns lessons with their titles as file names; the second one of a name gets a number. */
function withFileNames(lessons: readonly LibraryFile[]): NamedFile[] {
  const usedNames = new Set<string>();
  const numbers = new Map<string, number>();
  return lessons.map(({ fileName, fileId, fileSize: size }) => {
    const title = fileTitle(fileName).toWellFormed().replace(unsafe, '-').trim() || 'lesson';
    let number = numbers.get(title) ?? 1;
    while (usedNames.has(entryName(title, number).toLowerCase())) number++;
    numbers.set(title, number);
    const name = entryName(title, number);
    usedNames.add(name.toLowerCase());
    return { name, fileId, size };
  });
}

/** The name of a file, cut where no usual file system takes it. */
function entryName(title: string, number: number): string {
  const ending = number > 1 ? ` (${number}).pdf` : '.pdf';
  const bytes = Buffer.from(title).subarray(0, MAX_NAME_BYTES - ending.length);
  // A letter that is cut in the middle is left out.
  return (
    bytes
      .toString()
      .replace(/\uFFFD+$/, '')
      .trimEnd() + ending
  );
}

async function* archive(
  files: readonly NamedFile[],
  find: (fileId: string) => Promise<string | undefined>,
  { onPiece, onEnd }: { onPiece(): void; onEnd(): void },
): AsyncGenerator<Uint8Array<ArrayBuffer>, void, void> {
  const entries = files.map(
    ({ name, size, fileId }): ZipEntry => ({
      name,
      size,
      async read() {
        const path = await find(fileId);
        if (path === undefined) throw new Error(`The file of "${name}" cannot be read`);
        return createReadStream(path, { highWaterMark: CHUNK_BYTES });
      },
    }),
  );
  try {
    for await (const piece of zip(entries)) {
      onPiece();
      yield piece as Uint8Array<ArrayBuffer>;
    }
  } finally {
    onEnd();
  }
}
