import type { Language } from '#web/i18n/language.ts';
import type { DiscoverySite, TypedText } from './discovery-site.ts';
import { opdsRoots, opdsSearchPath, openSearchPath } from './document-paths.ts';
import { acquisition } from './opds-atom.ts';
import { siteFacts } from './site-facts.ts';
import { discoveryTexts } from './texts.ts';
import { xml, xmlDocument } from './xml.ts';

const type = 'application/opensearchdescription+xml';

/** Most characters of the names a browser shows (OpenSearch 1.1). */
const [longestShortName, longestLongName, longestDescription] = [16, 48, 1024];
const cut = (text: string, length: number) => Array.from(text).slice(0, length).join('');

/** How the library is searched: from a browser's address bar, or (`ofCatalogue`) by a program that reads OPDS. */
export function openSearchDocument(
  { site, addresses, logo }: DiscoverySite,
  language: Language,
  ofCatalogue: boolean,
): TypedText {
  const { name, description } = siteFacts(site, language);
  const { origin, of } = addresses;
  // The template's braces are not to be encoded, so the terms come last.
  const template = (path: string, parameter: string) => {
    const start = of(path, language);
    return `${start}${start.includes('?') ? '&' : '?'}${parameter}={searchTerms}`;
  };
  const place = ofCatalogue
    ? { type: acquisition, template: template(`${opdsRoots.atom}/search`, 'q') }
    : { type: 'text/html', template: template('/', 'search') };
  const self = of(ofCatalogue ? opdsSearchPath : openSearchPath, language);
  const document = xml(
    'OpenSearchDescription',
    { xmlns: 'http://a9.com/-/spec/opensearch/1.1/' },
    // Half of the sheikh's name would be worse than none.
    xml('ShortName', {}, name.length > longestShortName ? discoveryTexts[language].searchName : name),
    xml('LongName', {}, cut(name, longestLongName)),
    xml('Description', {}, cut(description, longestDescription)),
    xml('Url', { rel: 'results', ...place }),
    xml('Url', { rel: 'self', type, template: self }),
    xml('Image', { type: logo.type }, origin + site.logo),
    xml('Language', {}, language),
    xml('InputEncoding', {}, 'UTF-8'),
    xml('OutputEncoding', {}, 'UTF-8'),
  );
  return { type: `${type}; charset=utf-8`, text: xmlDocument(document) };
}
