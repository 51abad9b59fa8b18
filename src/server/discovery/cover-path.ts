/** Widths in which programs are given a lesson's cover. */
export const coverWidths = [200, 600] as const;
export type CoverWidth = (typeof coverWidths)[number];

/** The address of a cover. It names the file, so that the picture may be kept for ever. */
export function coverPath(lessonId: string, width: CoverWidth, fileId: string): string {
  return `/lesson/${lessonId}/cover-${width}.jpg?v=${encodeURIComponent(fileId)}`;
}
