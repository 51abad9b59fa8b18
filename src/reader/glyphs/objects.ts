import { type Box, combineMatrices, identity, type Matrix, transformBox } from '../engine/geometry.ts';
import type { Pdfium } from '../engine/pdfium.ts';

/** A text object of a page's content, possibly in a form. */
export interface TextObject {
  pointer: number;
  font: number;
  /** Index among the page's text objects, in content order. */
  order: number;
  /** Position among all objects of the page, from 1. Later objects are drawn over earlier ones. */
  drawIndex: number;
  /** Transformation from the containing form to the page. */
  outer: Matrix;
  /** Whether the object is in a form. */
  isNested: boolean;
  /** Whether the object belongs to an optional layer, which may be off. */
  isOptional: boolean;
  /** Replacement text of the object (ISO 32000-2, 14.9.4), the same for all objects under one mark. */
  actualText: { mark: number; text: string } | undefined;
}

/** An image, shading or path of a page. A shading has the type `image`. */
export interface OtherObject {
  pointer: number;
  drawIndex: number;
  outer: Matrix;
  type: 'path' | 'image';
}

export interface PageObjects {
  texts: TextObject[];
  others: OtherObject[];
}

/** Position of a text object on the page. */
export interface TextPosition extends Pick<TextObject, 'order' | 'font'> {
  /** Box around the object's ink on the page. */
  box: Box;
  /** Transformation from the object's text space to the page. */
  matrix: Matrix;
  fontSize: number;
}

const TYPES = { text: 1, path: 2, image: 3, shading: 4, form: 5 };
/** Maximum nesting of forms; real pages have fewer levels. */
const MAX_FORM_DEPTH = 12;
/** Maximum images, shadings and paths to inspect; pages with more are usually maps, whose text is hardly ever covered. */
const MAX_OTHERS = 20_000;

interface MarkProperties {
  isOptional: boolean;
  actualText: TextObject['actualText'];
}

/**
 * Lists the objects of a page in content order. Removes their replacement texts from the page, so that PDFium reports the text
 * that the fonts define.
 */
export function readPageObjects(pdfium: Pdfium, page: number): PageObjects {
  const key = pdfium.string('ActualText');
  const marks = new Map<number, MarkProperties>();
  let previous: { innermost: number } & MarkProperties = {
    innermost: 0,
    isOptional: false,
    actualText: undefined,
  };
  const texts: TextObject[] = [];
  const others: OtherObject[] = [];
  let drawIndex = 0;

  function readMark(mark: number): MarkProperties {
    const cached = marks.get(mark);
    if (cached) return cached;
    const name = pdfium.bytes((buffer, size, length) =>
      pdfium.FPDFPageObjMark_GetName(mark, buffer, size, length),
    );
    const bytes = pdfium.bytes((buffer, size, length) =>
      pdfium.FPDFPageObjMark_GetParamBlobValue(mark, key, buffer, size, length),
    );
    const properties = {
      // The name of a mark for optional content is "OC" in UTF-16.
      isOptional: name !== undefined && name[0] === 0x4f && name[2] === 0x43 && name.length <= 6,
      actualText: bytes && { mark, text: textOfString(bytes) },
    };
    marks.set(mark, properties);
    return properties;
  }

  function marksOf(object: number): MarkProperties {
    const count = pdfium.FPDFPageObj_CountMarks(object);
    const innermost = count > 0 ? pdfium.FPDFPageObj_GetMark(object, count - 1) : 0;
    // Most objects have the same marks as the previous one; if the innermost mark is the same, all are.
    if (innermost === previous.innermost) return previous;
    previous = { innermost, isOptional: false, actualText: undefined };
    for (let index = 0; index < count; index++) {
      const mark = readMark(pdfium.FPDFPageObj_GetMark(object, index));
      previous.isOptional ||= mark.isOptional;
      previous.actualText = mark.actualText ?? previous.actualText;
    }
    return previous;
  }

  function addObject(pointer: number, outer: Matrix, depth: number, isOptional: boolean): void {
    const type = pdfium.FPDFPageObj_GetType(pointer);
    drawIndex++;
    if (type === TYPES.form) {
      if (depth >= MAX_FORM_DEPTH) return;
      const inner = combineMatrices(matrixOf(pdfium, pointer), outer);
      const isOptionalForm = isOptional || marksOf(pointer).isOptional;
      const count = pdfium.FPDFFormObj_CountObjects(pointer);
      for (let index = 0; index < count; index++)
        addObject(pdfium.FPDFFormObj_GetObject(pointer, index), inner, depth + 1, isOptionalForm);
    } else if (type === TYPES.text) {
      const mark = marksOf(pointer);
      texts.push({
        pointer,
        font: pdfium.FPDFTextObj_GetFont(pointer),
        order: texts.length,
        drawIndex,
        outer,
        isNested: depth > 0,
        isOptional: isOptional || mark.isOptional,
        actualText: mark.actualText,
      });
    } else if (others.length < MAX_OTHERS)
      others.push({ pointer, drawIndex, outer, type: type === TYPES.path ? 'path' : 'image' });
  }

  const count = pdfium.FPDFPage_CountObjects(page);
  for (let index = 0; index < count; index++)
    addObject(pdfium.FPDFPage_GetObject(page, index), identity, 0, false);
  // Removes replacement texts last, because objects share their lists of marks.
  for (const { pointer, actualText } of texts) {
    if (actualText) pdfium.FPDFPageObj_RemoveMark(pointer, actualText.mark);
  }
  return { texts, others };
}

function matrixOf(pdfium: Pdfium, object: number): Matrix {
  return pdfium.matrix(pdfium.FPDFPageObj_GetMatrix(object, pdfium.results)) ?? identity;
}

/** Returns the box around an object on the page; undefined if it has no bounds. */
export function boxOf(
  pdfium: Pdfium,
  { pointer, outer }: Pick<TextObject, 'pointer' | 'outer'>,
): Box | undefined {
  const { results } = pdfium;
  const box = pdfium.box(
    pdfium.FPDFPageObj_GetBounds(pointer, results, results + 4, results + 8, results + 12),
  );
  return box && transformBox(box, outer);
}

/** Returns the position of a text object; undefined if it has no bounds. */
export function textPosition(pdfium: Pdfium, object: TextObject): TextPosition | undefined {
  const { results } = pdfium;
  const box = boxOf(pdfium, object);
  if (!box) return undefined;
  const matrix = combineMatrices(matrixOf(pdfium, object.pointer), object.outer);
  pdfium.FPDFTextObj_GetFontSize(object.pointer, results);
  return { order: object.order, font: object.font, matrix, fontSize: pdfium.float(results), box };
}

/** Returns the visible area of the page; undefined if it is empty. */
export function readPageBox(pdfium: Pdfium, page: number): Box | undefined {
  const { results, float } = pdfium;
  if (!pdfium.FPDF_GetPageBoundingBox(page, results)) return undefined;
  const [left, top] = [float(results), float(results + 4)];
  const [right, bottom] = [float(results + 8), float(results + 12)];
  return right - left > 1 && top - bottom > 1 ? { left, right, top, bottom } : undefined;
}

const LANGUAGE_ESCAPE = '\u001B';
const decoders = Object.fromEntries(
  ['utf-16be', 'utf-16le', 'utf-8', 'latin1'].map((name) => [name, new TextDecoder(name)]),
);

/**
 * Decodes a PDF string (ISO 32000-2, 7.9.2.2): UTF-16 or UTF-8 after a byte order mark, else windows-1252, which differs little from
 * PDFDocEncoding.
 */
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
  // Language codes in the text are between two escapes.
  return parts.filter((_, index) => index % 2 === 0).join('');
}
