import { PDFiumModule } from '@hyzyla/pdfium';
import type { Box, Matrix } from './geometry.ts';
import type { PdfiumFunctions } from './pdfium-functions.ts';

/** The engine: its functions, and a buffer in its memory for their results. Each call overwrites the previous results. */
export interface Pdfium extends PdfiumFunctions {
  /** Address of the buffer for results, which holds 32 doubles. */
  results: number;
  /** Returns the box whose sides a function wrote as floats; undefined if `isWritten` is 0. */
  box(isWritten: number): Box | undefined;
  /** Returns the matrix that a function wrote; undefined if `isWritten` is 0. */
  matrix(isWritten: number): Matrix | undefined;
  float(address: number): number;
  double(address: number): number;
  integer(address: number): number;
  /**
   * Returns the bytes that a function writes to a buffer; undefined if it fails or its result is too long. The function also writes
   * their number to `length`.
   */
  bytes(write: (buffer: number, size: number, length: number) => number): Uint8Array | undefined;
  /**
   * Returns the bytes that `write` puts into a buffer; empty if it fails or its result is too long. Without a buffer, `write` must return
   * the number of bytes.
   */
  readMeasured(write: (buffer: number, size: number) => number): Uint8Array;
  /** Returns the address of a constant text. */
  string(text: string): number;
}

const RESULT_BYTES = 256;
/** Size of the reused buffer, enough for a word. */
const SHORT_BYTES = 256;
/** Maximum size of one result, such as the text of a glyph. */
const MAX_RESULT_BYTES = 1 << 20;

/** Loads and initializes the engine. */
export async function loadPdfium(): Promise<Pdfium> {
  const { wasmExports } = await PDFiumModule({});
  const functions = wasmExports as unknown as PdfiumFunctions;
  functions.PDFium_Init();
  const { malloc, free, memory } = functions;
  const results = malloc(RESULT_BYTES);
  const shortBuffer = malloc(SHORT_BYTES);
  const strings = new Map<string, number>();
  let heap = new Uint8Array(memory.buffer);
  let heapView = new DataView(heap.buffer);
  // When the memory grows, the old buffer becomes empty.
  const refresh = () => {
    if (heap.length > 0) return;
    heap = new Uint8Array(memory.buffer);
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
  const float = (address: number): number => view().getFloat32(address, true);

  const readLong = (size: number, write: (buffer: number) => boolean): Uint8Array | undefined => {
    const buffer = malloc(size);
    try {
      return write(buffer) ? bytes().slice(buffer, buffer + size) : undefined;
    } finally {
      free(buffer);
    }
  };

  return {
    ...functions,
    results,
    float,
    double: (address) => view().getFloat64(address, true),
    integer: (address) => view().getInt32(address, true),
    box(isWritten) {
      if (!isWritten) return undefined;
      return {
        left: float(results),
        bottom: float(results + 4),
        right: float(results + 8),
        top: float(results + 12),
      };
    },
    matrix(isWritten) {
      if (!isWritten) return undefined;
      const [a, b, c, d] = [float(results), float(results + 4), float(results + 8), float(results + 12)];
      return [a, b, c, d, float(results + 16), float(results + 20)];
    },
    bytes(write) {
      // Most results are short and need one call.
      if (!write(shortBuffer, SHORT_BYTES, results)) return undefined;
      const size = view().getUint32(results, true);
      if (size <= SHORT_BYTES) return bytes().slice(shortBuffer, shortBuffer + size);
      if (size > MAX_RESULT_BYTES) return undefined;
      return readLong(size, (buffer) => write(buffer, size, results) !== 0);
    },
    readMeasured(write) {
      const size = write(0, 0);
      if (size === 0 || size > MAX_RESULT_BYTES) return new Uint8Array();
      return readLong(size, (buffer) => write(buffer, size) === size) ?? new Uint8Array();
    },
    string(text) {
      const cached = strings.get(text);
      if (cached !== undefined) return cached;
      const encoded = new TextEncoder().encode(`${text}\0`);
      const address = malloc(encoded.length);
      if (!address) throw new RangeError('The engine is out of memory.');
      bytes().set(encoded, address);
      strings.set(text, address);
      return address;
    },
  };
}

const WASM_PAGE_BYTES = 65_536;

/** Limits the growth of every WebAssembly memory of this process; above the limit, the engine runs out of memory. */
export function limitWasmMemory(maxBytes: number): void {
  const { grow } = WebAssembly.Memory.prototype;
  WebAssembly.Memory.prototype.grow = function (pages) {
    if (this.buffer.byteLength + Number(pages) * WASM_PAGE_BYTES > maxBytes)
      throw new RangeError('The engine is out of memory.');
    return grow.call(this, pages);
  };
}
