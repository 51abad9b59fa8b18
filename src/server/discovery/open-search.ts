import type { Language } from '#web/i18n/language.ts';
import type { Addresses } from './addresses.ts';
import { opdsRoots, opdsSearchPath, openSearchPath } from './document-paths.ts';
import { acquisition } from './opds-atom.ts';
import { discoveryTexts } from './texts.ts';
import { xml, xmlDocument } from './xml.ts';

export const openSearchType = 'application/opensearchdescription+xml; charset=utf-8';

/** Most characters of the names a browser shows (OpenSearch 1.1). */
const [longestShortName, longestLongName, longestDescription] = [16, 48, 1024];
const cut = (text: string, length: number) => Array.from(text).slice(0, length).join('');

/** How the library is searched: from a browser's address bar, or (`catalogue`) by a program that reads OPDS. */
export function openSearchText(
  { name, description, icon }: { name: string; description: string; icon: { href: string; type: string } },
  language: Language,
  { origin, of }: Addresses,
  catalogue: boolean,
): string {
  // The template's braces are not to be encoded, so the terms come last.
  const template = (path: string, parameter: string) => {
    const start = of(path, language);
    return `${start}${start.includes('?') ? '&' : '?'}${parameter}={searchTerms}`;
  };
  const place = catalogue
    ? { type: acquisition, template: template(`${opdsRoots['1.2']}/search`, 'q') }
    : { type: 'text/html', template: template('/', 'search') };
  const self = of(catalogue ? opdsSearchPath : openSearchPath, language);
  return xmlDocument(
    xml(
      'OpenSearchDescription',
      { xmlns: 'http://a9.com/-/spec/opensearch/1.1/' },
      // Half of the sheikh's name would be worse than none.
      xml('ShortName', {}, name.length > longestShortName ? discoveryTexts[language].searchName : name),
      xml('LongName', {}, cut(name, longestLongName)),
      xml('Description', {}, cut(description, longestDescription)),
      xml('Url', { rel: 'results', ...place }),
      xml('Url', { rel: 'self', type: 'application/opensearchdescription+xml', template: self }),
      xml('Image', { type: icon.type }, origin + icon.href),
      xml('Language', {}, language),
      xml('InputEncoding', {}, 'UTF-8'),
      xml('OutputEncoding', {}, 'UTF-8'),
    ),
  );
}
