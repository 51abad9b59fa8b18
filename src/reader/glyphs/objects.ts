import { type Box, combineMatrices, identity, type Matrix, transformBox } from '../engine/geometry.ts';
import type { PdfiumExports } from '../engine/pdfium.ts';
import type { WasmMemory } from '../engine/wasm-memory.ts';

/** A text object of a page's content, also inside a form. */
export interface TextObject {
  pointer: number;
  font: number;
  /** Its index among the page's text objects, in content order. */
  order: number;
  /** Its index among all objects of the page; later ones are drawn over it. */
  layer: number;
  /** Transformation from its form to the page. */
  outer: Matrix;
  /** Whether it is in a form. */
  isNested: boolean;
  /** Whether it belongs to an optional layer, which may be off. */
  isOptional: boolean;
  /** Its replacement text (ISO 32000-2, 14.9.4), the same for all objects under one mark. */
  actualText: { mark: number; text: string } | undefined;
}

/** An image, path or form, with its position in the drawing order. */
export interface OtherObject {
  pointer: number;
  layer: number;
  outer: Matrix;
  type: 'path' | 'image';
}

export interface PageObjects {
  texts: TextObject[];
  others: OtherObject[];
}

/** Position of a text object. */
export interface TextPlace extends Pick<TextObject, 'order' | 'font'> {
  /** Box around its ink on the page. */
  box: Box;
  /** Transformation from its text space to the page. */
  matrix: Matrix;
  fontSize: number;
}

const TYPES = { text: 1, path: 2, image: 3, shading: 4, form: 5 };
/** Maximum nesting of forms; real pages have fewer levels. */
const MAX_FORM_DEPTH = 12;
/** A page with more images and paths is a map; covers of its text are not searched. */
const MAX_OTHERS = 20_000;

function* listObjects(count: number, objectAt: (index: number) => number): Generator<number> {
  for (let index = 0; index < count; index++) yield objectAt(index);
}

function objectsOfPage(pdfium: PdfiumExports, page: number): Iterable<number> {
  return listObjects(pdfium.FPDFPage_CountObjects(page), (index) => pdfium.FPDFPage_GetObject(page, index));
}

function objectsOfForm(pdfium: PdfiumExports, form: number): Iterable<number> {
  return listObjects(pdfium.FPDFFormObj_CountObjects(form), (index) =>
    pdfium.FPDFFormObj_GetObject(form, index),
  );
}

interface MarkTexts {
  isOptional: boolean;
  actualText: TextObject['actualText'];
}

/**
 * Lists the objects of a page in the order of its content. Removes their replacement texts, so that PDFium then reports the text that
 * their fonts give.
 */
export function pageObjects(pdfium: PdfiumExports, memory: WasmMemory, page: number): PageObjects {
  const key = memory.string('ActualText');
  const marks = new Map<number, MarkTexts>();
  let latest: { innermost: number } & MarkTexts = { innermost: 0, isOptional: false, actualText: undefined };
  const texts: TextObject[] = [];
  const others: OtherObject[] = [];
  let layer = 0;

  function readMark(mark: number): MarkTexts {
    const before = marks.get(mark);
    if (before) return before;
    const name = memory.bytes((place, size, length) =>
      pdfium.FPDFPageObjMark_GetName(mark, place, size, length),
    );
    const bytes = memory.bytes((place, size, length) =>
      pdfium.FPDFPageObjMark_GetParamBlobValue(mark, key, place, size, length),
    );
    const read = {
      isOptional: name !== undefined && name[0] === 0x4f && name[2] === 0x43 && name.length <= 6,
      actualText: bytes && { mark, text: textOfString(bytes) },
    };
    marks.set(mark, read);
    return read;
  }

  function marksOf(object: number): MarkTexts {
    const count = pdfium.FPDFPageObj_CountMarks(object);
    const innermost = count > 0 ? pdfium.FPDFPageObj_GetMark(object, count - 1) : 0;
    // A mark is always nested in the same marks, and most objects have the marks of the previous one.
    if (innermost === latest.innermost) return latest;
    const all = [...listObjects(count, (index) => pdfium.FPDFPageObj_GetMark(object, index))].map(readMark);
    latest = {
      innermost,
      isOptional: all.some(({ isOptional }) => isOptional),
      actualText: all.findLast(({ actualText }) => actualText)?.actualText,
    };
    return latest;
  }

  function add(pointers: Iterable<number>, outer: Matrix, depth: number, isOptional: boolean): void {
    for (const pointer of pointers) {
      const type = pdfium.FPDFPageObj_GetType(pointer);
      layer++;
      if (type === TYPES.form) {
        if (depth >= MAX_FORM_DEPTH) continue;
        const inner = combineMatrices(matrixOf(pdfium, memory, pointer), outer);
        add(objectsOfForm(pdfium, pointer), inner, depth + 1, isOptional || marksOf(pointer).isOptional);
      } else if (type === TYPES.text) {
        const mark = marksOf(pointer);
        texts.push({
          pointer,
          font: pdfium.FPDFTextObj_GetFont(pointer),
          order: texts.length,
          layer,
          outer,
          isNested: depth > 0,
          isOptional: isOptional || mark.isOptional,
          actualText: mark.actualText,
        });
      } else if (others.length < MAX_OTHERS)
        others.push({ pointer, layer, outer, type: type === TYPES.path ? 'path' : 'image' });
    }
  }

  add(objectsOfPage(pdfium, page), identity, 0, false);
  // Removed last, because objects share their list of marks.
  for (const { pointer, actualText } of texts) {
    if (actualText) pdfium.FPDFPageObj_RemoveMark(pointer, actualText.mark);
  }
  return { texts, others };
}

function matrixOf(pdfium: PdfiumExports, memory: WasmMemory, object: number): Matrix {
  return memory.matrix(pdfium.FPDFPageObj_GetMatrix(object, memory.results)) ?? identity;
}

/** Returns the box around an object on the page; undefined if it has no bounds. */
export function boxOf(
  pdfium: PdfiumExports,
  memory: WasmMemory,
  { pointer, outer }: Pick<TextObject, 'pointer' | 'outer'>,
): Box | undefined {
  const { results } = memory;
  const box = memory.box(
    pdfium.FPDFPageObj_GetBounds(pointer, results, results + 4, results + 8, results + 12),
  );
  return box && transformBox(box, outer);
}

/** Returns the position of a text object; undefined if it has no bounds. */
export function textPlace(
  pdfium: PdfiumExports,
  memory: WasmMemory,
  object: TextObject,
): TextPlace | undefined {
  const { results } = memory;
  const box = boxOf(pdfium, memory, object);
  if (!box) return undefined;
  const matrix = combineMatrices(matrixOf(pdfium, memory, object.pointer), object.outer);
  pdfium.FPDFTextObj_GetFontSize(object.pointer, results);
  return { order: object.order, font: object.font, matrix, fontSize: memory.float(results), box };
}

/** Returns the visible part of the page; undefined if it has no size. */
export function pageBox(pdfium: PdfiumExports, memory: WasmMemory, page: number): Box | undefined {
  const { results, float } = memory;
  if (!pdfium.FPDF_GetPageBoundingBox(page, results)) return undefined;
  const [left, top] = [float(results), float(results + 4)];
  const [right, bottom] = [float(results + 8), float(results + 12)];
  return right - left > 1 && top - bottom > 1 ? { left, right, top, bottom } : undefined;
}

const LANGUAGE_ESCAPE = '\u001B';
const decoders = Object.fromEntries(
  ['utf-16be', 'utf-16le', 'utf-8', 'latin1'].map((name) => [name, new TextDecoder(name)]),
);

/** Decodes a PDF string (ISO 32000-2, 7.9.2.2): UTF-16 or UTF-8 after a byte order mark, else PDFDocEncoding. */
export function textOfString(bytes: Uint8Array): string {
  const [first, second, third] = bytes;
  const encoding =
    first === 0xfe && second === 0xff
      ? 'utf-16be'
      : first === 0xff && second === 0xfe
        ? 'utf-16le'
        : first === 0xef && second === 0xbb && third === 0xbf
          ? 'utf-8'
          : 'latin1';
  const text = decoders[encoding]?.decode(bytes) ?? '';
  if (!text.includes(LANGUAGE_ESCAPE)) return text;
  const parts = text.split(LANGUAGE_ESCAPE);
  // A language may be named inside the text, between two escapes.
  return parts.filter((_, index) => index % 2 === 0).join('');
}
