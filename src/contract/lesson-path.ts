import { idPattern } from './id-pattern.ts';

// Pure, so that what only makes addresses, in a browser, does not get them.
const address = /* @__PURE__ */ new RegExp(`^/lesson/(${idPattern})\\.pdf$`);
const readingAddress = /* @__PURE__ */ new RegExp(`^/lesson/(${idPattern})(?:/([1-9]\\d{0,4}))?$`);

/** The address of a lesson's PDF on the site, for as long as the lesson lives: made of its row's id, whatever its file is. */
export function lessonPath(id: string): string {
  return `/lesson/${id}.pdf`;
}

/** The id of the lesson whose PDF a path is the address of. */
export function lessonIn(path: string): string | undefined {
  return address.exec(path)?.[1];
}

/** In the address of a lesson's PDF: it is to be saved, not shown. */
export const downloadParameter = 'download';

/** The address at which a page of a lesson is read; that of the first page is the lesson's own. */
export function readingPath(id: string, page = 1): string {
  return page === 1 ? `/lesson/${id}` : `/lesson/${id}/${page}`;
}

/** Which page of which lesson is read at a path; `page` is absent where the path names none. */
export function readingIn(path: string): { id: string; page?: number } | undefined {
  const [, id, page] = lessonIn(path) === undefined ? (readingAddress.exec(path) ?? []) : [];
  if (id === undefined) return undefined;
  return page === undefined ? { id } : { id, page: Number(page) };
}
