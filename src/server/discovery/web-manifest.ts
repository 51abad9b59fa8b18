import { directionOf, type Language } from '#web/i18n/language.ts';
import { homeHref } from '#web/page/view.ts';

export const webManifestType = 'application/manifest+json';

export interface ManifestFacts {
  name: string;
  shortName: string;
  description: string;
  /** Addresses of the icons, by what they are for. */
  icons: { small: string; large: string; maskable: string };
}

/** What a phone needs to have the site among its apps (W3C Web Application Manifest). */
export function webManifestText(
  { name, shortName, description, icons }: ManifestFacts,
  language: Language,
): string {
  const icon = (src: string, size: number, purpose: 'any' | 'maskable') => ({
    src,
    sizes: `${size}x${size}`,
    type: 'image/png',
    purpose,
  });
  return JSON.stringify({
    id: '/',
    name,
    short_name: shortName,
    description,
    lang: language,
    dir: directionOf(language),
    start_url: homeHref(language),
    scope: '/',
    // With a way back: lessons and feeds are pages of their own.
    display: 'minimal-ui',
    background_color: '#faf7f0',
    theme_color: '#faf7f0',
    icons: [
      icon(icons.small, 192, 'any'),
      icon(icons.large, 512, 'any'),
      icon(icons.maskable, 512, 'maskable'),
    ],
  });
}
