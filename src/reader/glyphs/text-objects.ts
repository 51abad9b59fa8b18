import type { PdfiumExports } from '../engine/pdfium.ts';
import type { WasmMemory } from '../engine/wasm-memory.ts';
import { textOfString } from './actual-text.ts';
import { type Box, boxWithin, identity, type Matrix, within } from './geometry.ts';

/** A text object of a page's content, also inside a form. */
export interface TextObject {
  pointer: number;
  /** Its place among the text objects of the page, in the order of the content. */
  order: number;
  /** From the form it stands in to the page. */
  outer: Matrix;
  /** The replacement text that stands over it (ISO 32000-2, 14.9.4), alike for all objects under the same mark. */
  actualText: { mark: number; text: string } | undefined;
}

/** Where a text object stands. */
export interface TextPlace extends Pick<TextObject, 'order'> {
  /** Around what is drawn, on the page. */
  box: Box;
  /** From the object's letters to the page. */
  matrix: Matrix;
  fontSize: number;
}

export const objectTypes = { text: 1, form: 5 };
/** Forms within forms: deeper ones are no page that anybody reads. */
export const deepestForm = 12;

export function pageObjects(pdfium: PdfiumExports, page: number): Iterable<number> {
  return listed(pdfium.FPDFPage_CountObjects(page), (index) => pdfium.FPDFPage_GetObject(page, index));
}

export function formObjects(pdfium: PdfiumExports, form: number): Iterable<number> {
  return listed(pdfium.FPDFFormObj_CountObjects(form), (index) => pdfium.FPDFFormObj_GetObject(form, index));
}

function* listed(count: number, objectAt: (index: number) => number): Generator<number> {
  for (let index = 0; index < count; index++) yield objectAt(index);
}

/**
 * The text objects of a page, in the order of its content. Takes the replacement texts away from them, so that PDFium tells
 * afterwards what their fonts say.
 */
export function textObjects(pdfium: PdfiumExports, memory: WasmMemory, page: number): TextObject[] {
  const key = memory.string('ActualText');
  const known = new Map<number, TextObject['actualText']>();
  let latest: { innermost: number; text: TextObject['actualText'] } = { innermost: 0, text: undefined };
  const objects: TextObject[] = [];

  function textOfMark(mark: number): TextObject['actualText'] {
    if (known.has(mark)) return known.get(mark);
    const bytes = memory.bytes((place, size, length) =>
      pdfium.FPDFPageObjMark_GetParamBlobValue(mark, key, place, size, length),
    );
    const text = bytes && { mark, text: textOfString(bytes) };
    known.set(mark, text);
    return text;
  }

  function actualTextOver(object: number): TextObject['actualText'] {
    const count = pdfium.FPDFPageObj_CountMarks(object);
    const innermost = count > 0 ? pdfium.FPDFPageObj_GetMark(object, count - 1) : 0;
    // A mark always stands within the same ones, and most objects under the same as the object before.
    if (innermost === latest.innermost) return latest.text;
    let text: TextObject['actualText'];
    for (let index = count - 1; index >= 0 && !text; index--)
      text = textOfMark(pdfium.FPDFPageObj_GetMark(object, index));
    latest = { innermost, text };
    return text;
  }

  function add(pointers: Iterable<number>, outer: Matrix, depth: number): void {
    for (const pointer of pointers) {
      const type = pdfium.FPDFPageObj_GetType(pointer);
      if (type === objectTypes.text)
        objects.push({ pointer, order: objects.length, outer, actualText: actualTextOver(pointer) });
      else if (type === objectTypes.form && depth < deepestForm)
        add(formObjects(pdfium, pointer), within(matrixOf(pdfium, memory, pointer), outer), depth + 1);
    }
  }

  add(pageObjects(pdfium, page), identity, 0);
  // Only now: objects share their list of marks.
  for (const { pointer, actualText } of objects) {
    if (actualText) pdfium.FPDFPageObj_RemoveMark(pointer, actualText.mark);
  }
  return objects;
}

/** How many objects away from the last one it is worth looking for the next. */
const near = 512;

/**
 * Finds objects by their pointers. It looks first beside the one that was found last: a page's characters come nearly in the order of
 * its objects.
 */
export function objectFinder(objects: readonly TextObject[]): (pointer: number) => TextObject | undefined {
  const isAt = (at: number, pointer: number) =>
    at >= 0 && at < objects.length && objects[at]?.pointer === pointer;
  let all: ReadonlyMap<number, TextObject> | undefined;
  let last = 0;
  return (pointer) => {
    for (let away = 0; away < near; away++) {
      const step = isAt(last + away, pointer) ? away : isAt(last - away, pointer) ? -away : undefined;
      if (step === undefined) continue;
      last += step;
      return objects[last];
    }
    all ??= new Map(objects.map((object) => [object.pointer, object]));
    const found = all.get(pointer);
    last = found?.order ?? last;
    return found;
  };
}

function matrixOf(pdfium: PdfiumExports, memory: WasmMemory, object: number): Matrix {
  return memory.matrix(pdfium.FPDFPageObj_GetMatrix(object, memory.answers)) ?? identity;
}

/** Where a text object stands; undefined when it has no bounds. */
export function textPlace(
  pdfium: PdfiumExports,
  memory: WasmMemory,
  { pointer, order, outer }: TextObject,
): TextPlace | undefined {
  const { answers } = memory;
  const box = memory.box(
    pdfium.FPDFPageObj_GetBounds(pointer, answers, answers + 4, answers + 8, answers + 12),
  );
  if (!box) return undefined;
  const matrix = within(matrixOf(pdfium, memory, pointer), outer);
  pdfium.FPDFTextObj_GetFontSize(pointer, answers);
  return { order, matrix, fontSize: memory.float(answers), box: boxWithin(box, outer) };
}
