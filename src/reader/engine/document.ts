import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import type { PdfiumExports } from './pdfium.ts';

/** Why a file cannot be opened: it asks for a password, or the engine makes nothing of it. */
export type PdfFault = 'locked' | 'broken';

/** An open PDF of the engine. */
export interface PdfDocument {
  pointer: number;
  pages: number;
  /** Undefined where the page cannot be loaded. */
  page<T>(index: number, read: (page: number) => T): T | undefined;
}

const passwordError = 4;

/** Opens a file, lets it be worked with, and closes it. */
export function withPdf<T>(
  pdfium: PdfiumExports,
  path: string,
  work: (document: PdfDocument) => T,
): T | { fault: PdfFault } {
  const bytes = load(pdfium, path);
  if (!bytes) return { fault: 'broken' };
  const pointer = pdfium.FPDF_LoadMemDocument(bytes.place, bytes.size, 0);
  try {
    if (!pointer) return { fault: pdfium.FPDF_GetLastError() === passwordError ? 'locked' : 'broken' };
    const pages = pdfium.FPDF_GetPageCount(pointer);
    if (pages === 0) return { fault: 'broken' };
    return work({
      pointer,
      pages,
      page: (index, read) => {
        const page = pdfium.FPDF_LoadPage(pointer, index);
        if (!page) return undefined;
        try {
          return read(page);
        } finally {
          pdfium.FPDF_ClosePage(page);
        }
      },
    });
  } finally {
    if (pointer) pdfium.FPDF_CloseDocument(pointer);
    pdfium.free(bytes.place);
  }
}

/** Straight into the engine's memory: a large file is there once. */
function load(pdfium: PdfiumExports, path: string): { place: number; size: number } | undefined {
  const file = openSync(path, 'r');
  try {
    const { size } = fstatSync(file);
    if (size === 0) return undefined;
    const place = pdfium.malloc(size);
    // Says nothing of the file: a process that begins with it may have the memory.
    if (!place) throw new RangeError('No more memory');
    const memory = new Uint8Array(pdfium.memory.buffer);
    let read = 0;
    for (let got = 1; got > 0 && read < size; read += got) {
      got = readSync(file, memory, place + read, size - read, read);
    }
    return { place, size: read };
  } finally {
    closeSync(file);
  }
}
