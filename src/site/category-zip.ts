import { createReadStream } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import { Hono } from 'hono';
import type { Cache } from '#backend/cache.ts';
import { contentDisposition } from '#backend/storage/bytes.ts';
import type { Language } from '#contract/language.ts';
import type { LibraryFile } from '#contract/rows.ts';
import { categoryZipPattern, parseCategoryZip } from '#contract/urls.ts';
import { type RequestContext, runQueued } from '#http/request-context.ts';
import { fileTitle } from '#web/page/file-facts.ts';
import type { LessonList } from './lesson-list.ts';
import { sendPieces } from './library-data.ts';
import { visitorTexts } from './messages/visitor-texts.ts';
import type { FindFile } from './pictures/lesson-drawings.ts';
import { createDocumentErrorHandler, documentHeaders, refuseDocument } from './refusals.ts';
import { languageOf, type SiteEnv } from './site-env.ts';
import { shownCategoryName } from './site-facts.ts';
import { MAX_ZIP_BYTES, MAX_ZIP_ENTRIES, type ZipEntry, zip, zipBytes } from './zip.ts';

/** Maximum number of concurrent archives, one per client address. Each is sent at its client's speed and takes about 256 kB of memory. */
const MAX_ARCHIVES = 64;
/** Time in milliseconds for sending a piece. If it takes longer (under 8 kB a second), the archive can be stopped for another client. */
const MAX_PIECE_MS = 16_000;
const RETRY_AFTER_SECONDS = 60;
/** Maximum CPU milliseconds charged for an archive's checksums; one is charged per `BYTES_PER_CHARGED_MS`. */
const MAX_CHARGE_MS = 1000;
const BYTES_PER_CHARGED_MS = 2_000_000;
const CHUNK_BYTES = 128 * 1024;
/** Maximum length of a file name on common file systems, in bytes. */
const MAX_NAME_BYTES = 255;

/** Path separators, controls, direction marks, and characters that Windows forbids in names. */
const unsafeCharacters = /[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069/\\:*?"<>|]/gu;

/** An archive that is being sent. */
interface ActiveArchive {
  /** Time in milliseconds at which sending the current piece began. */
  pieceStartedAt: number;
  stop(): void;
}

/**
 * Creates the route that streams a category as one archive, and `archiveBytes`. Categories that are empty or too large have no archive.
 * @param now returns the time in milliseconds
 */
export function createCategoryZips(
  list: LessonList,
  findFile: FindFile,
  cache: Cache,
  now: () => number = () => performance.now(),
) {
  const app = new Hono<SiteEnv>();
  const sizes = cache.namespace<Promise<number | undefined>>('zip', () => 16);
  /** Archives that are being sent, by client address. */
  const activeArchives = new Map<string, ActiveArchive>();

  /**
   * Ensures that a slot is free, if necessary by stopping a slow archive. Returns false if none is, or if the client already receives an
   * archive.
   */
  const freeSlot = (address: string): boolean => {
    if (activeArchives.has(address)) return false;
    if (activeArchives.size < MAX_ARCHIVES) return true;
    const [slowest] = [...activeArchives].sort(([, a], [, b]) => a.pieceStartedAt - b.pieceStartedAt);
    if (!slowest || now() - slowest[1].pieceStartedAt < MAX_PIECE_MS) return false;
    activeArchives.delete(slowest[0]);
    slowest[1].stop();
    return true;
  };

  /** Returns the files of a category's archive; empty if it has none. */
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
  /** Returns the size of a category's archive in bytes; undefined if it has none. */
  const archiveBytes = (categoryId: string): Promise<number | undefined> =>
    sizes.get(categoryId, async () => {
      const files = await filesOf(categoryId, 'en');
      return files.length > 0 ? zipBytes(files) : undefined;
    });

  const entryOf = ({ name, size, fileId }: NamedFile, client?: RequestContext): ZipEntry => ({
    name,
    size,
    async read() {
      const path = await findFile(fileId, client);
      if (path === undefined) throw new Error(`The file of "${name}" cannot be read`);
      return createReadStream(path, { highWaterMark: CHUNK_BYTES });
    },
  });

  app.get(categoryZipPattern, async (context) => {
    const id = parseCategoryZip(context.req.path) ?? '';
    const language = languageOf(context);
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
    if (!freeSlot(address))
      return refuseDocument(context, 503, RETRY_AFTER_SECONDS, visitorTexts[language].discovery.archiveBusy);
    client?.charge(Math.min(MAX_CHARGE_MS, length / BYTES_PER_CHARGED_MS));
    const current: ActiveArchive = { pieceStartedAt: now(), stop: () => undefined };
    activeArchives.set(address, current);
    const end = () => {
      if (activeArchives.get(address) === current) activeArchives.delete(address);
    };
    const streamArchive = async function* () {
      for await (const piece of zip(files.map((file) => entryOf(file, client)))) {
        current.pieceStartedAt = now();
        yield piece as Uint8Array<ArrayBuffer>;
      }
    };
    const outgoing = context.env?.outgoing as ServerResponse | undefined;
    if (!outgoing) {
      const body = Readable.from(streamArchive()).once('close', end);
      current.stop = () => body.destroy();
      return context.body(Readable.toWeb(body) as ReadableStream, 200, headers);
    }
    current.stop = () => outgoing.destroy();
    // Called last, because it sets headers on the context, which a refusal would also send.
    const { headers: allHeaders } = context.body(null, 200, headers);
    await sendPieces(outgoing, 200, Object.fromEntries(allHeaders), streamArchive()).finally(end);
    return RESPONSE_ALREADY_SENT;
  });

  app.onError(createDocumentErrorHandler(RETRY_AFTER_SECONDS));
  return { app, archiveBytes };
}

interface NamedFile {
  name: string;
  fileId: string;
  size: number;
}

/** Names the files of lessons by their titles; equal names are numbered, even if they differ in case. */
function withFileNames(lessons: readonly LibraryFile[]): NamedFile[] {
  const usedNames = new Set<string>();
  const numbers = new Map<string, number>();
  return lessons.map(({ fileName, fileId, fileSize: size }) => {
    const title = fileTitle(fileName).toWellFormed().replace(unsafeCharacters, '-').trim() || 'lesson';
    let number = numbers.get(title) ?? 1;
    while (usedNames.has(entryName(title, number).toLowerCase())) number++;
    numbers.set(title, number);
    const name = entryName(title, number);
    usedNames.add(name.toLowerCase());
    return { name, fileId, size };
  });
}

/** Builds the file name of a title, truncated for common file systems. */
function entryName(title: string, number: number): string {
  const suffix = number > 1 ? ` (${number}).pdf` : '.pdf';
  const bytes = Buffer.from(title).subarray(0, MAX_NAME_BYTES - suffix.length);
  // Drops the last letter if it was cut between its bytes.
  return (
    bytes
      .toString()
      .replace(/\uFFFD+$/, '')
      .trimEnd() + suffix
  );
}
