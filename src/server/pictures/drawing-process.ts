import { fileURLToPath } from 'node:url';
import { createTurns } from '#backend/storage/turns.ts';
import { createAskedProcess } from '#reader/asked-process.ts';
import type { ClearingOrder, DrawingNews, DrawingOrder } from './drawing-orders.ts';

/** Draws in a process of its own, which gives way to the site: the site itself never has a PDF in its memory. */
export interface DrawingProcess {
  /** Undefined when it was not done within the time, or not within the memory. Orders are carried out one after the other. */
  ask(order: DrawingOrder | ClearingOrder): Promise<DrawingNews | undefined>;
  close(): void;
}

// By its name, not by where this text stands: a built program stands elsewhere.
const program = fileURLToPath(import.meta.resolve('#server/pictures/drawing-child.ts'));
/** Of JavaScript's own. */
const heapMegabytes = 48;
/** Drawing takes two hundred megabytes: they are given back with the process. */
const idleSeconds = 20;

export function createDrawingProcess(seconds: number): DrawingProcess {
  const drawer = createAskedProcess<DrawingOrder | ClearingOrder, DrawingNews>({
    program,
    seconds,
    idleSeconds,
    heapMegabytes,
    isLast: () => true,
  });
  const turns = createTurns();
  return {
    ask: (order) =>
      turns.take('', async () => {
        let news: DrawingNews | undefined;
        await drawer.ask(order, (heard) => {
          news = heard;
        });
        return news;
      }),
    close: drawer.close,
  };
}
