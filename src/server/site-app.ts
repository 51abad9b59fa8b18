import { type Context, Hono } from 'hono';
import { ApiError } from '#backend/errors.ts';
import type { Visit } from '#backend/visit.ts';
import { lessonIn } from '#contract/lesson-path.ts';
import { plainMessage } from '#contract/plain-message.ts';
import { parseLanguage, parseView, viewHref } from '#web/page/view.ts';
import { toResponse } from './answer.ts';
import type { AssetAnswers } from './asset-answers.ts';
import type { Health } from './health.ts';
import type { LessonPlace } from './lesson/hosted-lesson.ts';
import { alwaysKept, type PageCache } from './page-cache.ts';
import type { Page, Pages } from './pages.ts';
import { refusalPage, refusalPolicy } from './refusal-page.ts';
import type { Headers } from './security-headers.ts';

export interface SiteOptions {
  pages: Pages;
  cache: PageCache;
  assets: AssetAnswers;
  /** Headers of every answer. */
  headers: Headers;
  /** Where the site's own picture is. */
  icon: string;
  /** Where the address of a lesson leads that is not the embedded backend's to answer. */
  lessonPlace(lessonId: string): Promise<LessonPlace>;
  health(): Promise<Health>;
}

interface SiteEnv {
  Bindings: { visit?: Visit };
}

const askedBy = ({ req }: Context) => ({
  acceptEncoding: req.header('Accept-Encoding'),
  ifNoneMatch: req.header('If-None-Match'),
});

/** Everything of the site but its backend: the home page, the assets, and not found for the rest. */
export function createSiteApp({
  pages,
  cache,
  assets,
  headers,
  icon,
  lessonPlace,
  health,
}: SiteOptions): Hono<SiteEnv> {
  const app = new Hono<SiteEnv>();
  const sendPage = async (context: Context<SiteEnv>, key: string, render: () => Promise<Page>) => {
    if (!alwaysKept.has(key)) context.env?.visit?.pass();
    return toResponse(await cache.get(key, askedBy(context), render, context.env?.visit));
  };

  app.use(async (context, next) => {
    if (['GET', 'HEAD'].includes(context.req.method)) return next();
    return context.text('Method Not Allowed', 405, { ...headers, Allow: 'GET, HEAD' });
  });
  app.get('/', async (context) => {
    const { searchParams } = new URL(context.req.url);
    // Only what the page depends on: two addresses of one view share one rendering.
    const key = viewHref(parseView(searchParams), parseLanguage(searchParams));
    return sendPage(context, key, () => pages.home(searchParams));
  });
  app.get('/robots.txt', (context) => context.text('User-agent: *\nAllow: /\n', 200, headers));
  app.get('/health', async (context) => {
    context.env?.visit?.pass();
    const its = await health();
    const status = its.status === 'pass' ? 200 : 503;
    return context.json(its, status, { ...headers, 'Cache-Control': 'no-store' });
  });
  // A tab that shows a PDF has no page to name its icon and asks here.
  app.get('/favicon.ico', (context) => context.body(null, 302, { ...headers, Location: icon }));
  app.get('/assets/*', async (context, next) => {
    const answer = assets(context.req.path, context.req.header('Accept-Encoding'));
    return answer ? toResponse(answer) : next();
  });
  const sendLost = async (context: Context<SiteEnv>, what: 'notFound' | 'gone') => {
    const { searchParams } = new URL(context.req.url);
    const key = `${what} ${parseLanguage(searchParams)}`;
    return sendPage(context, key, () => pages[what](searchParams));
  };
  const leadTo = (context: Context, href: string) =>
    context.body(null, 302, { ...headers, Location: href, 'Cache-Control': 'public, no-cache' });
  app.get('/lesson/', (context) => leadTo(context, '/#library'));
  app.get('/lesson/:file', async (context, next) => {
    const id = lessonIn(context.req.path);
    if (id === undefined) return next();
    context.env?.visit?.pass();
    try {
      const place = await lessonPlace(id);
      if (place === undefined) return next();
      return place === 'gone' ? sendLost(context, place) : leadTo(context, place.href);
    } catch (error) {
      console.error(`A lesson could not be asked of the backend: ${plainMessage((error as Error).message)}`);
      // The library says what is the matter, and asks again.
      return context.body(null, 302, { ...headers, Location: '/#library', 'Cache-Control': 'no-store' });
    }
  });
  app.notFound((context) => sendLost(context, 'notFound'));
  app.onError((error, context) => {
    if (!(error instanceof ApiError)) {
      console.error(error);
      return context.text('Internal Server Error', 500, headers);
    }
    const language = parseLanguage(new URL(context.req.url).searchParams);
    const seconds = Number(error.values.retryAfter ?? 5);
    return context.html(refusalPage(language, seconds), error.code as 429 | 503, {
      ...headers,
      'Content-Security-Policy': refusalPolicy,
      'Content-Language': 'en, ar',
      'Cache-Control': 'no-store',
      'Retry-After': String(seconds),
    });
  });
  return app;
}
