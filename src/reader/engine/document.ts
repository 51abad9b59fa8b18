import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { constants, inflateSync } from 'node:zlib';
import type { Pdfium } from './pdfium.ts';

/** Reason why a file cannot be opened: it needs a password, or it is empty, damaged or without pages. */
export type PdfFault = 'locked' | 'broken';

/** Kind of a file. The pages of XFA forms and portfolios show only a notice that another program is needed. */
export type DocumentKind = 'plain' | 'xfa' | 'portfolio';

/** A PDF that is open in the engine. The caller closes it. */
export interface PdfDocument {
  kind: DocumentKind;
  pointer: number;
  pages: number;
  /** Whether the file may have optional layers; false if it certainly has none. */
  mayHaveLayers: boolean;
  /** Loads a page for `read`; undefined if the page cannot be loaded. `forms` is the handle for drawing form fields. */
  page<T>(index: number, read: (page: number, forms: number) => T): T | undefined;
  /** Like `page`, with visible annotations merged into the page. */
  flattenedPage<T>(index: number, read: (page: number) => T): T | undefined;
  close(): void;
}

const PASSWORD_ERROR = 4;

export function openPdf(pdfium: Pdfium, path: string): PdfDocument | { fault: PdfFault } {
  const bytes = loadFile(pdfium, path);
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
  const forms = startForms(pdfium, pointer);
  const fileBytes = () => Buffer.from(pdfium.memory.buffer, bytes.address, bytes.size);
  const hasLayers = mayHaveLayers(fileBytes());
  let hasHiddenLayers: boolean | undefined;
  const hidesLayers = () => {
    hasHiddenLayers ??= mayHideLayers(fileBytes());
    return hasHiddenLayers;
  };
  const page: PdfDocument['page'] = (index, read) => {
    const handle = pdfium.FPDF_LoadPage(pointer, index);
    if (!handle) return undefined;
    if (hasLayers) hideLayeredAnnotations(pdfium, handle, hidesLayers);
    try {
      pdfium.FORM_OnAfterLoadPage(handle, forms.handle);
      return read(handle, forms.handle);
    } finally {
      pdfium.FORM_OnBeforeClosePage(handle, forms.handle);
      pdfium.FPDF_ClosePage(handle);
    }
  };
  return {
    pointer,
    pages,
    kind: kindOf(pdfium, pointer, fileBytes),
    mayHaveLayers: hasLayers,
    page,
    flattenedPage: (index, read) => {
      const unflattened = page(index, (handle) =>
        flattenAnnotations(pdfium, handle) ? undefined : { result: read(handle) },
      );
      // The engine shows the flattened content only after the page is loaded again.
      return unflattened ? unflattened.result : page(index, (handle) => read(handle));
    },
    close() {
      forms.close();
      close();
    },
  };
}

const FORM_INFO_BYTES = 256;
const FORM_INFO_VERSION = 2;

/** Starts the engine's form environment, which draws fields, check marks and visible signatures. It runs no scripts. */
function startForms(pdfium: Pdfium, document: number): { handle: number; close(): void } {
  const info = pdfium.malloc(FORM_INFO_BYTES);
  if (!info) throw new RangeError('The engine is out of memory.');
  const bytes = new DataView(pdfium.memory.buffer, info, FORM_INFO_BYTES);
  for (let offset = 0; offset < FORM_INFO_BYTES; offset++) bytes.setUint8(offset, 0);
  bytes.setUint32(0, FORM_INFO_VERSION, true);
  const handle = pdfium.FPDFDOC_InitFormFillEnvironment(document, info);
  if (handle) pdfium.FPDF_RemoveFormFieldHighlight(handle);
  return {
    handle,
    close() {
      if (handle) pdfium.FPDFDOC_ExitFormFillEnvironment(handle);
      pdfium.free(info);
    },
  };
}

/** PDFium's numbers of annotations that show or may cover text: free text, shapes, stamps, ink, fields, redactions. */
const VISIBLE_ANNOTATIONS = [3, 5, 6, 7, 13, 15, 20, 28];
/** PDFium's numbers of annotations without text on the page: note icons, links, highlights, underlines, strikeouts, pop-ups. */
const MARKING_ANNOTATIONS = [1, 2, 9, 10, 11, 12, 16];
const FLATTEN_FOR_DISPLAY = 0;
const HIDDEN_FLAG = 2;

/** Merges visible annotations into their page and removes highlights and other markings. Changes nothing and returns false without any. */
function flattenAnnotations(pdfium: Pdfium, page: number): boolean {
  const kinds = annotationsOf(pdfium, page, (annotation) => pdfium.FPDFAnnot_GetSubtype(annotation));
  if (!kinds.some((kind) => VISIBLE_ANNOTATIONS.includes(kind))) return false;
  // A flattened highlight would cover its text.
  for (const [index, kind] of [...kinds.entries()].reverse())
    if (MARKING_ANNOTATIONS.includes(kind)) pdfium.FPDFPage_RemoveAnnot(page, index);
  pdfium.FPDFPage_Flatten(page, FLATTEN_FOR_DISPLAY);
  return true;
}

/** Hides annotations on optional layers if the file may turn a layer off, because the engine draws them even if theirs is off. */
function hideLayeredAnnotations(pdfium: Pdfium, page: number, hidesLayers: () => boolean): void {
  if (pdfium.FPDFPage_GetAnnotCount(page) === 0) return;
  const layerKey = pdfium.string('OC');
  annotationsOf(pdfium, page, (annotation) => {
    if (!pdfium.FPDFAnnot_HasKey(annotation, layerKey) || !hidesLayers()) return;
    pdfium.FPDFAnnot_SetFlags(annotation, pdfium.FPDFAnnot_GetFlags(annotation) | HIDDEN_FLAG);
  });
}

function annotationsOf<T>(pdfium: Pdfium, page: number, read: (annotation: number) => T): T[] {
  return Array.from({ length: pdfium.FPDFPage_GetAnnotCount(page) }, (_, index) => {
    const annotation = pdfium.FPDFPage_GetAnnot(page, index);
    const result = read(annotation);
    if (annotation) pdfium.FPDFPage_CloseAnnot(annotation);
    return result;
  });
}

const OBJECT_STREAM = '/ObjStm';
/** Dictionary entries that can turn layers off; an empty list turns none off. */
const OFF = /\/OFF(?!\s*\[\s*\])\b|\/BaseState\s*\/Unchanged/;
/** Maximum distance in bytes from the type of a stream to its data. */
const MAX_HEADER_BYTES = 400;

/** Whether a file may have optional layers; false if it certainly has none. Any compressed object may contain them. */
function mayHaveLayers(file: Buffer): boolean {
  return file.includes('/OCProperties') || file.includes(OBJECT_STREAM);
}

/** Whether a file may turn a layer off; false if it certainly does not. */
function mayHideLayers(file: Buffer): boolean {
  if (OFF.test(file.toString('latin1'))) return true;
  for (
    let offset = file.indexOf(OBJECT_STREAM);
    offset >= 0;
    offset = file.indexOf(OBJECT_STREAM, offset + 1)
  ) {
    const objects = inflateStream(file, offset);
    // An encrypted stream cannot be searched, so it may turn a layer off.
    if (objects === undefined || OFF.test(objects)) return true;
  }
  return false;
}

function inflateStream(file: Buffer, typeOffset: number): string | undefined {
  const header = file.subarray(typeOffset, typeOffset + MAX_HEADER_BYTES).toString('latin1');
  const start = /stream\r?\n/.exec(header);
  if (!start) return undefined;
  try {
    const data = file.subarray(typeOffset + start.index + start[0].length);
    return inflateSync(data, { finishFlush: constants.Z_SYNC_FLUSH }).toString('latin1');
  } catch {
    return undefined;
  }
}

const FORMTYPE_XFA_FULL = 2;

function kindOf(pdfium: Pdfium, document: number, fileBytes: () => Buffer): DocumentKind {
  if (pdfium.FPDF_GetFormType(document) === FORMTYPE_XFA_FULL) return 'xfa';
  const hasFiles = pdfium.FPDFDoc_GetAttachmentCount(document) > 0;
  return hasFiles && fileBytes().includes('/Collection') ? 'portfolio' : 'plain';
}

/**
 * Reads a file directly into the engine's memory, so that a large file is in memory only once. Undefined if the file is empty. Throws if
 * the file cannot be read or the engine is out of memory.
 */
function loadFile(pdfium: Pdfium, path: string): { address: number; size: number } | undefined {
  const file = openSync(path, 'r');
  try {
    const { size } = fstatSync(file);
    if (size === 0) return undefined;
    const address = pdfium.malloc(size);
    // The file is not broken: a new process may have enough memory for it.
    if (!address) throw new RangeError('The engine is out of memory.');
    const memory = new Uint8Array(pdfium.memory.buffer);
    let read = 0;
    for (let count = 1; count > 0 && read < size; read += count) {
      count = readSync(file, memory, address + read, size - read, read);
    }
    return { address, size: read };
  } finally {
    closeSync(file);
  }
}
