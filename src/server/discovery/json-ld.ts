import type { BreadcrumbList, CollectionPage, DigitalDocument, Graph, WebSite } from 'schema-dts';
import type { LibraryFile } from '#contract/rows.ts';
import { catalogues } from '#web/i18n/catalogues.ts';
import type { Language } from '#web/i18n/language.ts';
import { fileTitle } from '#web/page/file-title.ts';
import type { SiteContent } from '#web/page/site-content.ts';
import { createAddresses } from './addresses.ts';
import { isoDate } from './described-lesson.ts';
import { shownName } from './shown-name.ts';

/** What a page is, for search engines (schema.org): an object alone, or a graph of several. */
export type PageData = ({ '@context': 'https://schema.org' } & WebSite) | Graph;

interface About {
  site: SiteContent;
  origin: string;
}

type NamedCategory = { $id: string; categoryName: string };

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

/** The way to a page, from the library on. */
function breadcrumbs(steps: readonly { name: string; href: string }[]): BreadcrumbList {
  return {
    '@type': 'BreadcrumbList',
    itemListElement: steps.map(({ name, href }, at) => ({
      '@type': 'ListItem' as const,
      position: at + 1,
      name,
      item: href,
    })),
  };
}

function waysTo({ origin }: About, { $id, categoryName }: NamedCategory, language: Language) {
  const { library } = createAddresses(origin);
  return [
    { name: catalogues[language].libraryTitle, href: library(language) },
    { name: shownName(categoryName), href: library(language, $id) },
  ];
}

export function categoryData(category: NamedCategory, about: About, language: Language): PageData {
  const ways = waysTo(about, category, language);
  const url = createAddresses(about.origin).library(language, category.$id);
  const page: CollectionPage = {
    '@type': 'CollectionPage',
    name: shownName(category.categoryName),
    url,
    inLanguage: language,
    isPartOf: { '@type': 'WebSite', name: about.site.preacherName[language], url: about.origin },
  };
  return { '@context': context, '@graph': [page, breadcrumbs(ways)] };
}

export interface LessonData {
  file: Pick<LibraryFile, '$id' | '$createdAt' | '$updatedAt' | 'fileName' | 'fileSize' | 'url'>;
  category: NamedCategory;
  /** The picture by which it is shared. */
  image: string;
}

export function lessonData(
  { file, category, image }: LessonData,
  about: About,
  language: Language,
): PageData {
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
    genre: shownName(category.categoryName),
    learningResourceType: 'Lesson',
    isAccessibleForFree: true,
    encoding: {
      '@type': 'MediaObject',
      contentUrl: pdf(file),
      encodingFormat: 'application/pdf',
      contentSize: `${file.fileSize} B`,
    },
  };
  return {
    '@context': context,
    '@graph': [document, breadcrumbs([...waysTo(about, category, language), { name, href: url }])],
  };
}
