import type {
  BreadcrumbList,
  CollectionPage,
  DigitalDocument,
  Graph,
  WebSite,
  WithContext,
} from 'schema-dts';
import { type Language, languages } from '#contract/language.ts';
import { formatName } from '#contract/name.ts';
import type { LibraryFile } from '#contract/rows.ts';
import { catalogPath, feedPaths, localHref, manifestPath, openSearchPath } from '#contract/urls.ts';
import { type NamedCategory, pictureSize, sharedPicture } from '#site/pictures/share-card.ts';
import { createAddresses, isoDate, opdsTypes, openSearchType, shownCategoryName } from '#site/site-facts.ts';
import { catalogs } from '#web/i18n/catalogs.ts';
import { fileTitle } from '#web/page/file-facts.ts';
import type { SiteContent } from '#web/page/page-facts.ts';

import { toInertJson } from './document.server.tsx';

const locales: Record<Language, string> = { en: 'en_US', ar: 'ar_AR' };

export interface HeadProps {
  origin: string;
  site: SiteContent;
  language: Language;
  title: string;
  description: string;
  /** The page's canonical address in each language; absent for error pages and printed sheets. */
  hrefs?: Record<Language, string>;
  type?: 'website' | 'article';
  /** Metadata for search engines, link previews and feed readers; absent if the page needs none. */
  sharedHead?: SharedHead;
  /** Excludes the page from search engines. */
  isUnlisted: boolean;
}

/** Title, description, canonical and language links, and metadata for link previews (docs/rules.md#addresses-of-pages). */
export function Head({
  origin,
  site,
  language,
  title,
  description,
  hrefs,
  type,
  sharedHead,
  isUnlisted,
}: HeadProps) {
  return (
    <>
      <title>{title}</title>
      <meta name="description" content={description} />
      <meta name="theme-color" media="(prefers-color-scheme: light)" content="#faf7f0" />
      <meta name="theme-color" media="(prefers-color-scheme: dark)" content="#0e1714" />
      <link rel="icon" href={site.logo} />
      {hrefs && (
        <>
          <link rel="canonical" href={origin + hrefs[language]} />
          {languages.map((lang) => (
            <link key={lang} rel="alternate" hrefLang={lang} href={origin + hrefs[lang]} />
          ))}
          <link rel="alternate" hrefLang="x-default" href={origin + hrefs.en} />
          <meta property="og:type" content={type ?? 'website'} />
          <meta property="og:title" content={title} />
          <meta property="og:description" content={description} />
          <meta property="og:url" content={origin + hrefs[language]} />
          <meta property="og:site_name" content={site.preacherName[language]} />
          {languages.map((lang) => (
            <meta
              key={lang}
              property={lang === language ? 'og:locale' : 'og:locale:alternate'}
              content={locales[lang]}
            />
          ))}
        </>
      )}
      {sharedHead && <SharedMetadata sharedHead={sharedHead} origin={origin} language={language} />}
      {isUnlisted && <meta name="robots" content="noindex,follow" />}
    </>
  );
}

/**
 * The preview picture, feeds, OpenSearch description, manifest and structured data. The tags are short, because they count toward
 * the size of the home page.
 */
function SharedMetadata({
  sharedHead,
  origin,
  language,
}: {
  sharedHead: SharedHead;
  origin: string;
  language: Language;
}) {
  const { picture, data, categoryId } = sharedHead;
  const feeds = [
    ['application/atom+xml', feedPaths.atom],
    ['application/feed+json', feedPaths.json],
  ] as const;
  const href = (path: string, parameters?: Parameters<typeof localHref>[2]) =>
    localHref(path, language, parameters);
  return (
    <>
      <meta property="og:image" content={origin + picture.path} />
      <meta property="og:image:width" content={String(pictureSize.width)} />
      <meta property="og:image:height" content={String(pictureSize.height)} />
      <meta property="og:image:alt" content={picture.alt} />
      <meta name="twitter:card" content="summary_large_image" />
      {feeds.map(([type, path]) => (
        <link key={type} rel="alternate" type={type} href={href(path, { category: categoryId })} />
      ))}
      <link rel="alternate" type={opdsTypes.json.navigation} href={href(catalogPath('json'))} />
      <link rel="search" type={openSearchType} href={href(openSearchPath)} />
      <link rel="manifest" href={href(manifestPath)} />
      {data && (
        // biome-ignore lint/security/noDangerouslySetInnerHtml: `toInertJson` escapes whatever could end the element.
        <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: toInertJson(data) }} />
      )}
    </>
  );
}

/** Metadata for search engines, link previews and feed readers. */
export type SharedHead = ReturnType<typeof createSharedHead>;

/** Creates the metadata of the library, a category or a lesson. */
export function createSharedHead(
  { site, origin, isListed }: { site: SiteContent; origin: string; isListed: boolean },
  language: Language,
  category?: NamedCategory,
  file?: LibraryFile,
) {
  const { path, card } = sharedPicture(site, language, category, file);
  return {
    /** Address and alternative text of the preview picture. */
    picture: { path, alt: card.title },
    /** Structured data; absent for searches, quotations, and pages of the library after the first. */
    data: isListed ? createStructuredData(site, origin, origin + path, language, category, file) : undefined,
    /** Category of the feeds; absent for feeds of the whole library. */
    categoryId: category?.$id,
  };
}

/** Returns structured data for search engines (schema.org), with breadcrumbs for a category or a lesson. */
function createStructuredData(
  site: SiteContent,
  origin: string,
  image: string,
  inLanguage: Language,
  category?: NamedCategory,
  file?: LibraryFile,
): WithContext<WebSite> | Graph {
  const { library, lesson, pdf } = createAddresses(origin);
  const author = site.preacherName[inLanguage];
  const website = { name: author, url: library(inLanguage) };
  // Kept short, because it counts toward the size of the home page.
  if (!category) return { '@context': 'https://schema.org', '@type': 'WebSite', ...website, inLanguage };

  const genre = shownCategoryName(category, inLanguage);
  const steps = [
    { name: catalogs[inLanguage].libraryTitle, item: website.url },
    { name: genre, item: library(inLanguage, category.$id) },
    ...(file ? [{ name: formatName(fileTitle(file.fileName)), item: lesson(file.$id, inLanguage) }] : []),
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
  const breadcrumbs: BreadcrumbList = {
    '@type': 'BreadcrumbList',
    itemListElement: steps.map((step, index) => ({ '@type': 'ListItem', position: index + 1, ...step })),
  };
  return { '@context': 'https://schema.org', '@graph': [page, breadcrumbs] };
}
