import type {
  BreadcrumbList,
  CollectionPage,
  DigitalDocument,
  Graph,
  WebSite,
  WithContext,
} from 'schema-dts';
import type { Language } from '#contract/language.ts';
import { shownName } from '#contract/name.ts';
import type { LibraryFile } from '#contract/rows.ts';
import { type NamedCategory, sharedPicture } from '#site/pictures/share-card.ts';
import { createAddresses, isoDate } from '#site/site-facts.ts';
import { catalogues } from '#web/i18n/catalogues.ts';
import { fileTitle } from '#web/page/file-title.ts';
import type { SiteContent } from '#web/page/page-facts.ts';

/** What a page offers to those who do not look at it. */
export type SharedHead = ReturnType<typeof sharedPage>;

/** What a page of the library offers, of a category of it, or of a lesson. */
export function sharedPage(
  { site, origin, listed }: { site: SiteContent; origin: string; listed: boolean },
  language: Language,
  category?: NamedCategory,
  file?: LibraryFile,
) {
  const { path, card } = sharedPicture(site, language, category, file);
  return {
    /** The address of its picture and what that shows. */
    picture: { path, alt: card.title },
    /** What it is; absent for what is in no index. */
    data: listed ? pageData(site, origin, origin + path, language, category, file) : undefined,
    /** Whose news its feeds have; absent for the whole library's. */
    categoryId: category?.$id,
  };
}

/** What a page is, for search engines (schema.org): an object alone, or with the way there. */
function pageData(
  site: SiteContent,
  origin: string,
  image: string,
  inLanguage: Language,
  category?: NamedCategory,
  file?: LibraryFile,
): WithContext<WebSite> | Graph {
  const { library, lesson, pdf } = createAddresses(origin);
  const author = site.preacherName[inLanguage];
  const start = { name: author, url: library(inLanguage) };
  // Few bytes, for it is on the first page that anybody sees.
  if (!category) return { '@context': 'https://schema.org', '@type': 'WebSite', ...start, inLanguage };

  const genre = shownName(category.categoryName);
  const steps = [
    { name: catalogues[inLanguage].libraryTitle, item: start.url },
    { name: genre, item: library(inLanguage, category.$id) },
    ...(file ? [{ name: shownName(fileTitle(file.fileName)), item: lesson(file.$id, inLanguage) }] : []),
  ];
  const { name = '', item: url = '' } = steps.at(-1) ?? {};
  const page: CollectionPage | DigitalDocument = file
    ? {
        '@type': 'DigitalDocument',
        name,
        url,
        image,
        datePublished: isoDate(file.$createdAt),
        dateModified: isoDate(file.$updatedAt),
        author: { '@type': 'Person', name: author },
        publisher: { '@type': 'Organization', name: site.centerName[inLanguage], url: origin },
        genre,
        learningResourceType: 'Lesson',
        isAccessibleForFree: true,
        encoding: {
          '@type': 'MediaObject',
          contentUrl: pdf(file),
          encodingFormat: 'application/pdf',
          contentSize: `${file.fileSize} B`,
        },
      }
    : {
        '@type': 'CollectionPage',
        name,
        url,
        inLanguage,
        isPartOf: { '@type': 'WebSite', name: author, url: origin },
      };
  const way: BreadcrumbList = {
    '@type': 'BreadcrumbList',
    itemListElement: steps.map((step, at) => ({ '@type': 'ListItem', position: at + 1, ...step })),
  };
  return { '@context': 'https://schema.org', '@graph': [page, way] };
}
