import type { BreadcrumbList, CollectionPage, DigitalDocument, Graph, WebSite } from 'schema-dts';
import type { LibraryFile } from '#contract/rows.ts';
import { catalogues } from '#web/i18n/catalogues.ts';
import type { Language } from '#web/i18n/language.ts';
import { fileTitle } from '#web/page/file-title.ts';
import type { SiteContent } from '#web/page/site-content.ts';
import { createAddresses } from './addresses.ts';
import { isoDate } from './described-lesson.ts';
import type { NamedCategory } from './share-card.ts';
import { shownName } from './shown-name.ts';

/** What a page is, for search engines (schema.org): an object alone, or a graph of several. */
export type PageData = ({ '@context': 'https://schema.org' } & WebSite) | Graph;

interface About {
  site: SiteContent;
  origin: string;
  language: Language;
}

const context = 'https://schema.org';

/**
 * What a page of the library is, of a category of it, or of a lesson.
 *
 * @param image the picture by which it is shared
 */
export function pageData(
  about: About,
  image: string,
  category?: NamedCategory,
  file?: LibraryFile,
): PageData {
  const { site, origin, language } = about;
  const name = site.preacherName[language];
  const { library } = createAddresses(origin);
  // Few bytes, for it is on the first page that anybody sees.
  if (!category)
    return { '@context': context, '@type': 'WebSite', name, url: library(language), inLanguage: language };
  if (file) return { '@context': context, '@graph': lessonGraph(about, image, file) };
  const page: CollectionPage = {
    '@type': 'CollectionPage',
    name: shownName(category.categoryName),
    url: library(language, category.$id),
    inLanguage: language,
    isPartOf: { '@type': 'WebSite', name, url: origin },
  };
  return { '@context': context, '@graph': [page, wayTo(about, category)] };
}

/** The way to a page: the library, a category of it, and what is in that. */
function wayTo(
  { origin, language }: About,
  { $id, categoryName }: NamedCategory,
  ...more: { name: string; item: string }[]
): BreadcrumbList {
  const { library } = createAddresses(origin);
  const steps = [
    { name: catalogues[language].libraryTitle, item: library(language) },
    { name: shownName(categoryName), item: library(language, $id) },
    ...more,
  ];
  return {
    '@type': 'BreadcrumbList',
    itemListElement: steps.map((step, at) => ({ '@type': 'ListItem', position: at + 1, ...step })),
  };
}

function lessonGraph(about: About, image: string, file: LibraryFile): [DigitalDocument, BreadcrumbList] {
  const { site, origin, language } = about;
  const { lesson, pdf } = createAddresses(origin);
  const [name, url] = [shownName(fileTitle(file.fileName)), lesson(file.$id, language)];
  const document: DigitalDocument = {
    '@type': 'DigitalDocument',
    name,
    url,
    image,
    datePublished: isoDate(file.$createdAt),
    dateModified: isoDate(file.$updatedAt),
    author: { '@type': 'Person', name: site.preacherName[language] },
    publisher: { '@type': 'Organization', name: site.centerName[language], url: origin },
    genre: shownName(file.category.categoryName),
    learningResourceType: 'Lesson',
    isAccessibleForFree: true,
    encoding: {
      '@type': 'MediaObject',
      contentUrl: pdf(file),
      encodingFormat: 'application/pdf',
      contentSize: `${file.fileSize} B`,
    },
  };
  return [document, wayTo(about, file.category, { name, item: url })];
}
