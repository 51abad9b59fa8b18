import type { TablesDB } from 'appwrite';
import type { Language } from '#contract/language.ts';
import {
  defaultView,
  embedHref,
  followHref,
  lessonHref,
  libraryPosterPath,
  localHref,
  posterHref,
} from '#contract/urls.ts';
import { runQueued } from '#http/request-context.ts';
import { shortPathOf } from '#site/lesson-list.ts';
import type { Page, Pages } from '#site/page.ts';
import type { LessonPages } from '#site/pictures/lesson-drawings.ts';
import type { RelatedLessons } from '#site/related-lessons.ts';
import { BACKEND_TIMEOUT_MS } from '#site/site-env.ts';
import { type DiscoverySite, siteFacts } from '#site/site-facts.ts';
import { withTimeout } from '#web/library/query-failure.ts';
import type { Glossary } from '#web/library/search-help.ts';
import { type LibraryLocation, libraryAccess, locationInState } from '#web/page/page-facts.ts';
import { type PrintedAddress, renderDocument } from './document.server.tsx';
import type { DocumentAssets, DocumentKind } from './document-assets.server.ts';
import { loadFollow, renderFollowPage } from './follow/page.server.tsx';
import { Head } from './head.server.tsx';
import { type EmbedState, loadEmbed, renderEmbedPage } from './home/embed.server.tsx';
import { loadLibrary, renderHomePage } from './home/page.server.tsx';
import { createLessonState, loadLesson, lookUpInPdf } from './lesson/load.server.ts';
import { renderLessonPage, renderUnavailablePage } from './lesson/page.server.tsx';
import { notFoundTitle } from './lost/lost.tsx';
import { loadLibraryListState, loadPosterState } from './poster/load.server.ts';
import { renderLibraryListPage, renderPosterPage } from './poster/page.server.tsx';
import { type RenderedPage, renderApp } from './rendered-page.server.tsx';

export interface PagesOptions extends Pick<DiscoverySite, 'site' | 'list' | 'addresses' | 'zipBytes'> {
  /** Assets of each kind of page. */
  assets: Record<DocumentKind, DocumentAssets>;
  printedAddress?: PrintedAddress;
  /** Location of the library. */
  libraryLocation: LibraryLocation;
  /** The backend's tables by language, which decides the order of names. */
  tables: Record<Language, TablesDB>;
  lessonPages: LessonPages;
  relatedLessons: RelatedLessons;
  /** Days by which the owner's Hijri dates differ from the calendar of Umm al-Qura. */
  hijriOffset: number;
  /** The owner's glossary, and the address browsers fetch it from. */
  glossary: { words: Glossary; href: string };
  /** Receives each row that cannot be shown, and whether the backend answered. */
  reports: {
    skipped(row: { id: string; reason: string }): void;
    backendResponded(failure?: Error): void;
  };
}

/** Renders pages, each in the language of its address. */
export function createPages(options: PagesOptions): Pages {
  const {
    assets,
    site,
    printedAddress,
    libraryLocation,
    tables,
    list,
    glossary,
    reports,
    hijriOffset,
    zipBytes,
  } = options;
  const { origin } = options.addresses;
  /** Loaded data, or the reason why the backend gave none. */
  const inTime = async <Loaded,>(loading: Promise<Loaded>): Promise<Loaded | 'away'> => {
    try {
      const result = await withTimeout(loading, BACKEND_TIMEOUT_MS);
      reports.backendResponded();
      return result;
    } catch (error) {
      reports.backendResponded(error as Error);
      return 'away';
    }
  };
  const inDocument = (
    {
      kind,
      app,
      head,
      state,
      status = 200,
      complete = true,
      printed = printedAddress,
      isFrame,
    }: RenderedPage,
    language: Language,
  ): Page => {
    const text = renderDocument({
      kind,
      assets: isFrame ? { ...assets[kind], loader: assets.poster.loader } : assets[kind],
      language,
      head: (
        <>
          {isFrame && <base target="_blank" />}
          <Head {...head} site={site} origin={origin} language={language} />
        </>
      ),
      app,
      state,
      printed: printed || undefined,
    });
    return { status, language, text, complete };
  };
  const shared = {
    ...{ origin, site, glossary: glossary.href, ...locationInState(libraryLocation) },
    ...(hijriOffset !== 0 && { hijriOffset }),
  };
  const facts = () => ({ ...shared, year: new Date().getFullYear() });
  const library = { ...libraryAccess({ libraryLocation, site }, origin).tables, onSkipped: reports.skipped };
  const away = (href: (language: Language) => string, language: Language): Page =>
    inDocument(renderUnavailablePage({ ...facts(), route: 'lesson' }, href, language), language);
  /** Renders what was loaded for a page; undefined if there is no such page. */
  const loaded = async <State,>(
    loading: Promise<State>,
    href: (language: Language) => string,
    language: Language,
    render: (state: NonNullable<State>, language: Language) => RenderedPage,
  ): Promise<Page | undefined> => {
    const state = await inTime(loading);
    if (state === 'away') return away(href, language);
    return state ? inDocument(render(state, language), language) : undefined;
  };

  return {
    async home(view, language) {
      const { categoryId, search } = view;
      const [loaded, zip] = await Promise.all([
        inTime(loadLibrary(tables[language], library, view, glossary.words)),
        categoryId !== undefined && search === '' ? zipBytes?.(categoryId).catch(() => undefined) : undefined,
      ]);
      const content =
        loaded === 'away' ? { view } : { ...loaded, ...(zip !== undefined && { zipBytes: zip }) };
      return inDocument(renderHomePage({ route: 'home', ...facts(), ...content }, language), language);
    },
    async lesson(view, language, client) {
      const loading = () =>
        Promise.all([
          loadLesson(tables[language], library, view, options),
          shortPathOf(list, { kind: 'lesson', id: view.id }, language),
        ]);
      const result = await runQueued(client, () => inTime(loading()));
      if (result === 'away') return () => away((each) => lessonHref(view, each), language);
      const [found, shortPath] = result;
      if (!found) return undefined;
      const read = await lookUpInPdf(options.lessonPages, found, view, client);
      return () => {
        const lesson = createLessonState(read, facts(), view, { language, hijriOffset, shortPath });
        if (!lesson) return undefined;
        return inDocument({ ...renderLessonPage(lesson, language), complete: read.isComplete }, language);
      };
    },
    follow(categoryId, language) {
      const loading = loadFollow(list, { ...facts(), route: 'lesson' }, categoryId, language);
      return loaded(loading, (each) => followHref(each, categoryId), language, renderFollowPage);
    },
    poster(subject, language) {
      const sources = { site, origin, list };
      if (subject !== 'library') {
        const loading = loadPosterState(sources, subject, language);
        return loaded(loading, (each) => posterHref(subject, each), language, renderPosterPage);
      }
      const href = (each: Language) => localHref(libraryPosterPath, each);
      return loaded(loadLibraryListState(sources, language), href, language, renderLibraryListPage);
    },
    embed(categoryId, language) {
      const loading = loadEmbed({ ...library, db: tables[language] }, list, categoryId);
      const render = (state: EmbedState) => renderEmbedPage({ ...facts(), route: 'home' }, state, language);
      return loaded(loading, (each) => embedHref(categoryId, each), language, render);
    },
    async lost(route, language) {
      const state = { route, ...facts(), view: defaultView };
      const isGone = route === 'gone';
      const title = notFoundTitle(site, language, isGone);
      const { description } = siteFacts(site, language);
      const head = { title, description, unlisted: true };
      const app = renderApp(state, language);
      return inDocument({ kind: 'site', app, head, state, status: isGone ? 410 : 404 }, language);
    },
  };
}
