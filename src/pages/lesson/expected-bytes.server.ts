import type { LessonPages } from '#site/pictures/lesson-drawings.ts';

/** Bytes of most pages' pictures, 800 and 1600 pixels wide. */
const usual = [52_000, 117_000] as const;
const wider = usual[1] / usual[0];

/**
 * About what the picture of a page takes to load, narrow and wide: as it was drawn, else as the page before it or the first one was,
 * which are much alike, else as most are.
 */
export async function expectedBytes(
  lessonPages: Pick<LessonPages, 'pictureBytes'>,
  fileId: string,
  page: number,
): Promise<[least: number, most: number]> {
  for (const alike of new Set([page, Math.max(1, page - 1), 1])) {
    const [narrow, wide] = await lessonPages.pictureBytes(fileId, alike);
    if (narrow !== undefined) return [narrow, wide ?? narrow * wider];
    if (wide !== undefined) return [wide / wider, wide];
  }
  return [...usual];
}
