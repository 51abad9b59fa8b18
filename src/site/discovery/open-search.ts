import type { Language } from '#contract/language.ts';
import { cataloguePath, catalogueSearchPath, homePath, openSearchPath } from '#contract/urls.ts';
import { opdsTypes, openSearchType } from './addresses.ts';
import { type DiscoverySite, siteFacts, type TypedText } from './discovery-site.ts';
import { xmlDocument } from './xml.ts';

/** Most characters of the names a browser shows (OpenSearch 1.1). */
const [longestShortName, longestLongName, longestDescription] = [16, 48, 1024];
const cut = (text: string, length: number) => Array.from(text).slice(0, length).join('');

/** How the library is searched: from a browser's address bar, or (`ofCatalogue`) by a program that reads OPDS. */
export function openSearchDocument(
  { site, addresses, logo }: DiscoverySite,
  language: Language,
  ofCatalogue: boolean,
): TypedText {
  const { name, description, texts } = siteFacts(site, language);
  const place = ofCatalogue
    ? {
        type: opdsTypes.atom.acquisition,
        template: addresses.template(cataloguePath('atom', '/search'), language, 'q', 'searchTerms'),
      }
    : { type: 'text/html', template: addresses.template(homePath, language, 'search', 'searchTerms') };
  const self = addresses.of(ofCatalogue ? catalogueSearchPath : openSearchPath, language);
  const searched = {
    '@': { xmlns: 'http://a9.com/-/spec/opensearch/1.1/' },
    // Half of the sheikh's name would be worse than none.
    ShortName: name.length > longestShortName ? texts.searchName : name,
    LongName: cut(name, longestLongName),
    Description: cut(description, longestDescription),
    Url: [
      { '@': { rel: 'results', ...place } },
      { '@': { rel: 'self', type: openSearchType, template: self } },
    ],
    Image: { '@': { type: logo.type }, '#': addresses.origin + site.logo },
    Language: language,
    InputEncoding: 'UTF-8',
    OutputEncoding: 'UTF-8',
  };
  return { type: `${openSearchType}; charset=utf-8`, text: xmlDocument({ OpenSearchDescription: searched }) };
}
