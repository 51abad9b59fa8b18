import { createHash } from 'node:crypto';

/** A short name of all that a picture is drawn from, which is another one as soon as the picture is. */
export function drawnFrom(parts: readonly unknown[], length: number): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, length);
}

/** Widths in which programs are given a lesson's cover. */
export type CoverWidth = 200 | 600;

/** The address of a cover. It names the file, so that the picture may be kept for ever. */
export function coverPath(lessonId: string, width: CoverWidth, fileId: string): string {
  return `/lesson/${lessonId}/cover-${width}.jpg?v=${encodeURIComponent(fileId)}`;
}

/** Icons of the site, made of the owner's logo: how large, and how much of the square the logo takes. */
export const icons = {
  '192': { size: 192, share: 1 },
  '512': { size: 512, share: 1 },
  // What a phone may cut off, in whatever shape, is a tenth on each side (W3C Web Application Manifest, safe zone).
  maskable: { size: 512, share: 0.62 },
  apple: { size: 180, share: 0.8 },
} as const;
export type IconName = keyof typeof icons;

/** Grows when the drawing changes. */
const iconDesign = 1;

/** The address of an icon, another one as soon as the logo is. */
export function iconPath(name: IconName, logo: string): string {
  return `/icon/${name}-${drawnFrom([iconDesign, name, logo], 16)}.png`;
}
