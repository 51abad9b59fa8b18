import type { Language } from '#contract/language.ts';
import type { LessonView, PosterSubject, View } from '#contract/urls.ts';
import type { RequestContext } from '#http/request-context.ts';
import type { Headers } from './security-headers.ts';

/** A rendered page or another document. */
export interface Page {
  status: 200 | 404 | 410 | 500 | 503;
  language: Language;
  text: string;
  /** Media type of a document that is not HTML. */
  type?: string;
  /** Headers that replace the usual page headers. */
  headers?: Headers;
  /** False if data is missing, for example because the backend did not respond. Such a page must not be cached. */
  complete: boolean;
}

/** Renders a document in its client's slot of the main thread. Returns undefined if there is no such document. */
export type RenderPage = () => Page | undefined | Promise<Page | undefined>;

/** Renders pages, each in the language of its address. */
export interface Pages {
  home(view: View, language: Language): Promise<Page>;
  /** Loads a page of a lesson and returns the function that renders it; undefined if there is no such lesson. */
  lesson(view: LessonView, language: Language, client?: RequestContext): Promise<RenderPage | undefined>;
  /** Renders a sheet for the notice board; undefined for an unknown lesson or category. */
  poster(subject: PosterSubject | 'library', language: Language): Promise<Page | undefined>;
  /** Renders the newest lessons for a frame on another site; undefined for an unknown category. */
  embed(categoryId: string | undefined, language: Language): Promise<Page | undefined>;
  /** Renders the page with the ways to follow the library or a category; undefined for an unknown category. */
  follow(categoryId: string | undefined, language: Language): Promise<Page | undefined>;
  /** Renders the error page for an unknown address or a removed lesson. */
  error(reason: 'notFound' | 'gone', language: Language): Promise<Page>;
}
