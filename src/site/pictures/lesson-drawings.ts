import { hash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { pictureFolderName } from '#backend/storage/files.ts';
import type { LessonOutline, PageBox, PageLine } from '#contract/lesson-outline.ts';
import type { PagePicture, Quote } from '#contract/urls.ts';
import { type RequestContext, runQueued } from '#http/request-context.ts';
import { readingVersion } from '#reader/engine/reading-version.ts';
import { type BoxedWord, markedBoxes } from '#text/page-matches.ts';
import type { PageTerm } from '#text/page-query.ts';
import type { Drawing } from './drawing-process.ts';
import type { PictureFailure, PictureResult, PictureStore } from './picture-store.ts';
import type { QuoteSource } from './quote-picture.ts';

/** Returns the path of a lesson's file on this machine; undefined if visitors cannot read the file. Rejects if a download fails. */
export type FindFile = (fileId: string, client?: RequestContext) => Promise<string | undefined>;

export type LessonDrawings = ReturnType<typeof createLessonDrawings>;

/** The drawings that a lesson's page needs. */
export type LessonPages = Pick<LessonDrawings, 'outline' | 'words' | 'lines'>;

/** Maximum size of all outlines in memory, in bytes. */
const MAX_OUTLINES_BYTES = 2 * 1024 * 1024;

type WithoutPath<D> = D extends { path: string } ? Omit<D, 'path'> : never;

/**
 * Draws pages and quotations, and reads outlines, lines and word boxes; `store` caches them. Unreadable content yields a fault, undefined
 * or an empty list. Calls can wait for the drawing process, so do not await them in a slot of the main thread.
 */
export function createLessonDrawings(store: PictureStore, findFile: FindFile) {
  const outlines = new LRUCache<string, LessonOutline>({
    maxSize: MAX_OUTLINES_BYTES,
    // Pages of the same size share one object.
    sizeCalculation: ({ pages, contents }) => 500 + 16 * pages.length + 300 * contents.length,
  });

  const draw = async (
    fileId: string,
    name: string,
    drawing: WithoutPath<Drawing>,
    client?: RequestContext,
  ) => {
    const path = await findFile(fileId, client);
    if (path === undefined) return unreadable;
    return store.draw(`${pictureFolderName(fileId)}/${name}`, { ...drawing, path }, client);
  };

  const loadOutline = async (
    fileId: string,
    client?: RequestContext,
  ): Promise<LessonOutline | PictureFailure> => {
    const cached = outlines.get(fileId);
    if (cached) return cached;
    const result = await draw(fileId, 'outline.json', { kind: 'outline' }, client);
    if (!('bytes' in result)) return result;
    const parsed = withSharedSizes(JSON.parse(result.bytes.toString()));
    outlines.set(fileId, parsed);
    return parsed;
  };

  const outline = async (fileId: string, client?: RequestContext): Promise<LessonOutline | undefined> => {
    const result = await loadOutline(fileId, client);
    return 'fault' in result ? undefined : result;
  };

  const lines = async (fileId: string, page: number, client?: RequestContext): Promise<PageLine[]> => {
    const result = await draw(
      fileId,
      `${page}-lines.${readingVersion}.json`,
      { kind: 'lines', page: page - 1 },
      client,
    );
    return 'bytes' in result ? JSON.parse(result.bytes.toString()) : [];
  };

  return {
    /** Returns the pages and the contents list; undefined if they cannot be read, or not in time. */
    outline,
    /**
     * Returns the boxes of the searched words on a page, line by line; empty if the page cannot be read.
     *
     * @param label trust label of the page's text: its words are reliable, or only its letters
     */
    async words(
      fileId: string,
      page: number,
      label: 'words' | 'letters',
      terms: readonly PageTerm[],
      client?: RequestContext,
    ): Promise<readonly PageBox[]> {
      if (terms.length === 0) return [];
      const drawing = { kind: 'words', page: page - 1, label } as const;
      const result = await draw(fileId, `${page}-${label}.${readingVersion}.json`, drawing, client);
      if (!('bytes' in result)) return [];
      return runQueued(client, () => markedBoxes(JSON.parse(result.bytes.toString()) as BoxedWord[], terms));
    },
    /** Returns the printed lines of a page; empty if it cannot be read. */
    lines,
    /** Draws lines of a page with their source below, as a JPEG; undefined if the page does not have these lines. */
    async quote(
      fileId: string,
      { page, first, last }: Quote & { page: number },
      source: QuoteSource,
      client?: RequestContext,
    ): Promise<PictureResult | undefined> {
      const pageLines = await lines(fileId, page, client);
      const quotedLines = pageLines.slice(first - 1, last);
      if (last > pageLines.length || quotedLines.length === 0) return undefined;
      const name = `${page}-q${first}-${last}.${hash('sha1', JSON.stringify(source)).slice(0, 10)}.jpg`;
      return draw(fileId, name, { kind: 'quote', page: page - 1, lines: quotedLines, source }, client);
    },
    /** Draws the first page as a JPEG, which every reading app supports. */
    cover: (fileId: string, width: number, client?: RequestContext) =>
      draw(fileId, `cover-${width}.jpg`, { kind: 'picture', page: 0, width, format: 'jpeg' }, client),
    /** Returns the picture of a page; undefined if the lesson has no such page. */
    async picture(
      fileId: string,
      { page, width }: PagePicture,
      client?: RequestContext,
    ): Promise<PictureResult | undefined> {
      const lesson = await loadOutline(fileId, client);
      if ('fault' in lesson) return lesson;
      if (page > lesson.pages.length) return undefined;
      const drawing = { kind: 'picture', page: page - 1, width, format: 'webp' } as const;
      return draw(fileId, `${page}-${width}.webp`, drawing, client);
    },
  };
}

const unreadable: PictureResult = { fault: 'broken' };

function withSharedSizes({ pages, contents }: LessonOutline): LessonOutline {
  const sizes = new Map(pages.map((size) => [`${size.width} ${size.height}`, size]));
  return { pages: pages.map((size) => sizes.get(`${size.width} ${size.height}`) ?? size), contents };
}
