import type { PageLine } from '#contract/lesson-outline.ts';
import type { PdfFault } from '#reader/engine/document.ts';
import { childProgramPath, createWorkerProcess } from '#reader/engine/worker-process.ts';
import type { QuoteSource } from './quote-picture.ts';
import type { ShareCard } from './share-card.ts';
import type { IconDrawing } from './share-picture.ts';

/** Something to draw: part of a PDF, whose page indexes start at 0, a preview picture, or the site's icon. */
export type Drawing =
  | { kind: 'card'; card: ShareCard }
  | ({ kind: 'icon' } & IconDrawing)
  | { kind: 'picture'; path: string; page: number; width: number; format: 'webp' | 'jpeg' }
  | { kind: 'words'; path: string; page: number; label: 'words' | 'letters' }
  | { kind: 'lines'; path: string; page: number }
  | { kind: 'quote'; path: string; page: number; lines: readonly PageLine[]; source: QuoteSource }
  | { kind: 'outline'; path: string };

/** A drawing and the path of its file. */
export type DrawingJob = Drawing & { targetPath: string };

/** Job to remove the least recently used files of a folder that exceeds a size. */
export type ClearFolderJob = { kind: 'clearFolder'; folder: string; maxBytes: number };

/**
 * Reason why there is no drawing. `page`: the page does not exist or has no size. `gone`: the file was removed or replaced. `disk`:
 * the disk is full or read-only.
 */
export type DrawingFault = PdfFault | 'page' | 'gone' | 'disk';

/** Size of the file or folder in bytes, or the reason for the failure. */
export type DrawingResult = { bytes: number } | { fault: DrawingFault };

/** The result of a job and the CPU milliseconds it took. */
export type DrawingMessage = DrawingResult & { cpuMs: number };

const program = childProgramPath('#site/pictures/drawing-child.ts');
/** Maximum size of the JavaScript heap in MB. */
const heapMegabytes = 48;
/** Idle time after which the process exits, which frees its memory. */
const idleSeconds = 20;

/**
 * Creates a low-priority child process for drawing, so that no PDF is loaded in the site's own process. The result of a job that exceeds
 * `seconds` of CPU time, or its memory, is undefined.
 */
export const createDrawingProcess = (seconds: number) =>
  createWorkerProcess<DrawingJob | ClearFolderJob, DrawingMessage>({
    program,
    seconds,
    idleSeconds,
    heapMegabytes,
    isLast: () => true,
  });
