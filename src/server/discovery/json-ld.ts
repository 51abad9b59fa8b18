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
}

const context = 'https://schema.org';

/** The library as a whole: few bytes, for it is on the first page that anybody sees. */
export function libraryData({ site, origin }: About, language: Language): PageData {
  return {
    '@context': context,
    '@type': 'WebSite',
    name: site.preacherName[language],
    url: createAddresses(origin).library(language),
    inLanguage: language,
  };
}

/** The way to a page: the library, a category of it, and what is in that. */
function wayTo(
  { origin }: About,
  { $id, categoryName }: NamedCategory,
  language: Language,
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

export function categoryData(category: NamedCategory, about: About, language: Language): PageData {
  const page: CollectionPage = {
    '@type': 'CollectionPage',
    name: shownName(category.categoryName),
    url: createAddresses(about.origin).library(language, category.$id),
    inLanguage: language,
    isPartOf: { '@type': 'WebSite', name: about.site.preacherName[language], url: about.origin },
  };
  return { '@context': context, '@graph': [page, wayTo(about, category, language)] };
}

/** @param image the picture by which it is shared */
export function lessonData(file: LibraryFile, image: string, about: About, language: Language): PageData {
  const { lesson, pdf } = createAddresses(about.origin);
  const [name, url] = [shownName(fileTitle(file.fileName)), lesson(file.$id, language)];
  const document: DigitalDocument = {
    '@type': 'DigitalDocument',
    name,
    url,
    image,
    datePublished: isoDate(file.$createdAt),
    dateModified: isoDate(file.$updatedAt),
    author: { '@type': 'Person', name: about.site.preacherName[language] },
    publisher: { '@type': 'Organization', name: about.site.centerName[language], url: about.origin },
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
  const way = wayTo(about, file.category, language, { name, item: url });
  return { '@context': context, '@graph': [document, way] };
}
