import type { ServerResponse } from 'node:http';
import { type Context, Hono } from 'hono';
import { HTTPException } from 'hono/http-exception';
import { requestId } from 'hono/request-id';
import {
  cleanSearch,
  downloadParameter,
  embedHref,
  embedPath,
  faviconPath,
  followHref,
  followPath,
  homePath,
  lessonPagePath,
  lessonPagePattern,
  lessonViewHref,
  libraryHref,
  libraryPosterPath,
  localHref,
  type PosterSubject,
  parseLanguage,
  parseLessonPage,
  parseLessonView,
  parsePdfPath,
  parseView,
  pdfPattern,
  posterHref,
  posterPattern,
  versesPath,
  viewHref,
} from '#contract/urls.ts';
import { ApiError } from '#http/api-error.ts';
import { logFailure } from '#http/failures.ts';
import { toLatinDigits } from '#text/fold.ts';
import { findVerses } from '#text/verses/find-verses.ts';
import type { createAssetFinder } from './assets.ts';
import { isFeedNavigation } from './feeds/routes.ts';
import type { FindLesson } from './find-lesson.ts';
import { sendLargeFile } from './hosted-files.ts';
import type { LibraryData } from './library-data.ts';
import type { Pages } from './page.ts';
import type { FindFile } from './pictures/lesson-drawings.ts';
import { createRefusal, reportFailure } from './refusals.ts';
import { cacheKey, encodingOf, type Prepare, type ResponseCache, toResponse } from './response-cache.ts';
import { type Headers, setHeaders } from './security-headers.ts';
import { languageOf, redirect, type SiteEnv, sendCachedResponse } from './site-env.ts';

export interface SiteOptions {
  pages: Pages;
  responses: ResponseCache;
  assets: ReturnType<typeof createAssetFinder>;
  /** Further routes: documents for other programs, pictures, monitoring. */
  apps: readonly Hono<SiteEnv>[];
  /** Headers of every response; a route can replace them. */
  headers: Headers;
  /** Address of the site's icon. */
  icon: string;
  /** Finds a lesson's file. The result has no `href` on the embedded backend, because `data` serves the file. */
  findLesson: FindLesson;
  /** Finds the copy of a large file of a hosted backend. */
  findFile: FindFile;
  /** The embedded backend and the files of its lessons. */
  data?: LibraryData | undefined;
  /** Headers of the page for frames; absent if no origin is allowed to show the page in a frame. */
  embedHeaders?: Headers | undefined;
  /** Called with the id of each lesson shown; only needed if there is no publication log on this machine. */
  onLessonShown?: ((lessonId: string) => void) | undefined;
}

/**
 * Creates the app for every request to the site, including its embedded backend. Cached responses are sent immediately. For other
 * responses, the client is admitted first, which charges its budget.
 */
export function createSiteApp(options: SiteOptions): Hono<SiteEnv> {
  const {
    pages,
    responses,
    assets,
    apps,
    headers,
    icon,
    findLesson,
    findFile,
    data,
    embedHeaders,
    onLessonShown,
  } = options;
  const app = new Hono<SiteEnv>();

  app.use(({ env }, next) => (env?.client ? env.client.admit(next) : next()));
  if (data) app.route('/', data.app);

  app.use(requestId(), setHeaders(headers));
  app.use(async (context, next) => {
    if (['GET', 'HEAD'].includes(context.req.method)) return next();
    return context.text('Method Not Allowed', 405, { Allow: 'GET, HEAD' });
  });
  const sendErrorPage = async (context: Context<SiteEnv>, reason: 'notFound' | 'gone') => {
    const language = languageOf(context);
    const prepare = () => () => pages.error(reason, language);
    const page = await responses.get(`${reason} ${language}`, encodingOf(context.req.raw), prepare);
    return page ? toResponse(context.req.raw, page) : context.notFound();
  };
  /** Sends the page of an address or an error page; `lessonId` is a lesson that may have been removed. */
  const sendPage = async (context: Context<SiteEnv>, href: string, prepare: Prepare, lessonId?: string) => {
    const response = await sendCachedResponse(context, responses, href, prepare);
    if (response) return response;
    const isGone = lessonId !== undefined && (await findLesson(lessonId)) === 'gone';
    return sendErrorPage(context, isGone ? 'gone' : 'notFound');
  };

  app.get(homePath, (context) => {
    const { view, language } = viewOf(context);
    // Keyed by the view, so that all addresses of a view share a response.
    return sendPage(context, viewHref(view, language), () => () => pages.home(view, language));
  });
  for (const routes of apps) app.route('/', routes);
  // Browsers request this address for a tab with a PDF, because a PDF names no icon.
  app.get(faviconPath, (context) =>
    redirect(context, icon, { 'Cross-Origin-Resource-Policy': 'cross-origin' }),
  );
  app.get(pdfPattern, async (context, next) => {
    const id = parsePdfPath(context.req.path) ?? '';
    context.env?.client?.charge();
    try {
      const file = await findLesson(id);
      if (file === 'gone') return sendErrorPage(context, file);
      const response = file?.isLarge && (await sendLargeFile(context, file, findFile));
      if (response) return response;
      const href = context.req.query(downloadParameter) === undefined ? file?.href : file?.downloadHref;
      return href === undefined ? next() : redirect(context, href);
    } catch (error) {
      reportFailure('The backend could not find the file of a lesson', error as Error);
      // The library page shows the error and retries.
      return redirect(context, libraryHref, { 'Cache-Control': 'no-store' });
    }
  });
  app.get(followPath, (context) => {
    const { view, language } = viewOf(context);
    const { categoryId } = view;
    return sendPage(
      context,
      followHref(language, categoryId),
      () => () => pages.follow(categoryId, language),
    );
  });
  app.get(libraryPosterPath, (context) => {
    const language = languageOf(context);
    const href = localHref(libraryPosterPath, language);
    return sendPage(context, href, () => () => pages.poster('library', language));
  });
  app.get(versesPath, (context) => {
    const search = cleanSearch(context.req.query('search') ?? '');
    return context.json(findVerses(search) ?? {}, 200, {
      'Cache-Control': 'public, max-age=86400',
      'X-Robots-Tag': 'noindex',
    });
  });
  app.get(posterPattern, (context) => {
    const { kind, id } = context.req.param();
    const subject = { kind, id } as PosterSubject;
    const language = languageOf(context);
    const poster = () => () => pages.poster(subject, language);
    return sendPage(context, posterHref(subject, language), poster, kind === 'lesson' ? id : undefined);
  });
  app.get(embedPath, async (context, next) => {
    if (!embedHeaders) return next();
    const { view, language } = viewOf(context);
    const { categoryId } = view;
    const embed = () => async () => {
      const page = await pages.embed(categoryId, language);
      return page?.status === 200 ? { ...page, headers: embedHeaders } : page;
    };
    const response = await sendCachedResponse(context, responses, embedHref(categoryId, language), embed);
    if (!response) return sendErrorPage(context, 'notFound');
    // Every response forbids framing by default; this page is meant for frames.
    context.header('X-Frame-Options', undefined);
    return response;
  });
  app.get(lessonPagePattern, async (context, next) => {
    const address = parseLessonPage(context.req.path);
    if (!address) return next();
    const { id, page = 1 } = address;
    const { search: query, searchParams: parameters } = new URL(context.req.url);
    // The form "go to page" accepts the digits of both languages.
    const digits = toLatinDigits((parameters.get('page') ?? '').trim());
    const requestedPage = /^[1-9]\d{0,4}$/.test(digits) ? Number(digits) : undefined;
    if (requestedPage !== undefined || address.page === 1) {
      parameters.delete('page');
      const remainingQuery =
        requestedPage === undefined ? query : parameters.size > 0 ? `?${parameters}` : '';
      return redirect(context, lessonPagePath(id, requestedPage ?? 1) + remainingQuery);
    }
    const language = parseLanguage(parameters);
    const view = { id, page, ...parseLessonView(parameters) };
    const lesson = () => pages.lesson(view, language, context.env?.client);
    const response = await sendPage(context, lessonViewHref(view, language), lesson, id);
    if (response.status === 200 || response.status === 304) onLessonShown?.(id);
    return response;
  });
  app.notFound((context) => sendErrorPage(context, 'notFound'));
  app.onError((error, context) => {
    if (error instanceof ApiError) return createRefusal(context, error);
    if (error instanceof HTTPException) {
      const response = error.getResponse();
      return context.newResponse(response.body, response);
    }
    const id = logFailure(error, context.req.raw);
    return context.text('Internal Server Error', 500, { 'X-Request-Id': id });
  });

  /** Returns a cached response, before the app creates a context for the request. */
  const findCached = (request: Request, env?: SiteEnv['Bindings']): Response | undefined => {
    if ((request.method !== 'GET' && request.method !== 'HEAD') || isFeedNavigation(request))
      return undefined;
    const href = hrefOf(request.url);
    const encoding = encodingOf(request);
    const response =
      assets(href, encoding) ??
      responses.find(cacheKey(href, encoding)) ??
      data?.findCached(request, href, env?.outgoing as ServerResponse | undefined);
    return response && toResponse(request, response);
  };
  const { fetch } = app;
  app.fetch = (request, ...bindings) =>
    findCached(request, bindings[0] as SiteEnv['Bindings'] | undefined) ?? fetch(request, ...bindings);
  return app;
}

/** Returns the view and language of a request. */
function viewOf({ req }: Context<SiteEnv>) {
  const { searchParams } = new URL(req.url);
  return { view: parseView(searchParams), language: parseLanguage(searchParams) };
}

/** Returns the path and query of an absolute URL. */
function hrefOf(url: string): string {
  return url.slice(url.indexOf('/', url.indexOf('//') + 2));
}
