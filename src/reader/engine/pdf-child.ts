import { constants, getPriority } from 'node:os';
import { pageGlyphs } from '../glyphs/page-glyphs.ts';
import { pageLines, pageText } from '../lines/page-text.ts';
import { textSigns } from '../trust/counts.ts';
import { boundWasmMemory } from './bounded-memory.ts';
import { type PdfDocument, withPdf } from './document.ts';
import { isPictures } from './is-pictures.ts';
import type { PdfNews, PdfOrder } from './pdf-orders.ts';
import { loadPdfium } from './pdfium.ts';
import { createWasmMemory } from './wasm-memory.ts';

// With what Node itself takes, 300 MB.
boundWasmMemory(200 << 20);
process.once('disconnect', () => process.exit());

const pdfium = await loadPdfium();
const memory = createWasmMemory(pdfium);
/** Two threads of one core slow each other down, whatever their priority: who yields to visitors rests between pages. */
const yields = getPriority() >= constants.priority.PRIORITY_LOW;
const tell = (news: PdfNews) => process.send?.(news);

/** As long as the work took, so that half of a core is left to others. */
function rest({ user, system }: NodeJS.CpuUsage): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, (user + system) / 1000);
}

function readPages(document: PdfDocument, from: number): void {
  for (let page = from; page < document.pages; page++) {
    const before = process.threadCpuUsage();
    const read = document.page(page, (handle) => {
      const { glyphs, misplaced } = pageGlyphs(pdfium, memory, handle);
      const text = pageText(pageLines(glyphs));
      return { text, signs: textSigns(text, misplaced) };
    });
    tell({ page, ...(read && { read }) });
    if (yields) rest(process.threadCpuUsage(before));
  }
}

function carryOut({ path, from }: PdfOrder): PdfNews {
  try {
    const fault = withPdf(pdfium, path, (document) => {
      tell({ pages: document.pages });
      if (from === undefined) tell({ isPictures: isPictures(pdfium, document) });
      else readPages(document, from);
      return undefined;
    });
    return fault ?? { done: true };
  } catch (error) {
    // A file that is gone. An engine that failed is not to be trusted with another file.
    if (error instanceof Error && 'code' in error) return { fault: 'broken' };
    process.exit(1);
  }
}

process.on('message', (order: PdfOrder) => tell(carryOut(order)));
