import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import type { PdfiumExports } from './pdfium.ts';

/** Why a file cannot be opened: it asks for a password, or the engine makes nothing of it. */
export type PdfFault = 'locked' | 'broken';

/** A PDF that is open in the engine until it is closed. */
export interface PdfDocument {
  pointer: number;
  pages: number;
  /** Undefined if the page cannot be loaded. */
  page<T>(index: number, read: (page: number) => T): T | undefined;
  close(): void;
}

const PASSWORD_ERROR = 4;

export function openPdf(pdfium: PdfiumExports, path: string): PdfDocument | { fault: PdfFault } {
  const bytes = load(pdfium, path);
  if (!bytes) return { fault: 'broken' };
  const pointer = pdfium.FPDF_LoadMemDocument(bytes.address, bytes.size, 0);
  const close = () => {
    if (pointer) pdfium.FPDF_CloseDocument(pointer);
    pdfium.free(bytes.address);
  };
  const fault = pointer ? undefined : pdfium.FPDF_GetLastError() === PASSWORD_ERROR ? 'locked' : 'broken';
  const pages = pointer && pdfium.FPDF_GetPageCount(pointer);
  if (fault || pages === 0) {
    close();
    return { fault: fault ?? 'broken' };
  }
  return {
    pointer,
    pages,
    close,
    page: (index, read) => {
      const page = pdfium.FPDF_LoadPage(pointer, index);
      if (!page) return undefined;
      try {
        return read(page);
      } finally {
        pdfium.FPDF_ClosePage(page);
      }
    },
  };
}

/** Reads a file straight into the engine's memory, so that a large one is there once. */
function load(pdfium: PdfiumExports, path: string): { address: number; size: number } | undefined {
  const file = openSync(path, 'r');
  try {
    const { size } = fstatSync(file);
    if (size === 0) return undefined;
    const address = pdfium.malloc(size);
    // The file may be good: a process that begins with it may have the memory.
    if (!address) throw new RangeError('No more memory');
    const memory = new Uint8Array(pdfium.memory.buffer);
    let read = 0;
    for (let got = 1; got > 0 && read < size; read += got) {
      got = readSync(file, memory, address + read, size - read, read);
    }
    return { address, size: read };
  } finally {
    closeSync(file);
  }
}
