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

/** Reason why there is no picture. `slow`: the drawing process ended early, usually at its limit of time or memory. */
export interface PictureFailure {
  fault: DrawingFault | 'slow';
}

export type PictureResult = { bytes: Buffer } | PictureFailure;

export type PictureStore = ReturnType<typeof createPictureStore>;

/** Writes a file to a path; resolves with `false` if that failed. */
type WriteFile = (path: string) => Promise<boolean>;

/**
 * Delay before a failed picture is drawn again, in milliseconds. Long after a fault of the file, which persists; short after a slow
 * drawing, because the machine may only have been busy.
 */
const [FAULT_RETRY_MS, SLOW_RETRY_MS] = [3_600_000, 60_000];
/** Maximum size of recently requested drawings in memory, in bytes. */
const MAX_MEMORY_BYTES = 4_000_000;
/** Minimum interval between records of a file's last use, in milliseconds. */
const USE_INTERVAL_MS = 3_600_000;

/**
 * Creates a disk cache of pictures. Each is drawn on first request; the least recently used are evicted above `maxBytes`. A key is a folder
 * and a file name that is safe in a path, never a visitor's input.
 *
 * @param maxBytes maximum disk space in bytes
 * @param seconds maximum CPU time of one drawing
 */
export function createPictureStore(folder: string, maxBytes: number, seconds = 10) {
  const drawer = createDrawingProcess(seconds);
  const shareDrawing = shareWork<PictureResult>((client, work, isWanted) =>
    client.queueDrawing(work, isWanted),
  );
  const shareFetch = shareWork<string | undefined>((client, work, isWanted) =>
    client.queueFetch(work, isWanted),
  );
  const faults = new LRUCache<string, PictureFailure>({ max: 2000 });
  const failedFetches = new LRUCache<string, true>({ max: 2000, ttl: SLOW_RETRY_MS });
  /** Recently read files in memory, so that simultaneous requests read each once. */
  const recentFiles = new LRUCache<string, Buffer>({
    maxSize: MAX_MEMORY_BYTES,
    maxEntrySize: MAX_MEMORY_BYTES / 4,
    sizeCalculation: ({ length }) => length,
    fetchMethod: (key) => readStored(join(folder, key)),
    // Returns an entry even if it is evicted while being read.
    ignoreFetchAbort: true,
  });
  let isClosed = false;
  let cpuMs = 0;
  /** Disk space in bytes; unknown before the first scan of the folder. */
  let storedBytes = Number.POSITIVE_INFINITY;

  const addBytes = async (bytes: number) => {
    storedBytes += sizeOnDisk(bytes);
    if (storedBytes <= maxBytes) return;
    const message = await drawer.run({ kind: 'clearFolder', folder, maxBytes });
    if (message && 'bytes' in message) storedBytes = message.bytes;
  };

  const drawFile = async (key: string, drawing: Drawing): Promise<PictureResult> => {
    const path = join(folder, key);
    const storedPicture = await readStored(path);
    if (storedPicture) return { bytes: storedPicture };
    const message = await drawer.run({ ...drawing, targetPath: path });
    // A process that was killed or crashed reports no time, so its maximum is counted.
    cpuMs += message?.cpuMs ?? seconds * 1000;
    const result: DrawingResult | PictureFailure = message ?? { fault: 'slow' };
    const isDiskFault = 'fault' in result && result.fault === 'disk';
    if (isDiskFault)
      console.error(
        `Pictures cannot be stored, because this folder is read-only or its disk is full: ${folder}`,
      );
    // A full disk or a stopping site is not a fault of the file.
    if (isClosed || isDiskFault) throw new ApiError('general_server_busy', { retryAfter: '60' });
    if ('fault' in result) {
      const { fault } = result;
      if (fault !== 'gone')
        faults.set(key, { fault }, { ttl: fault === 'slow' ? SLOW_RETRY_MS : FAULT_RETRY_MS });
      return { fault };
    }
    const bytes = await readStored(path);
    await addBytes(result.bytes);
    // The picture may have been removed together with its version of the file.
    return bytes ? { bytes } : { fault: 'gone' };
  };

  const fetchFile = async (key: string, write: WriteFile): Promise<string | undefined> => {
    const path = join(folder, key);
    if ((await readStoredSize(path)) !== undefined) return path;
    const unfinishedPath = `${path}.unfinished`;
    await mkdir(dirname(path), { recursive: true, mode: 0o750 });
    if (!(await write(unfinishedPath))) {
      await rm(unfinishedPath, { force: true });
      failedFetches.set(key, true);
      return undefined;
    }
    await rename(unfinishedPath, path);
    await addBytes((await readStoredSize(path)) ?? 0);
    return path;
  };

  return {
    /**
     * Returns a picture or its fault, drawing it at the first request. Rejects if admission refuses, the disk cannot be written, or the
     * site stops.
     */
    async draw(key: string, drawing: Drawing, client?: RequestContext): Promise<PictureResult> {
      // Files are read in the client's slot, so that simultaneous requests do not load a thousand pictures into memory.
      const bytes = recentFiles.get(key) ?? (await runQueued(client, () => recentFiles.fetch(key)));
      if (bytes) return { bytes };
      return faults.get(key) ?? shareDrawing(key, () => drawFile(key, drawing), client);
    },
    /** Returns the path of a file, writing it at the first request; undefined if that failed now or in the last minute. */
    async fetch(key: string, write: WriteFile, client?: RequestContext): Promise<string | undefined> {
      if ((await readStoredSize(join(folder, key))) !== undefined) return join(folder, key);
      if (failedFetches.has(key)) return undefined;
      return shareFetch(key, () => fetchFile(key, write), client);
    },
    /** Drops the files of a removed folder from memory. */
    forget(removedFolder: string): void {
      for (const key of recentFiles.keys()) if (dirname(key) === removedFolder) recentFiles.delete(key);
    },
    /** Returns the CPU milliseconds that all drawings have taken. */
    cpuMs: () => cpuMs,
    close(): void {
      isClosed = true;
      drawer.close();
    },
  };
}

/** Returns the size of a stored file and records its use; undefined if there is none. */
async function readStoredSize(path: string): Promise<number | undefined> {
  const file = await stat(path).catch(() => undefined);
  const now = Date.now();
  // Another process can remove the file at any time.
  if (file && now - file.mtimeMs > USE_INTERVAL_MS)
    await utimes(path, now / 1000, now / 1000).catch(() => {});
  return file?.size;
}

async function readStored(path: string): Promise<Buffer | undefined> {
  if ((await readStoredSize(path)) === undefined) return undefined;
  return readFile(path).catch(() => undefined);
}

/** Runs work in a queue of admission; the work is dropped once it is no longer wanted. */
type Enqueue<Result> = (
  client: RequestContext,
  work: () => Promise<Result>,
  isWanted: () => boolean,
) => Promise<Result>;

/**
 * Shares work that several clients request at the same time. All clients of an address take one queue slot for the same work, so that they
 * do not fill the queue.
 */
export function shareWork<Result>(enqueue: Enqueue<Result>) {
  const running = new Map<string, Promise<Result>>();
  const waitingByAddress = new Map<string, { clients: RequestContext[]; result: Promise<Result> }>();
  return (key: string, work: () => Promise<Result>, client?: RequestContext): Promise<Result> => {
    const run = () => {
      const result = running.get(key) ?? work().finally(() => running.delete(key));
      running.set(key, result);
      return result;
    };
    if (!client || running.has(key)) return run();
    const id = `${client.address} ${key}`;
    const waiting = waitingByAddress.get(id);
    if (waiting) {
      waiting.clients.push(client);
      return waiting.result;
    }
    // Created first, because the queue can call `isWanted` immediately.
    const clients = [client];
    const isWanted = () => clients.some((client) => client.isConnected());
    const result = enqueue(client, run, isWanted).finally(() => waitingByAddress.delete(id));
    waitingByAddress.set(id, { clients, result });
    return result;
  };
}
