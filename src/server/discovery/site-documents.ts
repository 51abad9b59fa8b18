import type { Language } from '#web/i18n/language.ts';
import type { DiscoverySite, TypedText } from './discovery-site.ts';
import { iconPath } from './icon-path.ts';
import { openSearchText, openSearchType } from './open-search.ts';
import { siteFacts } from './site-facts.ts';
import { webManifestText, webManifestType } from './web-manifest.ts';

/** How the library is searched from outside; `catalogue` is for programs that read OPDS. */
export function openSearchDocument(
  { site, addresses, icon }: DiscoverySite,
  language: Language,
  catalogue = false,
): TypedText {
  const { name, description } = siteFacts(site, language);
  return {
    type: openSearchType,
    text: openSearchText({ name, description, icon }, language, addresses, catalogue),
  };
}

export function manifestDocument({ site }: DiscoverySite, language: Language): TypedText {
  const { name, center, description } = siteFacts(site, language);
  const [small, large, maskable] = (['192', '512', 'maskable'] as const).map((icon) =>
    iconPath(icon, site.logo),
  );
  const icons = { small, large, maskable } as Record<'small' | 'large' | 'maskable', string>;
  const facts = { name: `${name} – ${center}`, shortName: name, description, icons };
  return { type: webManifestType, text: webManifestText(facts, language) };
}
