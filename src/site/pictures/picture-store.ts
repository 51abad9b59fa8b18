import { mkdir, readFile, rename, rm, stat, utimes } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { LRUCache } from 'lru-cache';
import { ApiError } from '#http/api-error.ts';
import { type RequestContext, runQueued } from '#http/request-context.ts';
import { sizeOnDisk } from './clear-folder.ts';
import {
  createDrawingProcess,
  type Drawing,
  type DrawingFault,
  type DrawingResult,
} from './drawing-process.ts';

/** Reason why there is no picture. `slow`: it exceeded the limit of time or memory. */
export interface NotDrawn {
  fault: DrawingFault | 'slow';
}

export type PictureResult = { bytes: Buffer } | NotDrawn;

export type PictureStore = ReturnType<typeof createPictureStore>;

/** Writes a file to a path; resolves with `false` when it could not. */
type Write = (path: string) => Promise<boolean>;

/**
 * Milliseconds after which a failed picture is tried again: a fault of the file persists, but a slow drawing may have been caused
 * by a busy machine.
 */
const [FAULT_MS, SLOW_MS] = [3_600_000, 60_000];
/** Maximum bytes of recently requested drawings in memory. */
const MAX_MEMORY_BYTES = 4_000_000;
/** Milliseconds after which a file's last use is recorded again. */
const USE_INTERVAL_MS = 3_600_000;

/**
 * Files that are drawn at the first request and stored within a size; the least recently used are removed first. A key is a folder and
 * a name of letters, digits, dots and hyphens, never a visitor's input.
 *
 * @param maxBytes bytes on the disk
 * @param seconds for one drawing
 */
export function createPictureStore(folder: string, maxBytes: number, seconds = 10) {
  const drawer = createDrawingProcess(seconds);
  const shareDrawing = shareWork<PictureResult>((client, work, isWanted) =>
    client.queueDrawing(work, isWanted),
  );
  const shareFetch = shareWork<string | undefined>((client, work, isWanted) =>
    client.queueFetch(work, isWanted),
  );
  const faults = new LRUCache<string, NotDrawn>({ max: 2000 });
  const failedFetches = new LRUCache<string, true>({ max: 2000, ttl: SLOW_MS });
  /** Recently read files in memory, so that simultaneous requests read each once. */
  const latest = new LRUCache<string, Buffer>({
    maxSize: MAX_MEMORY_BYTES,
    maxEntrySize: MAX_MEMORY_BYTES / 4,
    sizeCalculation: ({ length }) => length,
    fetchMethod: (key) => readStored(join(folder, key)),
    // An entry that is evicted while it is read is still returned.
    ignoreFetchAbort: true,
  });
  let closed = false;
  let cpuMs = 0;
  /** Bytes on the disk; unknown before the first scan of the folder. */
  let storedBytes = Number.POSITIVE_INFINITY;

  const addBytes = async (bytes: number) => {
    storedBytes += sizeOnDisk(bytes);
    if (storedBytes <= maxBytes) return;
    const news = await drawer.run({ kind: 'clearing', folder, maxBytes: maxBytes });
    if (news && 'bytes' in news) storedBytes = news.bytes;
  };

  const make = async (key: string, drawing: Drawing): Promise<PictureResult> => {
    const path = join(folder, key);
    const storedPicture = await readStored(path);
    if (storedPicture) return { bytes: storedPicture };
    const news = await drawer.run({ ...drawing, to: path });
    // A process that was killed has used all its time.
    cpuMs += news?.cpuMs ?? seconds * 1000;
    const result: DrawingResult | NotDrawn = news ?? { fault: 'slow' };
    // The file is not at fault if the disk is full or the site stops.
    if (closed || ('fault' in result && result.fault === 'disk'))
      throw new ApiError('general_server_busy', { retryAfter: '60' });
    if ('fault' in result) {
      const { fault } = result;
      if (fault !== 'gone') faults.set(key, { fault }, { ttl: fault === 'slow' ? SLOW_MS : FAULT_MS });
      return { fault };
    }
    const bytes = await readStored(path);
    await addBytes(result.bytes);
    // The picture was removed with its version of the file.
    return bytes ? { bytes } : { fault: 'gone' };
  };

  const fetchFile = async (key: string, write: Write): Promise<string | undefined> => {
    const path = join(folder, key);
    if ((await storedSize(path)) !== undefined) return path;
    const unfinished = `${path}.unfinished`;
    await mkdir(dirname(path), { recursive: true, mode: 0o750 });
    if (!(await write(unfinished))) {
      await rm(unfinished, { force: true });
      failedFetches.set(key, true);
      return undefined;
    }
    await rename(unfinished, path);
    await addBytes((await storedSize(path)) ?? 0);
    return path;
  };

  return {
    /** Rejects with the refusals of admission: the budget is used up, or the queue is full. */
    async draw(key: string, drawing: Drawing, client?: RequestContext): Promise<PictureResult> {
      // One at a time, so that simultaneous requests do not load a thousand pictures into memory.
      const bytes = latest.get(key) ?? (await runQueued(client, () => latest.fetch(key)));
      if (bytes) return { bytes };
      return faults.get(key) ?? shareDrawing(key, () => make(key, drawing), client);
    },
    /** Returns the path of a file, writing it at the first request; undefined if that failed. */
    async fetch(key: string, write: Write, client?: RequestContext): Promise<string | undefined> {
      if ((await storedSize(join(folder, key))) !== undefined) return join(folder, key);
      if (failedFetches.has(key)) return undefined;
      return shareFetch(key, () => fetchFile(key, write), client);
    },
    /** Forgets what is in memory of a removed folder. */
    forget(inside: string): void {
      for (const key of latest.keys()) if (dirname(key) === inside) latest.delete(key);
    },
    /** Returns the CPU milliseconds that all drawings have taken. */
    cpuMs: () => cpuMs,
    close(): void {
      closed = true;
      drawer.close();
    },
  };
}

/** Returns the size of a stored file and records its use; undefined if there is none. */
async function storedSize(path: string): Promise<number | undefined> {
  const file = await stat(path).catch(() => undefined);
  const now = Date.now();
  // Another process may remove it at any time.
  if (file && now - file.mtimeMs > USE_INTERVAL_MS)
    await utimes(path, now / 1000, now / 1000).catch(() => {});
  return file?.size;
}

async function readStored(path: string): Promise<Buffer | undefined> {
  if ((await storedSize(path)) === undefined) return undefined;
  return readFile(path).catch(() => undefined);
}

/** Waits in a queue of admission while the work is wanted. */
type Enqueue<Result> = (
  client: RequestContext,
  work: () => Promise<Result>,
  isWanted: () => boolean,
) => Promise<Result>;

/**
 * Shares work that several clients request at the same time. Each address waits once, so that a crowd behind one address does not
 * fill the queue.
 */
export function shareWork<Result>(enqueue: Enqueue<Result>) {
  const running = new Map<string, Promise<Result>>();
  const places = new Map<string, { clients: RequestContext[]; result: Promise<Result> }>();
  return (key: string, work: () => Promise<Result>, client?: RequestContext): Promise<Result> => {
    const run = () => {
      const result = running.get(key) ?? work().finally(() => running.delete(key));
      running.set(key, result);
      return result;
    };
    if (!client || running.has(key)) return run();
    const id = `${client.address} ${key}`;
    const waiting = places.get(id);
    if (waiting) {
      waiting.clients.push(client);
      return waiting.result;
    }
    // The queue may check immediately whether the work is wanted.
    const clients = [client];
    const isWanted = () => clients.some((client) => client.isConnected());
    const result = enqueue(client, run, isWanted).finally(() => places.delete(id));
    places.set(id, { clients, result });
    return result;
  };
}
