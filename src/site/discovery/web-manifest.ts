import { directionOf, type Language } from '#contract/language.ts';
import { homeHref, homePath } from '#contract/urls.ts';
import { type DiscoverySite, siteFacts, type TypedText } from './discovery-site.ts';
import { type IconName, iconHref, icons } from './shared-pictures.ts';

/** What a phone needs to have the site among its apps (W3C Web Application Manifest). */
export function manifestDocument({ site }: DiscoverySite, language: Language): TypedText {
  const { name, center, description } = siteFacts(site, language);
  const icon = (which: IconName, purpose: 'any' | 'maskable') => ({
    src: iconHref(which, site.logo),
    sizes: `${icons[which].size}x${icons[which].size}`,
    type: 'image/png',
    purpose,
  });
  const manifest = {
    id: homePath,
    name: `${name} – ${center}`,
    short_name: name,
    description,
    lang: language,
    dir: directionOf(language),
    start_url: homeHref(language),
    scope: homePath,
    // With a way back: lessons and feeds are pages of their own.
    display: 'minimal-ui',
    background_color: '#faf7f0',
    theme_color: '#faf7f0',
    icons: [icon('192', 'any'), icon('512', 'any'), icon('maskable', 'maskable')],
  };
  return { type: 'application/manifest+json', text: JSON.stringify(manifest) };
}
