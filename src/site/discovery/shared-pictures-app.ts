import { basename } from 'node:path';
import { type Context, Hono } from 'hono';
import {
  appleIconPaths,
  coverPath,
  coverPattern,
  parseCoverWidth,
  parseShareCard,
  type SharedSubject,
  shareCardPattern,
} from '#contract/urls.ts';
import { queued } from '#http/request-context.ts';
import type { LessonDrawings } from '../pictures/lesson-drawings.ts';
import type { Made, PictureStore } from '../pictures/picture-store.ts';
import { sendPicture } from '../pictures/send-picture.ts';
import { redirect, type SiteEnv } from '../site-env.ts';
import type { DiscoverySite } from './discovery-site.ts';
import { documentFailure, documentHeaders, refuseDocument } from './document-refusal.ts';
import { type IconName, iconHref, icons, sharedPicture } from './shared-pictures.ts';

/**
 * Pictures by which pages are shared, covers for reading programs, and icons. An address names what is drawn, so that it may
 * be kept for ever; one that names something older leads to what there is now, and nothing else is ever drawn.
 */
export function createSharedPicturesApp(
  { list, site, logo }: DiscoverySite,
  store: Pick<PictureStore, 'draw'>,
  drawings: Pick<LessonDrawings, 'cover'>,
) {
  const app = new Hono<SiteEnv>();

  const fresh = { ...documentHeaders, 'Cache-Control': 'no-store' };

  /** @param tag what the picture is made of, as its address has it */
  const send = (context: Context<SiteEnv>, type: string, tag: string, draw: () => Promise<Made>) =>
    sendPicture(context, { type, tag, headers: documentHeaders }, draw, (fault) =>
      fault === 'slow' ? refuseDocument(context, 503, 30) : refuseDocument(context, 404),
    );

  /** The picture of a page as it is now; undefined when there is no such page. */
  const pictureOf = async ({ kind, id, language }: SharedSubject) => {
    if (kind === 'library') return sharedPicture(site, language);
    const { lesson, category } = await list.subject({ kind, id });
    return category && sharedPicture(site, language, category, lesson);
  };

  app.get(shareCardPattern, async (context, next) => {
    const asked = parseShareCard(context.req.path);
    if (!asked) return next();
    const client = context.env?.client;
    const now = await queued(client, () => pictureOf(asked));
    if (!now) return refuseDocument(context, 404);
    const { path, card } = now;
    if (path !== context.req.path) return redirect(context, path, fresh);
    const name = basename(path);
    return send(context, 'image/jpeg', name, () =>
      store.draw(`shared/${name}`, { kind: 'card', card }, client),
    );
  });

  for (const [icon, drawing] of Object.entries(icons)) {
    const path = iconHref(icon as IconName, site.logo);
    const name = basename(path);
    const order = { kind: 'icon', logo: logo.bytes, ...drawing } as const;
    app.get(path, (context) =>
      send(context, 'image/png', name, () => store.draw(`icons/${name}`, order, context.env?.client)),
    );
  }
  // Phones of Apple ask here, whatever a page says.
  for (const path of appleIconPaths)
    app.get(path, (context) => redirect(context, iconHref('apple', site.logo), fresh));

  app.get(coverPattern, async (context) => {
    const id = context.req.param('id') ?? '';
    const width = parseCoverWidth(context.req.path);
    const client = context.env?.client;
    const lesson = await queued(client, () => list.lesson(id));
    if (!lesson) return refuseDocument(context, 404);
    const { fileId } = lesson;
    if (context.req.query('v') !== fileId) return redirect(context, coverPath(id, width, fileId), fresh);
    const tag = `${width}-${encodeURIComponent(fileId)}`;
    return send(context, 'image/jpeg', tag, () => drawings.cover(fileId, width, client));
  });

  app.onError(documentFailure(30));
  return app;
}
