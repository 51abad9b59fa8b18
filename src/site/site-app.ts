import { type Context, Hono } from 'hono';
import type { Language } from '#contract/language.ts';
import {
  cleanSearch,
  downloadParameter,
  faviconPath,
  homePath,
  lessonHref,
  lessonPagePath,
  lessonPagePattern,
  libraryHref,
  type PosterSubject,
  parseLanguage,
  parseLessonPage,
  parsePdfPath,
  parseView,
  pdfPattern,
  posterHref,
  posterPattern,
  viewHref,
} from '#contract/urls.ts';
import { ApiError } from '#http/api-error.ts';
import { logFailure } from '#http/failure-log.ts';
import { latinDigits } from '#text/fold.ts';
import type { FindLesson } from './lesson/hosted-lesson.ts';
import type { Pages } from './page.ts';
import type { Asker, PageCache, StandIn } from './page-cache.ts';
import { refusal } from './refusal-page.ts';
import { type Headers, onEveryAnswer } from './security-headers.ts';
import { seldomSaid } from './seldom-said.ts';
import { leadTo, type SiteEnv, sendKept } from './site-env.ts';

export interface SiteOptions {
  pages: Pages;
  cache: PageCache;
  /** What else has addresses here: documents for other programs, pictures, how the site is. */
  apps: readonly Hono<SiteEnv>[];
  /** Headers of every answer. */
  headers: Headers;
  /** Where the site's own picture is. */
  icon: string;
  /** Names no `href` with the embedded backend, which answers the address of a lesson that is there itself. */
  lessonPlace: FindLesson;
  /** Is told of each lesson that somebody reads, where nothing else can tell later that it was there. */
  lessonShown?: ((lessonId: string) => void) | undefined;
}

/** Everything of the site but its backend: the home page, the lessons, and not found for the rest. */
export function createSiteApp(options: SiteOptions): Hono<SiteEnv> {
  const { pages, cache, apps, headers, icon, lessonPlace, lessonShown } = options;
  const app = new Hono<SiteEnv>();
  const sayFailure = seldomSaid();

  app.use(onEveryAnswer(headers));
  app.use(async (context, next) => {
    if (['GET', 'HEAD'].includes(context.req.method)) return next();
    return context.text('Method Not Allowed', 405, { Allow: 'GET, HEAD' });
  });
  app.get(homePath, async (context) => {
    const { searchParams } = new URL(context.req.url);
    const [view, language] = [parseView(searchParams), parseLanguage(searchParams)];
    // Only what the page depends on: two addresses of one view share one rendering.
    return sendKept(context, cache, viewHref(view, language), () => pages.home(view, language));
  });
  for (const one of apps) app.route('/', one);
  // A tab that shows a PDF has no page to name its icon and asks here.
  app.get(faviconPath, (context) =>
    leadTo(context, icon, { 'Cross-Origin-Resource-Policy': 'cross-origin' }),
  );
  const lost = (what: 'notFound' | 'gone', language: Language): StandIn => ({
    key: `${what} ${language}`,
    render: () => pages.lost(what, language),
  });
  const sendLost = (context: Context<SiteEnv>, what: 'notFound' | 'gone') => {
    const { key, render } = lost(what, parseLanguage(new URL(context.req.url).searchParams));
    return sendKept(context, cache, key, render);
  };
  /** In the place of what is of a lesson that may have been taken down, or of no lesson. */
  const lostLesson = async (id: string | undefined, language: Language) =>
    lost(id !== undefined && (await lessonPlace(id)) === 'gone' ? 'gone' : 'notFound', language);
  app.get(pdfPattern, async (context, next) => {
    const id = parsePdfPath(context.req.path) ?? '';
    context.env?.client?.charge();
    try {
      const place = await lessonPlace(id);
      if (place === 'gone') return sendLost(context, place);
      const href = context.req.query(downloadParameter) === undefined ? place?.href : place?.saved;
      return href === undefined ? next() : leadTo(context, href);
    } catch (error) {
      sayFailure('A lesson could not be asked of the backend', error as Error);
      // The library says what is the matter, and asks again.
      return leadTo(context, libraryHref, { 'Cache-Control': 'no-store' });
    }
  });
  app.get(posterPattern, (context) => {
    const { kind, id } = context.req.param();
    const subject = { kind, id } as PosterSubject;
    const language = parseLanguage(new URL(context.req.url).searchParams);
    const lessonId = kind === 'lesson' ? id : undefined;
    const render = async () => (await pages.poster(subject, language)) ?? lostLesson(lessonId, language);
    return sendKept(context, cache, posterHref(subject, language), render);
  });
  app.get(lessonPagePattern, async (context, next) => {
    const asked = parseLessonPage(context.req.path);
    if (!asked) return next();
    const { id, page = 1 } = asked;
    const { search, searchParams } = new URL(context.req.url);
    // The form "go to page" takes the digits of either language.
    const digits = latinDigits((searchParams.get('page') ?? '').trim());
    const goTo = /^[1-9]\d{0,4}$/.test(digits) ? Number(digits) : undefined;
    if (goTo !== undefined || asked.page === 1) {
      searchParams.delete('page');
      const query = goTo === undefined ? search : searchParams.size > 0 ? `?${searchParams}` : '';
      return leadTo(context, lessonPagePath(id, goTo ?? 1) + query);
    }
    const language = parseLanguage(searchParams);
    const reading = { id, page, search: cleanSearch(searchParams.get('search') ?? '') };
    const client = context.env?.client;
    const render = async () => {
      const found = await pages.lesson(reading, language, client);
      if (found?.status === 200) lessonShown?.(id);
      return found ?? lostLesson(id, language);
    };
    // It takes its turns itself, and leaves the thread to others while a PDF is looked into.
    const asker: Asker | undefined = client && {
      isConnected: client.isConnected,
      queue: async (work) => work(),
    };
    return sendKept(context, cache, lessonHref(reading, language), render, asker);
  });
  app.notFound((context) => sendLost(context, 'notFound'));
  app.onError((error, context) => {
    if (!(error instanceof ApiError)) {
      const id = logFailure(error, context.req.raw);
      return context.text('Internal Server Error', 500, { 'X-Request-Id': id });
    }
    return refusal(context, error);
  });
  return app;
}
