import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openBackend } from '#backend/backend.ts';
import { createCache } from '#backend/cache.ts';
import { type Language, mapLanguages } from '#contract/language.ts';
import { openLog } from '#library/store/log.ts';
import { createPages } from '#pages/pages.server.tsx';
import { createEmbeddedTables } from '#server/tables.ts';
import { createLessonLinks } from '#site/find-lesson.ts';
import { createLessonList } from '#site/lesson-list.ts';
import type { LessonPages } from '#site/pictures/lesson-drawings.ts';
import { createRelatedLessons } from '#site/related-lessons.ts';
import { createResponseCache } from '#site/response-cache.ts';
import { createSiteApp } from '#site/site-app.ts';
import { createAddresses } from '#site/site-facts.ts';
import { findVerses } from '#text/verses/find-verses.ts';
import { createLibraryClient, type OpenLibrary } from '#web/library/library-queries.ts';
import { KEY, pagesOfProject, projectSchema } from './backend.ts';
import { siteContent } from './site-content.ts';

export interface SampleLesson {
  id: string;
  fileName: string;
  category: string;
  url?: string;
  /** Text of each page, which may be empty; `letters: …` if its words are uncertain. */
  pages?: string[];
}

const libraryLocation = {
  endpoint: '/v1',
  projectId: 'minbar',
  databaseId: 'library',
  categoriesTableId: 'categories',
  filesTableId: 'files',
  pagesTableId: 'pages',
  searchColumn: 'fileName',
  sortColumn: 'fileName',
  bucketId: 'pdfs',
};

/**
 * Creates the site's pages over an embedded backend, without a network, a build or a PDF. `drawings` replaces the results of the drawing
 * processes; by default, each lesson has its number of pages, and no lines or words are located on them.
 */
export async function createTestSite(
  lessons: readonly SampleLesson[],
  drawings: Partial<LessonPages> = {},
  site = siteContent,
) {
  const lessonPages: LessonPages = {
    async outline(fileId) {
      const count = lessons.find(({ id }) => fileId === `file-${id}`)?.pages?.length;
      return count ? { pages: Array(count).fill({ width: 600, height: 800 }), contents: [] } : undefined;
    },
    lines: async () => [],
    words: async () => [],
    ...drawings,
  };
  const dataDir = mkdtempSync(join(tmpdir(), 'minbar-reading-'));
  const backend = openBackend({ dataDir, schema: projectSchema, pagesTable: pagesOfProject, apiKeys: [KEY] });
  const put = async (table: string, rowId: string, data: Record<string, unknown>) => {
    const response = await backend.app.request(`/v1/tablesdb/library/tables/${table}/rows`, {
      method: 'POST',
      headers: {
        'x-appwrite-project': 'minbar',
        'x-appwrite-key': KEY,
        'content-type': 'application/json',
      },
      body: JSON.stringify({ rowId, data }),
    });
    if (response.status !== 201) throw new Error(await response.text());
  };
  const categories = [...new Set(lessons.map(({ category }) => category))];
  for (const [index, categoryName] of categories.entries())
    await put('categories', `category-${index}`, { categoryName });
  for (const { id, fileName, category, url = `/lesson/${id}.pdf`, pages = [] } of lessons) {
    const [fileId, categoryId] = [`file-${id}`, `category-${categories.indexOf(category)}`];
    await put('files', id, { url, fileName, fileSize: 250_000, fileId, category: categoryId });
    const record = JSON.stringify({ fileId, pages: pages.length });
    const texts = pages.map((page, index) =>
      page.startsWith('letters: ')
        ? { page: index + 1, label: 'letters' as const, text: page.slice(9) }
        : { page: index + 1, label: 'words' as const, text: page },
    );
    await backend.words?.replace([{ lesson: id, category: categoryId, record, pages: texts }]);
  }

  let isUnavailable = false;
  const requests: string[] = [];
  const readRowsAsVisitor: typeof backend.readRowsAsVisitor = (request, locale) => {
    if (isUnavailable) throw new Error('the backend is unavailable');
    requests.push(String(request.queries));
    return backend.readRowsAsVisitor(request, locale);
  };
  const uncached = { readRowsAsVisitor, cache: createCache(() => Math.random()) };
  const libraryIn = (language: Language): OpenLibrary => {
    const client = createLibraryClient('http://localhost/v1', 'minbar', language);
    const db = createEmbeddedTables(client, language, uncached);
    return { ...libraryLocation, db, totalLimit: 10_000, categoryOrder: site.categories, findVerses };
  };
  const assets = { style: '', loader: { module: '/client.js' }, fonts: [] };
  const libraries = mapLanguages(libraryIn);
  const pages = createPages({
    assets: { site: assets, lesson: assets, poster: assets },
    site,
    addresses: createAddresses('https://example.org'),
    libraryLocation,
    libraries,
    list: createLessonList(libraries),
    zipBytes: async () => undefined,
    lessonPages,
    relatedLessons: createRelatedLessons(backend),
    hijriOffset: 0,
    glossaryHref: '/glossary.json',
    reportBackend: () => {},
  });
  const links = createLessonLinks(backend.readRows, openLog(backend.database), libraryLocation);
  const app = createSiteApp({
    pages,
    responses: createResponseCache(() => backend.cache.version(), {}),
    assets: () => undefined,
    headers: {},
    icon: '/icon.svg',
    embedHeaders: {},
    findLesson: async (id) => links.currentFile(id),
    findFile: async () => undefined,
    apps: [],
  });
  return {
    request: (path: string) => app.request(path),
    put,
    /** The library as the English pages query it. */
    library: libraries.en,
    log: openLog(backend.database),
    /** Queries that pages sent to the backend; responses are not cached. */
    sentQueries: requests,
    /** Makes all queries of pages fail, or succeed again. */
    setUnavailable(value: boolean) {
      isUnavailable = value;
    },
    async close() {
      await backend.close();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
