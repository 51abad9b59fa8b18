import type { PdfiumExports } from '#reader/engine/pdfium.ts';
import type { WasmMemory } from '#reader/engine/wasm-memory.ts';
import { boxWithin, turnBack } from '#reader/glyphs/geometry.ts';
import type { Glyph } from '#reader/glyphs/glyph.ts';
import type { PlaceOnPage } from './word-boxes.ts';

/** Descent and ascent of letters in em; Arabic has deep descenders. */
const reach = { below: 0.35, above: 0.95 };
const parts = 100_000;

/** Maps glyphs to boxes on the displayed page (cropped and rotated), in fractions from its upper left corner. */
export function placesOnPage(pdfium: PdfiumExports, memory: WasmMemory, page: number): PlaceOnPage {
  const { answers } = memory;
  const shown = (x: number, y: number): [x: number, y: number] => {
    pdfium.FPDF_PageToDevice(page, 0, 0, parts, parts, 0, x, y, answers, answers + 4);
    return [memory.integer(answers) / parts, memory.integer(answers + 4) / parts];
  };
  return ({ left, right, baseline, size, angle }: Glyph) => {
    const along = { left, right, bottom: baseline - reach.below * size, top: baseline + reach.above * size };
    const box = angle === 0 ? along : boxWithin(along, turnBack(360 - angle));
    const corners = [shown(box.left, box.bottom), shown(box.right, box.top)];
    const across = within(corners.map(([x]) => x));
    const down = within(corners.map(([, y]) => y));
    return across && down && { x: across.from, width: across.length, y: down.from, height: down.length };
  };
}

/** Clips a range to 0…1; undefined if less than half of it remains. */
function within(values: readonly number[]): { from: number; length: number } | undefined {
  const [from, to] = [Math.min(...values), Math.max(...values)];
  const [first, last] = [Math.max(0, from), Math.min(1, to)];
  return last - first < (to - from) / 2 ? undefined : { from: first, length: last - first };
}
