import type { PageLine } from '#contract/lesson-outline.ts';
import { childProgramPath } from '#reader/engine/child-program.ts';
import type { PdfFault } from '#reader/engine/document.ts';
import { createWorkerProcess } from '#reader/engine/worker-process.ts';
import type { QuoteSource } from './quote-picture.ts';
import type { ShareCard } from './share-card.ts';
import type { IconOrder } from './share-picture.ts';

/** A drawing: of a PDF, whose pages are counted from 0, the picture of a shared page, or the site's icon. */
export type Drawing =
  | { kind: 'card'; card: ShareCard }
  | ({ kind: 'icon' } & IconOrder)
  | { kind: 'picture'; path: string; page: number; width: number; format: 'webp' | 'jpeg' }
  | { kind: 'words'; path: string; page: number; label: 'words' | 'letters' }
  | { kind: 'lines'; path: string; page: number }
  | { kind: 'quote'; path: string; page: number; lines: readonly PageLine[]; source: QuoteSource }
  | { kind: 'outline'; path: string };

/** A drawing, and the path of its file. */
export type DrawingOrder = Drawing & { to: string };

/** Removes the least recently used files of a folder above a size. */
export type ClearingOrder = { kind: 'clearing'; folder: string; maxBytes: number };

/**
 * Reason why there is no drawing: `page` does not exist in the file or has no size; `gone` means that the file was removed or replaced;
 * `disk` is full or read-only.
 */
export type DrawingFault = PdfFault | 'page' | 'gone' | 'disk';

/** Size of the file or folder in bytes, or the reason of a failure. */
export type DrawingResult = { bytes: number } | { fault: DrawingFault };

/** A result, and the CPU milliseconds it took. */
export type DrawingNews = DrawingResult & { cpuMs: number };

const program = childProgramPath('#site/pictures/drawing-child.ts');
/** Limit of the JavaScript heap. */
const heapMegabytes = 48;
/** Drawing takes 200 MB, which are freed with the process. */
const idleSeconds = 20;

/**
 * Draws in a low-priority child process, so that the site itself never has a PDF in its memory. A drawing that exceeds its time or
 * memory is undefined.
 */
export const createDrawingProcess = (seconds: number) =>
  createWorkerProcess<DrawingOrder | ClearingOrder, DrawingNews>({
    program,
    seconds,
    idleSeconds,
    heapMegabytes,
    isLast: () => true,
  });
