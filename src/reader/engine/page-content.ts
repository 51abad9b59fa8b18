import { deepestForm, formObjects, objectTypes, pageObjects } from '../glyphs/text-objects.ts';
import type { PdfiumExports } from './pdfium.ts';

/** Whether a page draws anything. */
export function isDrawn(pdfium: PdfiumExports, page: number): boolean {
  return pdfium.FPDFPage_CountObjects(page) > 0;
}

/** Whether a page has a text object, also inside a form, whatever it says. */
export function hasText(pdfium: PdfiumExports, page: number): boolean {
  function isAmong(objects: Iterable<number>, depth: number): boolean {
    for (const pointer of objects) {
      const type = pdfium.FPDFPageObj_GetType(pointer);
      if (type === objectTypes.text) return true;
      if (type !== objectTypes.form || depth >= deepestForm) continue;
      if (isAmong(formObjects(pdfium, pointer), depth + 1)) return true;
    }
    return false;
  }
  return isAmong(pageObjects(pdfium, page), 0);
}
