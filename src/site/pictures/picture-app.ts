import { type Context, Hono } from 'hono';
import { languages } from '#contract/language.ts';
import { pagePicturePath, pagePicturePattern, parsePagePicture } from '#contract/urls.ts';
import { ApiError } from '#http/api-error.ts';
import { type PictureText, visitorTexts } from '../messages/visitor-texts.ts';
import { refusal } from '../refusal-page.ts';
import { reportFailure } from '../report-failure.ts';
import type { Headers } from '../security-headers.ts';
import { redirect, type SiteEnv } from '../site-env.ts';
import type { LessonDrawings } from './lesson-drawings.ts';
import { sendPicture } from './send-picture.ts';

/** What a file itself is the fault of stays so, but the next version of the site may draw it. */
const lasting = new Set(['locked', 'broken', 'page']);
const anHour = { 'Cache-Control': 'public, max-age=3600' };

/**
 * Pages of lessons as pictures. What is none of its addresses is left to others.
 *
 * @param edition the file that visitors are given of a lesson now
 */
export function createPictureApp(
  edition: (lessonId: string) => Promise<{ fileId: string } | 'gone' | undefined>,
  drawings: Pick<LessonDrawings, 'picture'>,
) {
  const app = new Hono<SiteEnv>();
  const say = (context: Context, status: 404 | 410 | 503, what: PictureText, more: Headers = {}) =>
    // In each language: the address of a picture says nothing of the visitor's.
    context.text(languages.map((each) => `${visitorTexts[each].picture[what]}\n`).join(''), status, {
      'Content-Language': 'en, ar',
      'Cache-Control': 'no-store',
      ...more,
    });

  app.get(pagePicturePattern, async (context, next) => {
    const picture = parsePagePicture(context.req.path);
    if (!picture) return next();
    const client = context.env?.client;
    client?.charge();
    const current = await edition(picture.lessonId);
    if (current === undefined) return say(context, 404, 'noLesson');
    if (current === 'gone') return say(context, 410, 'gone');
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
          ? say(context, 404, 'noPage')
          : say(context, 404, 'notDrawn', lasting.has(fault) ? anHour : {}),
    );
  });

  app.onError((error, context) => {
    if (error instanceof ApiError) return refusal(context, error);
    reportFailure('A page could not be drawn', error);
    return say(context, 503, 'away', { 'Retry-After': '30' });
  });
  return app;
}
