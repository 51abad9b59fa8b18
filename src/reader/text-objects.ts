import { textOfString } from './actual-text.ts';
import { type Box, boxWithin, identity, type Matrix, within } from './matrix.ts';
import type { PdfiumExports } from './pdfium-exports.ts';
import type { WasmMemory } from './wasm-memory.ts';

/** A text object of a page's content, also inside a form. */
export interface TextObject {
  pointer: number;
  /** From the form it stands in to the page. */
  outer: Matrix;
  /** The replacement text that stands over it (ISO 32000-2, 14.9.4), alike for all objects under the same mark. */
  actualText: { mark: number; text: string } | undefined;
}

/** Where a text object stands. */
export interface TextPlace {
  pointer: number;
  /** Around what is drawn, on the page. */
  box: Box;
  /** From the object's letters to the page. */
  matrix: Matrix;
  fontSize: number;
}

export const objectTypes = { text: 1, form: 5 };
/** Forms within forms: deeper ones are no page that anybody reads. */
export const deepestForm = 12;

export function* pageObjects(pdfium: PdfiumExports, page: number): Generator<number> {
  const count = pdfium.FPDFPage_CountObjects(page);
  for (let index = 0; index < count; index++) yield pdfium.FPDFPage_GetObject(page, index);
}

export function* formObjects(pdfium: PdfiumExports, form: number): Generator<number> {
  const count = pdfium.FPDFFormObj_CountObjects(form);
  for (let index = 0; index < count; index++) yield pdfium.FPDFFormObj_GetObject(form, index);
}

/**
 * The text objects of a page in the order of its content. Takes the replacement texts away from them, so that PDFium tells
 * afterwards what their fonts say.
 */
export function textObjects(pdfium: PdfiumExports, memory: WasmMemory, page: number): TextObject[] {
  const key = memory.string('ActualText');
  const known = new Map<number, TextObject['actualText']>();

  function actualTextOver(object: number): TextObject['actualText'] {
    for (let index = pdfium.FPDFPageObj_CountMarks(object) - 1; index >= 0; index--) {
      const mark = pdfium.FPDFPageObj_GetMark(object, index);
      if (!known.has(mark)) {
        const bytes = memory.bytes((place, size, length) =>
          pdfium.FPDFPageObjMark_GetParamBlobValue(mark, key, place, size, length),
        );
        known.set(mark, bytes && { mark, text: textOfString(bytes) });
      }
      const found = known.get(mark);
      if (found) return found;
    }
    return undefined;
  }

  function* walk(objects: Iterable<number>, outer: Matrix, depth: number): Generator<TextObject> {
    for (const pointer of objects) {
      const type = pdfium.FPDFPageObj_GetType(pointer);
      if (type !== objectTypes.text && type !== objectTypes.form) continue;
      if (type === objectTypes.text) yield { pointer, outer, actualText: actualTextOver(pointer) };
      else if (depth < deepestForm) {
        const matrix = within(matrixOf(pdfium, memory, pointer), outer);
        yield* walk(formObjects(pdfium, pointer), matrix, depth + 1);
      }
    }
  }

  const objects = [...walk(pageObjects(pdfium, page), identity, 0)];
  // Only now: objects share their list of marks.
  for (const { pointer, actualText } of objects) {
    if (actualText) pdfium.FPDFPageObj_RemoveMark(pointer, actualText.mark);
  }
  return objects;
}

function matrixOf(pdfium: PdfiumExports, memory: WasmMemory, object: number): Matrix {
  return memory.matrix((place) => pdfium.FPDFPageObj_GetMatrix(object, place)) ?? identity;
}

/** Where each of some text objects stands; without those that have no bounds. */
export function textPlaces<Item extends TextObject>(
  pdfium: PdfiumExports,
  memory: WasmMemory,
  objects: readonly Item[],
): (Item & TextPlace)[] {
  return objects.flatMap((object) => {
    const { pointer, outer } = object;
    const box = memory.box((left, bottom, right, top) =>
      pdfium.FPDFPageObj_GetBounds(pointer, left, bottom, right, top),
    );
    if (!box) return [];
    const matrix = within(matrixOf(pdfium, memory, pointer), outer);
    pdfium.FPDFTextObj_GetFontSize(pointer, memory.answers);
    const fontSize = memory.float(memory.answers);
    return [{ ...object, matrix, fontSize, box: boxWithin(box, outer) }];
  });
}
