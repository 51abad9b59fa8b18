import { createHash } from 'node:crypto';

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
const design = 1;

/** The address of an icon, another one as soon as the logo is. */
export function iconPath(name: IconName, logo: string): string {
  const hash = createHash('sha256')
    .update(JSON.stringify([design, name, logo]))
    .digest('hex')
    .slice(0, 16);
  return `/icon/${name}-${hash}.png`;
}

/** Which icon a path is the address of, as far as it is one of this logo. */
export function iconIn(path: string, logo: string): IconName | undefined {
  return (Object.keys(icons) as IconName[]).find((name) => iconPath(name, logo) === path);
}
