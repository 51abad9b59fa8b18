import type { ContentsEntry, LessonOutline, PageSize } from '#contract/lesson-outline.ts';
import type { PdfDocument } from '#reader/engine/document.ts';
import type { Pdfium } from '#reader/engine/pdfium.ts';

/** Limits of an outline. Further pages, entries and characters are dropped; deeper entries get the last level. */
const LIMITS = { pages: 10_000, entries: 500, titleCharacters: 200, level: 7 };
/** Maximum number of bookmarks read, including those without a title or page. */
const MAX_BOOKMARKS = 5000;
/** Size of a page in points if the file has none: A4. */
const A4_POINTS: PageSize = { width: 595, height: 842 };
/** Characters that are removed from titles: controls, direction marks, private and unassigned characters, but not U+200C and U+200D. */
const removedCharacters = /[\p{Cc}\p{Co}\p{Cn}\uFFFD\u061C\u200E\u200F\u202A-\u202E\u2060-\u2069\uFEFF]/gu;

/** Reads the pages of an open PDF, their sizes, and its contents list. */
export function readOutline(pdfium: Pdfium, document: PdfDocument): LessonOutline {
  const count = Math.min(document.pages, LIMITS.pages);
  const pages = Array.from({ length: count }, (_, index) => sizeOf(pdfium, document.pointer, index));
  return { pages, contents: readContents(pdfium, document.pointer, count) };
}

function sizeOf(pdfium: Pdfium, pointer: number, index: number): PageSize {
  if (!pdfium.FPDF_GetPageSizeByIndexF(pointer, index, pdfium.results)) return A4_POINTS;
  const [width, height] = [pdfium.float(pdfium.results), pdfium.float(pdfium.results + 4)];
  return isLength(width) && isLength(height) ? { width, height } : A4_POINTS;
}

function isLength(points: number): boolean {
  return Number.isFinite(points) && points > 0.01;
}

function readContents(pdfium: Pdfium, pointer: number, pages: number): ContentsEntry[] {
  const entries: ContentsEntry[] = [];
  // A damaged file can contain a cycle.
  const visitedItems = new Set<number>();
  const walk = (parent: number, level: number): void => {
    let bookmark = pdfium.FPDFBookmark_GetFirstChild(pointer, parent);
    while (
      bookmark &&
      !visitedItems.has(bookmark) &&
      visitedItems.size < MAX_BOOKMARKS &&
      entries.length < LIMITS.entries
    ) {
      visitedItems.add(bookmark);
      const title = titleOf(pdfium, bookmark);
      const page = pageOf(pdfium, pointer, bookmark);
      const isEntry = title !== '' && page >= 0 && page < pages;
      if (isEntry) entries.push({ title, page: page + 1, level: Math.min(level, LIMITS.level) });
      if (level < 2 * LIMITS.level) walk(bookmark, isEntry ? level + 1 : level);
      bookmark = pdfium.FPDFBookmark_GetNextSibling(pointer, bookmark);
    }
  };
  walk(0, 0);
  return entries;
}

function pageOf(pdfium: Pdfium, pointer: number, bookmark: number): number {
  const action = pdfium.FPDFBookmark_GetAction(bookmark);
  const destination =
    pdfium.FPDFBookmark_GetDest(pointer, bookmark) || (action && pdfium.FPDFAction_GetDest(pointer, action));
  return destination ? pdfium.FPDFDest_GetDestPageIndex(pointer, destination) : -1;
}

function titleOf(pdfium: Pdfium, bookmark: number): string {
  const bytes = pdfium.readMeasured((buffer, size) => pdfium.FPDFBookmark_GetTitle(bookmark, buffer, size));
  const title = new TextDecoder('utf-16le').decode(bytes).replace(/\s+/g, ' ').replace(removedCharacters, '');
  return [...title.trim()].slice(0, LIMITS.titleCharacters).join('').normalize('NFC');
}
