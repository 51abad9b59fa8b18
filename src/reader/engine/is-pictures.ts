import { deepestForm, formObjects, objectTypes, pageObjects } from '../glyphs/text-objects.ts';
import type { PdfDocument } from './document.ts';
import type { PdfiumExports } from './pdfium.ts';

/** Whether the pages of a file show something, and no text at all: not even text that a reading program wrote under a picture. */
export function isPictures(pdfium: PdfiumExports, document: PdfDocument): boolean {
  function hasText(objects: Iterable<number>, depth: number): boolean {
    for (const pointer of objects) {
      const type = pdfium.FPDFPageObj_GetType(pointer);
      if (type === objectTypes.text) return true;
      if (
        type === objectTypes.form &&
        depth < deepestForm &&
        hasText(formObjects(pdfium, pointer), depth + 1)
      )
        return true;
    }
    return false;
  }
  let isDrawn = false;
  for (let index = 0; index < document.pages; index++) {
    const read = document.page(index, (page) => {
      isDrawn ||= pdfium.FPDFPage_CountObjects(page) > 0;
      return hasText(pageObjects(pdfium, page), 0);
    });
    if (read) return false;
  }
  return isDrawn;
}
