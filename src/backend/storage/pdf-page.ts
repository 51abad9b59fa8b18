import { once } from 'node:events';
import { Worker } from 'node:worker_threads';

/** A PDF whose first page is to cover a box of pixels; 0 leaves that side to the page's proportions. */
export interface PageOrder {
  path: string;
  box: { width: number; height: number };
}

/** A drawn page: four bytes (RGBA) per pixel. */
export interface PageDrawing {
  width: number;
  height: number;
  pixels: Uint8Array;
}

/** Draws first pages, away from the thread that answers requests. Use it for one page at a time. */
export interface PagePainter {
  /** Undefined when the file is no PDF that can be drawn within the time. */
  draw(order: PageOrder): Promise<PageDrawing | undefined>;
  close(): Promise<void>;
}

/** By its name, not by where this text stands: the built server stands elsewhere. */
const program = new URL(import.meta.resolve('#backend/storage/pdf-page-worker.ts'));

const mostSeconds = 15;
/** The memory that a large PDF took is given back with the worker. */
const idleSeconds = 20;

/** Makes a painter; its worker starts with the first page and goes away when there is nothing more to draw. */
export function createPagePainter(): PagePainter {
  let worker: Worker | undefined;
  let idle: NodeJS.Timeout | undefined;

  async function stop(): Promise<void> {
    clearTimeout(idle);
    const stopped = worker;
    worker = undefined;
    await stopped?.terminate();
  }

  return {
    async draw(order) {
      clearTimeout(idle);
      worker ??= new Worker(program);
      worker.ref();
      const signal = AbortSignal.timeout(mostSeconds * 1000);
      try {
        worker.postMessage(order);
        const [drawing] = await once(worker, 'message', { signal });
        return drawing;
      } catch {
        // Out of time, or out of memory: the worker is not to be trusted with another page.
        await stop();
        return undefined;
      } finally {
        worker?.unref();
        idle = setTimeout(stop, idleSeconds * 1000).unref();
      }
    },
    close: stop,
  };
}
