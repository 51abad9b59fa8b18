import { renderToStaticMarkup } from 'react-dom/server';
import { type Language, mapLanguages } from '#contract/language.ts';
import { defaultView, embedHref, viewHref } from '#contract/urls.ts';
import type { LessonList } from '#site/lesson-list.ts';
import { siteFacts } from '#site/site-facts.ts';
import { CategoryName } from '#web/components/owner-text.tsx';
import { catalogs } from '#web/i18n/catalogs.ts';
import { LanguageContext } from '#web/i18n/i18n-context.ts';
import type { FilesFilter } from '#web/library/files-page.ts';
import { listFiles, type OpenLibrary } from '#web/library/library-queries.ts';
import { PageContext, type PageFacts } from '#web/page/page-facts.ts';
import type { RenderedPage } from '../rendered-page.server.tsx';
import { FileGrid } from './file-grid.tsx';

export type EmbedState = NonNullable<Awaited<ReturnType<typeof loadEmbedState>>>;

/** Loads the 9 newest lessons of the library or a category; undefined for an unknown category. */
export async function loadEmbedState(library: OpenLibrary, list: LessonList, categoryId: string | undefined) {
  const filter: FilesFilter = { ...defaultView, categoryId, sortBy: '$createdAt-desc', itemsPerPage: 9 };
  const [files, category] = await Promise.all([
    listFiles(library, filter),
    categoryId === undefined ? undefined : list.category(categoryId),
  ]);
  if (categoryId !== undefined && !category) return undefined;
  return { files: { ...filter, ...files }, category };
}

/** Renders the newest lessons for a frame on another site, such as the center's website. Links open in a new tab. */
export function renderEmbedPage(
  facts: PageFacts,
  { files, category }: EmbedState,
  language: Language,
): RenderedPage {
  const { name, description, texts } = siteFacts(facts.site, language);
  const messages = catalogs[language];
  const categoryId = category?.$id;
  return {
    kind: 'site',
    isFrame: true,
    app: renderToStaticMarkup(
      <PageContext value={facts}>
        <LanguageContext value={language}>
          <main id="main" className="embedded grid grid-cols-1 gap-5 p-4 wrap-anywhere">
            <h1 className="display text-section">
              {category ? <CategoryName>{category.categoryName}</CategoryName> : texts.newest(name)}
            </h1>
            {files.rows.length === 0 ? (
              <p className="text-muted">{messages.noFiles}</p>
            ) : (
              <>
                {/* Hidden headings, because card titles are `h4` as on the home page. */}
                <h2 className="sr-only">{messages.libraryTitle}</h2>
                <h3 className="sr-only">{messages.filesHeading}</h3>
                <FileGrid pages={[files]} />
              </>
            )}
            <p>
              <a href={viewHref({ ...defaultView, categoryId }, language)} className="text-link">
                {messages.libraryTitle} – {name}
              </a>
            </p>
          </main>
        </LanguageContext>
      </PageContext>,
    ),
    head: {
      title: category ? texts.newestIn(category.categoryName, name) : texts.newest(name),
      description,
      hrefs: mapLanguages((lang) => embedHref(categoryId, lang)),
      isUnlisted: true,
    },
    printedAddress: false,
  };
}
