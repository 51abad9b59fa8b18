import { hash } from 'node:crypto';
import { basename } from 'node:path';
import { type Context, Hono } from 'hono';
import { evaluateConditions } from '#backend/storage/bytes.ts';
import { languages } from '#contract/language.ts';
import {
  appleIconPaths,
  coverPath,
  coverPattern,
  lessonPagePath,
  pagePicturePath,
  pagePicturePattern,
  parseCoverWidth,
  parsePagePicture,
  parseQuotePath,
  parseShareCard,
  quotePath,
  quotePattern,
  type SharedSubject,
  shareCardPattern,
} from '#contract/urls.ts';
import { ApiError } from '#http/api-error.ts';
import { runQueued } from '#http/request-context.ts';
import { fileTitle } from '#web/page/file-facts.ts';
import { immutable } from '../assets.ts';
import type { FindLesson } from '../find-lesson.ts';
import { type PictureText, visitorTexts } from '../messages/visitor-texts.ts';
import {
  createDocumentErrorHandler,
  createRefusal,
  documentHeaders,
  refuseDocument,
  reportFailure,
} from '../refusals.ts';
import type { Headers } from '../security-headers.ts';
import { languageOf, redirect, type SiteEnv } from '../site-env.ts';
import type { DiscoverySite } from '../site-facts.ts';
import type { LessonDrawings } from './lesson-drawings.ts';
import type { PictureFailure, PictureResult, PictureStore } from './picture-store.ts';
import { type IconName, iconHref, icons, sharedPicture } from './share-card.ts';

/** Faults of the file itself, which persist until a later version of the site can draw it. */
const persistentFaults = new Set(['locked', 'broken', 'page']);
const cacheForAnHour = { 'Cache-Control': 'public, max-age=3600' };

/** Creates the routes of page pictures. Requests for other addresses are passed on to later routes. */
export function createPictureApp(findLesson: FindLesson, drawings: Pick<LessonDrawings, 'picture'>) {
  const app = new Hono<SiteEnv>();
  const respondWithText = (
    context: Context,
    status: 404 | 410 | 503,
    kind: PictureText,
    moreHeaders: Headers = {},
  ) =>
    // The text is in both languages, because the address of a picture names no language.
    context.text(languages.map((language) => `${visitorTexts[language].picture[kind]}\n`).join(''), status, {
      'Content-Language': 'en, ar',
      'Cache-Control': 'no-store',
      ...moreHeaders,
    });

  app.get(pagePicturePattern, async (context, next) => {
    const picture = parsePagePicture(context.req.path);
    if (!picture) return next();
    const client = context.env?.client;
    client?.charge();
    const current = await findLesson(picture.lessonId);
    if (current === undefined) return respondWithText(context, 404, 'noLesson');
    if (current === 'gone') return respondWithText(context, 410, 'gone');
    const { fileId } = current;
    if (context.req.query('v') !== fileId)
      return redirect(context, pagePicturePath(picture, fileId), { 'Cache-Control': 'no-store' });

    const tag = `${picture.page}-${picture.width}-${encodeURIComponent(fileId)}`;
    return sendPicture(
      context,
      { type: 'image/webp', tag, headers: { 'X-Robots-Tag': 'noindex' } },
      () => drawings.picture(fileId, picture, client),
      (fault) =>
        fault === undefined
          ? respondWithText(context, 404, 'noPage')
          : respondWithText(context, 404, 'notDrawn', persistentFaults.has(fault) ? cacheForAnHour : {}),
    );
  });

  app.onError((error, context) => {
    if (error instanceof ApiError) return createRefusal(context, error);
    reportFailure('A page could not be drawn', error);
    return respondWithText(context, 503, 'unavailable', { 'Retry-After': '30' });
  });
  return app;
}

/**
 * Creates the routes of preview pictures, covers for reading apps, quotations and icons. The pictures are cached permanently, because their
 * addresses name a version. Another version redirects to the current one, except for icons (404).
 */
export function createSharedPicturesApp(
  { list, site, logo, addresses }: Omit<DiscoverySite, 'zipBytes'>,
  store: Pick<PictureStore, 'draw'>,
  drawings: Pick<LessonDrawings, 'cover' | 'quote'>,
) {
  const app = new Hono<SiteEnv>();

  const uncachedHeaders = { ...documentHeaders, 'Cache-Control': 'no-store' };

  /** Sends a picture; `tag` identifies its content. */
  const send = (
    context: Context<SiteEnv>,
    type: string,
    tag: string,
    draw: () => Promise<PictureResult | undefined>,
  ) =>
    sendPicture(context, { type, tag, headers: documentHeaders }, draw, (fault) =>
      fault === 'slow' ? refuseDocument(context, 503, 30) : refuseDocument(context, 404),
    );

  /** Returns the current preview picture of the library, a category or a lesson; undefined if there is no such subject. */
  const findPicture = async ({ kind, id, language }: SharedSubject) => {
    if (kind === 'library') return sharedPicture(site, language);
    const { lesson, category } = await list.subject({ kind, id });
    return category && sharedPicture(site, language, category, lesson);
  };

  app.get(shareCardPattern, async (context, next) => {
    const subject = parseShareCard(context.req.path);
    if (!subject) return next();
    const client = context.env?.client;
    const current = await runQueued(client, () => findPicture(subject));
    if (!current) return refuseDocument(context, 404);
    const { path, card } = current;
    if (path !== context.req.path) return redirect(context, path, uncachedHeaders);
    const name = basename(path);
    return send(context, 'image/jpeg', name, () =>
      store.draw(`shared/${name}`, { kind: 'card', card }, client),
    );
  });

  for (const [icon, drawing] of Object.entries(icons)) {
    const path = iconHref(icon as IconName, site.logo);
    const name = basename(path);
    const iconDrawing = { kind: 'icon', logo: logo.bytes, ...drawing } as const;
    app.get(path, (context) =>
      send(context, 'image/png', name, () => store.draw(`icons/${name}`, iconDrawing, context.env?.client)),
    );
  }
  // iPhones request these addresses even if a page names another one.
  for (const path of appleIconPaths)
    app.get(path, (context) => redirect(context, iconHref('apple', site.logo), uncachedHeaders));

  app.get(quotePattern, async (context) => {
    const id = context.req.param('id') ?? '';
    const quote = parseQuotePath(context.req.param('quote') ?? '');
    const client = context.env?.client;
    const lesson = quote && (await runQueued(client, () => list.lesson(id)));
    if (!lesson || !quote) return refuseDocument(context, 404);
    const { fileId, fileName } = lesson;
    const language = languageOf(context);
    if (context.req.query('v') !== fileId)
      return redirect(context, quotePath(id, quote.page, quote, fileId, language), uncachedHeaders);
    const source = {
      title: fileTitle(fileName),
      citation: visitorTexts[language].discovery.quotationSource(quote.page, site.preacherName[language]),
      address: addresses.page(lessonPagePath(id, quote.page), language),
    };
    const tag = hash('sha1', JSON.stringify([quote, fileId, source])).slice(0, 20);
    return send(context, 'image/jpeg', tag, () => drawings.quote(fileId, quote, source, client));
  });

  app.get(coverPattern, async (context) => {
    const id = context.req.param('id') ?? '';
    const width = parseCoverWidth(context.req.path);
    const client = context.env?.client;
    const lesson = await runQueued(client, () => list.lesson(id));
    if (!lesson) return refuseDocument(context, 404);
    const { fileId } = lesson;
    if (context.req.query('v') !== fileId)
      return redirect(context, coverPath(id, width, fileId), uncachedHeaders);
    const tag = `${width}-${encodeURIComponent(fileId)}`;
    return send(context, 'image/jpeg', tag, () => drawings.cover(fileId, width, client));
  });

  app.onError(createDocumentErrorHandler(30));
  return app;
}

/**
 * Responds with a picture whose address determines its content, so that it is cached permanently. Does not draw the picture if the
 * browser has it. `refuse` creates the response if there is no picture.
 */
async function sendPicture(
  context: Context,
  { type, tag, headers }: { type: string; tag: string; headers: Headers },
  draw: () => Promise<PictureResult | undefined>,
  refuse: (fault: PictureFailure['fault'] | undefined) => Response,
): Promise<Response> {
  const cacheHeaders = { ...headers, ETag: `"${tag}"`, 'Cache-Control': immutable };
  // Checked before drawing (RFC 9110 section 13.1.2); pictures have an ETag and no date.
  if (evaluateConditions(context.req, cacheHeaders.ETag) === 'not-modified')
    return context.body(null, 304, cacheHeaders);
  const picture = await draw();
  if (!picture || 'fault' in picture) return refuse(picture?.fault);
  const contentHeaders = { 'Content-Type': type, 'Content-Length': String(picture.bytes.length) };
  return context.body(picture.bytes as Uint8Array<ArrayBuffer>, 200, { ...cacheHeaders, ...contentHeaders });
}
