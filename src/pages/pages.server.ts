import type { TablesDB } from 'appwrite';
import { inEachLanguage, type Language } from '#contract/language.ts';
import {
  defaultView,
  lessonHref,
  type PosterSubject,
  posterHref,
  type Reading,
  type View,
  viewHref,
} from '#contract/urls.ts';
import { queued, type RequestContext } from '#http/request-context.ts';
import type { RelatedLessons } from '#site/lesson/related-lessons.ts';
import type { Page, Pages, RenderPage } from '#site/page.ts';
import type { LessonPages } from '#site/pictures/lesson-drawings.ts';
import { type DiscoverySite, siteFacts } from '#site/site-facts.ts';
import { withinTime } from '#site/within-time.ts';
import { isolate } from '#web/i18n/isolate.ts';
import type { Glossary } from '#web/library/glossary.ts';
import { type LibraryPlace, libraryAccess, toldPlace } from '#web/page/library-place.ts';
import type { PageState } from './home/page-state.ts';
import { lessonMessages } from './lesson/messages.ts';
import { lessonState, lookUp, type ReadLesson } from './lesson/state.server.ts';
import { type HeadParts, pageHead } from './page-head.server.ts';
import type { PageParts, PageTemplates } from './page-template.server.ts';
import { posterMessages } from './poster/messages.ts';
import { posterState } from './poster/state.server.ts';
import {
  lessonTitle,
  loadLesson,
  loadLibrary,
  renderLesson,
  renderLessonAway,
  renderPage,
  renderPoster,
  titleOf,
} from './render.server.tsx';
import { sharedPage } from './shared-pages.server.ts';

export interface PagesOptions extends Pick<DiscoverySite, 'site' | 'list' | 'addresses'> {
  templates: PageTemplates;
  /** What only a printed page shows. */
  print: string;
  /** Where the library is. */
  place: LibraryPlace;
  /** The backend's tables as visitors of each language ask them: names are in the order of the language. */
  tables: Record<Language, TablesDB>;
  lessonPages: LessonPages;
  relatedLessons: RelatedLessons;
  /** Days by which the owner's Hijri dates differ from the calendar of Umm al-Qura. */
  hijriOffset: number;
  /** The owner's glossary, and the address browsers fetch it from. */
  glossary: { words: Glossary; href: string };
  /** Are told of each row that cannot be shown, and whether the backend answered a page. */
  notes: {
    skipped(row: { id: string; reason: string }): void;
    asked(failure?: Error): void;
  };
}

/** Renders pages, each in the language of its address. */
export function createPages(options: PagesOptions): Pages {
  const { templates, site, print, place, tables, list, glossary, notes } = options;
  const { origin } = options.addresses;
  /** What was loaded, or that the backend takes too long or fails. */
  const inTime = async <Loaded>(loading: Promise<Loaded>): Promise<Loaded | 'away'> => {
    try {
      const loaded = await withinTime(loading);
      notes.asked();
      return loaded;
    } catch (error) {
      notes.asked(error as Error);
      return 'away';
    }
  };
  const page = (
    kind: keyof PageTemplates,
    language: Language,
    app: string,
    parts: Omit<HeadParts, 'origin' | 'site'>,
    { status = 200, complete = true, ...more }: Partial<Page> & Partial<Pick<PageParts, 'state' | 'print'>>,
  ): Page => {
    const head = pageHead({ origin, site, ...parts }, language);
    const text = templates[kind].fill({ language, app, print, head, ...more });
    return { status, language, text, complete };
  };
  const render = (state: PageState, language: Language): Page => {
    const { view } = state;
    const isHome = state.route === 'home';
    // A search is nobody's page to find; the list it searches is.
    const found = view.search === '' ? view : { ...view, search: '', page: defaultView.page };
    const href = (each: Language) => viewHref(found, each);
    const about = { site, origin, listed: view.search === '' && view.page === 1 };
    const category = state.categories?.rows.find(({ $id }) => $id === view.categoryId);
    const head = {
      title: titleOf(state, language),
      description: siteFacts(site, language).description,
      ...(isHome && { hrefs: inEachLanguage(href), shared: sharedPage(about, language, category) }),
      unlisted: !isHome || view.search !== '' || view.sortBy !== defaultView.sortBy,
    };
    const complete = !isHome || state.files !== undefined;
    const status = isHome ? 200 : state.route === 'gone' ? 410 : 404;
    return page('site', language, renderPage(state, language), head, { state, status, complete });
  };
  const told = { origin, site, glossary: glossary.href, ...toldPlace(place) };
  const facts = () => ({ ...told, year: new Date().getFullYear() });
  const asked = { ...libraryAccess({ place }, origin).tables, onSkipped: notes.skipped };

  const renderReading = (read: ReadLesson, reading: Reading, language: Language): Page | undefined => {
    const lesson = lessonState(read, facts(), reading, { language, hijriOffset: options.hijriOffset });
    if (!lesson) return undefined;
    const { categoryName } = lesson.file.category;
    const unlisted = reading.search !== '';
    const head = {
      title: lessonTitle(lesson, language),
      description: lessonMessages[language].description(categoryName, site.preacherName[language]),
      hrefs: inEachLanguage((each) => lessonHref({ ...reading, search: '' }, each)),
      type: 'article' as const,
      shared: sharedPage({ site, origin, listed: !unlisted }, language, read.file.category, read.file),
      unlisted,
    };
    return page('lesson', language, renderLesson(lesson, language), head, { complete: read.isWhole });
  };

  const renderAway = (href: (language: Language) => string, language: Language): Page => {
    const heading = lessonMessages[language].awayHeading;
    const title = `${heading} – ${site.preacherName[language]}`;
    const app = renderLessonAway({ ...facts(), route: 'lesson' }, href, language);
    const head = { title, description: heading, unlisted: true };
    return page('lesson', language, app, head, { status: 503, complete: false });
  };

  return {
    async home(view: View, language: Language): Promise<Page> {
      const library = await inTime(loadLibrary(tables[language], asked, view, glossary.words));
      return render({ route: 'home', ...facts(), ...(library === 'away' ? { view } : library) }, language);
    },
    /**
     * Looks up what a page of a lesson shows and returns what renders it, so that the main thread is free while the PDF is read. Both
     * return undefined when there is no such lesson, or it has no such page.
     */
    async lesson(
      reading: Reading,
      language: Language,
      client?: RequestContext,
    ): Promise<RenderPage | undefined> {
      const loading = () => loadLesson(tables[language], asked, reading, options.relatedLessons);
      const loaded = await queued(client, () => inTime(loading()));
      if (!loaded) return undefined;
      if (loaded === 'away') return () => renderAway((each) => lessonHref(reading, each), language);
      const read = await lookUp(options.lessonPages, loaded, reading, client);
      return () => renderReading(read, reading, language);
    },
    /** A sheet for the notice board; undefined when there is nothing that it could be of. */
    async poster(subject: PosterSubject, language: Language): Promise<Page | undefined> {
      const state = await inTime(posterState({ site, origin, list }, subject, language));
      if (state === 'away') return renderAway((each) => posterHref(subject, each), language);
      if (!state) return undefined;
      const say = posterMessages[language];
      const head = { title: say.title(isolate(state.title)), description: say.hint, unlisted: true };
      // Its address stands on it already.
      return page('lesson', language, renderPoster(state, language), head, { print: '' });
    },
    /** In the place of what there is not, or of a lesson that was taken down. */
    async lost(route: 'notFound' | 'gone', language: Language): Promise<Page> {
      return render({ route, ...facts(), view: defaultView }, language);
    },
  };
}
