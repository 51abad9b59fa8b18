import type { Language } from '#contract/language.ts';
import type { PosterSubject, Reading, View } from '#contract/urls.ts';
import type { RequestContext } from '#http/request-context.ts';
import type { Headers } from './security-headers.ts';

/** A rendered page. */
export interface Page {
  status: 200 | 404 | 410 | 500 | 503;
  language: Language;
  text: string;
  /** What it is if it is not HTML: a media type, and headers in place of those of every page. */
  as?: { type: string; headers: Headers };
  /** False when the backend did not answer: the next visitor should not be given this page. */
  complete: boolean;
}

/** Renders pages, each in the language of its address. */
export interface Pages {
  home(view: View, language: Language): Promise<Page>;
  /** A page of a lesson; undefined when there is no such lesson, or it has no such page. */
  lesson(reading: Reading, language: Language, client?: RequestContext): Promise<Page | undefined>;
  /** A sheet for the notice board; undefined when there is no such lesson or category. */
  poster(subject: PosterSubject, language: Language): Promise<Page | undefined>;
  /** In the place of a page that does not exist, or of a lesson that was removed. */
  lost(route: 'notFound' | 'gone', language: Language): Promise<Page>;
}
