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
import type { OpenLibrary } from '#web/library/library-queries.ts';
import { withTimeout } from '#web/library/query-failure.ts';
import { type LibraryLocation, omitBuildLocation } from '#web/page/page-facts.ts';
import { type PrintedAddress, renderDocument } from './document.server.tsx';
import type { DocumentAssets, DocumentKind } from './document-assets.server.ts';
import { loadFollowState, renderFollowPage } from './follow/page.server.tsx';
import { Head } from './head.server.tsx';
import { type EmbedState, loadEmbedState, renderEmbedPage } from './home/embed.server.tsx';
import { loadLibrary, renderHomePage } from './home/page.server.tsx';
import { createLessonState, loadLesson, lookUpInPdf } from './lesson/load.server.ts';
import { renderLessonPage, renderUnavailablePage } from './lesson/page.server.tsx';
import { createNotFoundTitle } from './not-found/not-found.tsx';
import { loadLibraryListState, loadPosterState } from './poster/load.server.ts';
import { renderLibraryListPage, renderPosterPage } from './poster/page.server.tsx';
import { type RenderedPage, renderApp } from './rendered-page.server.tsx';

export interface PagesOptions extends Pick<DiscoverySite, 'site' | 'list' | 'addresses' | 'zipBytes'> {
  assets: Record<DocumentKind, DocumentAssets>;
  printedAddress?: PrintedAddress;
  libraryLocation: LibraryLocation;
  /** The library, by the language in which the backend sorts names. */
  libraries: Record<Language, OpenLibrary>;
  lessonPages: LessonPages;
  relatedLessons: RelatedLessons;
  /** Days by which the owner's Hijri dates are ahead of the Umm al-Qura calendar. */
  hijriOffset: number;
  /** The address from which browsers fetch the owner's glossary. */
  glossaryHref: string;
  /** Called when the backend has responded or failed. */
  reportBackend(failure?: Error): void;
}

/** Creates the functions that load and render the site's pages. */
export function createPages(options: PagesOptions): Pages {
  const {
    assets,
    site,
    printedAddress,
    libraryLocation,
    libraries,
    list,
    glossaryHref,
    reportBackend,
    hijriOffset,
    zipBytes,
  } = options;
  const { origin } = options.addresses;
  /** Returns the loaded data, or `unavailable` if the backend fails or does not respond in time. */
  const loadOrUnavailable = async <Loaded,>(loading: Promise<Loaded>): Promise<Loaded | 'unavailable'> => {
    try {
      const result = await withTimeout(loading, BACKEND_TIMEOUT_MS);
      reportBackend();
      return result;
    } catch (error) {
      reportBackend(error as Error);
      return 'unavailable';
    }
  };
  const renderPage = (
    {
      kind,
      app,
      head,
      state,
      status = 200,
      complete = true,
      printedAddress: pageAddress = printedAddress,
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
      printedAddress: pageAddress || undefined,
    });
    return { status, language, text, complete };
  };
  const sharedFacts = {
    ...{ origin, site, glossary: glossaryHref, ...omitBuildLocation(libraryLocation) },
    ...(hijriOffset !== 0 && { hijriOffset }),
  };
  const createFacts = () => ({ ...sharedFacts, year: new Date().getFullYear() });
  const renderUnavailable = (href: (language: Language) => string, language: Language): Page =>
    renderPage(renderUnavailablePage({ ...createFacts(), route: 'lesson' }, href, language), language);
  /** Loads and renders a page, or a notice if the backend is unavailable. Undefined if there is no such page. */
  const loadPage = async <State,>(
    loading: Promise<State>,
    href: (language: Language) => string,
    language: Language,
    render: (state: NonNullable<State>, language: Language) => RenderedPage,
  ): Promise<Page | undefined> => {
    const state = await loadOrUnavailable(loading);
    if (state === 'unavailable') return renderUnavailable(href, language);
    return state ? renderPage(render(state, language), language) : undefined;
  };

  return {
    async home(view, language) {
      const { categoryId, search } = view;
      const [data, archiveBytes] = await Promise.all([
        loadOrUnavailable(loadLibrary(libraries[language], view)),
        categoryId !== undefined && search === '' ? zipBytes(categoryId).catch(() => undefined) : undefined,
      ]);
      const content =
        data === 'unavailable'
          ? { view }
          : { ...data, ...(archiveBytes !== undefined && { zipBytes: archiveBytes }) };
      return renderPage(renderHomePage({ route: 'home', ...createFacts(), ...content }, language), language);
    },
    async lesson(view, language, client) {
      const loadData = () =>
        Promise.all([
          loadLesson(libraries[language], view, options),
          shortPathOf(list, { kind: 'lesson', id: view.id }, language),
        ]);
      const result = await runQueued(client, () => loadOrUnavailable(loadData()));
      if (result === 'unavailable')
        return () => renderUnavailable((lang) => lessonHref(view, lang), language);
      const [loadedLesson, shortPath] = result;
      if (!loadedLesson) return undefined;
      const lessonData = await lookUpInPdf(options.lessonPages, loadedLesson, view, client);
      return () => {
        const lesson = createLessonState(lessonData, { ...createFacts(), view, shortPath }, language);
        if (!lesson) return undefined;
        return renderPage(
          { ...renderLessonPage(lesson, language), complete: lessonData.isComplete },
          language,
        );
      };
    },
    follow(categoryId, language) {
      const loading = loadFollowState(list, { ...createFacts(), route: 'lesson' }, categoryId, language);
      return loadPage(loading, (lang) => followHref(lang, categoryId), language, renderFollowPage);
    },
    poster(subject, language) {
      const sources = { site, origin, list };
      if (subject !== 'library') {
        const loading = loadPosterState(sources, subject, language);
        return loadPage(loading, (lang) => posterHref(subject, lang), language, renderPosterPage);
      }
      const href = (lang: Language) => localHref(libraryPosterPath, lang);
      return loadPage(loadLibraryListState(sources, language), href, language, renderLibraryListPage);
    },
    embed(categoryId, language) {
      const loading = loadEmbedState(libraries[language], list, categoryId);
      const render = (state: EmbedState) =>
        renderEmbedPage({ ...createFacts(), route: 'home' }, state, language);
      return loadPage(loading, (lang) => embedHref(categoryId, lang), language, render);
    },
    async error(route, language) {
      const state = { route, ...createFacts(), view: defaultView };
      const isGone = route === 'gone';
      const title = createNotFoundTitle(site, language, isGone);
      const { description } = siteFacts(site, language);
      const head = { title, description, isUnlisted: true };
      const app = renderApp(state, language);
      return renderPage({ kind: 'site', app, head, state, status: isGone ? 410 : 404 }, language);
    },
  };
}
