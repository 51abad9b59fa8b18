import { idPattern } from './id-pattern.ts';

/** Widths in which a page of a lesson is drawn. */
export const pictureWidths = [800, 1600] as const;
export type PictureWidth = (typeof pictureWidths)[number];

/** Which picture of a lesson is meant. */
export interface LessonPicture {
  lessonId: string;
  page: number;
  width: PictureWidth;
}

const address = new RegExp(`^/lesson/(${idPattern})/([1-9]\\d{0,4})-(${pictureWidths.join('|')})\\.webp$`);

/** The address of a page's picture. It names the file, so that a picture may be kept for ever. */
export function picturePath({ lessonId, page, width }: LessonPicture, fileId: string): string {
  return `/lesson/${lessonId}/${page}-${width}.webp?v=${encodeURIComponent(fileId)}`;
}

/** The picture that a path is the address of. */
export function pictureIn(path: string): LessonPicture | undefined {
  const [, lessonId, page, width] = address.exec(path) ?? [];
  if (lessonId === undefined) return undefined;
  return { lessonId, page: Number(page), width: Number(width) as PictureWidth };
}
