import type { Box, Matrix } from './geometry.ts';
import type { PdfiumExports } from './pdfium.ts';

/** Memory that PDFium's functions write results to, with readers for them. One call at a time. */
export interface WasmMemory {
  /** Address of the results: 32 doubles. */
  answers: number;
  /** Returns the box whose sides a function wrote as floats, if it succeeded. */
  box(isWritten: number): Box | undefined;
  /** Returns the matrix that a function wrote, if it succeeded. */
  matrix(isWritten: number): Matrix | undefined;
  float(at: number): number;
  double(at: number): number;
  integer(at: number): number;
  /** Returns bytes whose number is measured before they are fetched. */
  bytes(ask: (place: number, size: number, length: number) => number): Uint8Array | undefined;
  /** Returns the bytes of a function that first reports their number. */
  measured(ask: (place: number, size: number) => number): Uint8Array;
  /** Address of a constant text, valid for the lifetime of the memory. */
  string(text: string): number;
  free(): void;
}

const ANSWER_BYTES = 256;
/** Enough for a word. */
const SHORT_BYTES = 256;
/** Maximum length of a text of one glyph. */
const MAX_BYTES = 1 << 20;

export function createWasmMemory(pdfium: PdfiumExports): WasmMemory {
  const { malloc, free } = pdfium;
  const answers = malloc(ANSWER_BYTES);
  const short = malloc(SHORT_BYTES);
  const strings = new Map<string, number>();
  let heap = new Uint8Array(pdfium.memory.buffer);
  let heapView = new DataView(heap.buffer);
  // The memory may have grown, and moved, since the last call.
  const refresh = () => {
    if (heap.length > 0) return;
    heap = new Uint8Array(pdfium.memory.buffer);
    heapView = new DataView(heap.buffer);
  };
  const bytes = (): Uint8Array => {
    refresh();
    return heap;
  };
  const view = (): DataView => {
    refresh();
    return heapView;
  };
  const float = (at: number): number => view().getFloat32(at, true);

  const fetched = (size: number, ask: (place: number) => boolean): Uint8Array | undefined => {
    const place = malloc(size);
    try {
      return ask(place) ? bytes().slice(place, place + size) : undefined;
    } finally {
      free(place);
    }
  };

  return {
    answers,
    float,
    double: (at) => view().getFloat64(at, true),
    integer: (at) => view().getInt32(at, true),
    box(isWritten) {
      if (!isWritten) return undefined;
      return {
        left: float(answers),
        bottom: float(answers + 4),
        right: float(answers + 8),
        top: float(answers + 12),
      };
    },
    matrix(isWritten) {
      if (!isWritten) return undefined;
      const [a, b, c, d] = [float(answers), float(answers + 4), float(answers + 8), float(answers + 12)];
      return [a, b, c, d, float(answers + 16), float(answers + 20)];
    },
    bytes(ask) {
      // Most results are short and need one call.
      if (!ask(short, SHORT_BYTES, answers)) return undefined;
      const size = view().getUint32(answers, true);
      if (size <= SHORT_BYTES) return bytes().slice(short, short + size);
      if (size === 0 || size > MAX_BYTES) return size === 0 ? new Uint8Array() : undefined;
      return fetched(size, (place) => ask(place, size, answers) !== 0);
    },
    measured(ask) {
      const size = ask(0, 0);
      if (size === 0 || size > MAX_BYTES) return new Uint8Array();
      return fetched(size, (place) => ask(place, size) === size) ?? new Uint8Array();
    },
    string(text) {
      const before = strings.get(text);
      if (before !== undefined) return before;
      const encoded = new TextEncoder().encode(`${text}\0`);
      const place = malloc(encoded.length);
      bytes().set(encoded, place);
      strings.set(text, place);
      return place;
    },
    free: () => [answers, short, ...strings.values()].forEach(free),
  };
}
