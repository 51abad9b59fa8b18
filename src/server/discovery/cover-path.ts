import { idPattern } from '#contract/id-pattern.ts';

/** Widths in which programs are given a lesson's cover. */
export type CoverWidth = 200 | 600;

const address = new RegExp(`^/lesson/(${idPattern})/cover-(200|600)\\.jpg$`);

/** The address of a cover. It names the file, so that the picture may be kept for ever. */
export function coverPath(lessonId: string, width: CoverWidth, fileId: string): string {
  return `/lesson/${lessonId}/cover-${width}.jpg?v=${encodeURIComponent(fileId)}`;
}

/** The cover that a path is the address of. */
export function coverIn(path: string): { lessonId: string; width: CoverWidth } | undefined {
  const [, lessonId, width] = address.exec(path) ?? [];
  return lessonId === undefined ? undefined : { lessonId, width: Number(width) as CoverWidth };
}
