import type { Hono } from 'hono';
import { isbot } from 'isbot';
import { lessonPagePath, parseLessonPage, parsePdfPath } from '#contract/urls.ts';
import type { SiteEnv } from './site-env.ts';

/** The parts of a request that show whether a person opens a lesson. */
type OpenRequest = Pick<Request, 'method' | 'url' | 'headers'>;

/** Returns the id of the lesson whose page or PDF has this path; undefined for other paths. */
const lessonOf = (path: string): string | undefined => parsePdfPath(path) ?? parseLessonPage(path)?.id;

/** Whether a browser uses WebKit, which never sends `Sec-Fetch-User`. */
const isWebKit = (agent: string): boolean => /AppleWebKit\//.test(agent) && !/Chrom(?:e|ium)\//.test(agent);

/**
 * Returns the lesson that a person opens with a request; undefined for any other request. Browsers except WebKit mark navigation by a
 * person with `Sec-Fetch-User` (Fetch Metadata). Older browsers are not counted, so the real numbers are higher.
 */
export function openedLesson({ method, url, headers }: OpenRequest): string | undefined {
  if (method !== 'GET' || !url.includes(lessonPagePath(''))) return undefined;
  const agent = headers.get('user-agent') ?? '';
  const isUserActivated = headers.get('sec-fetch-user') === '?1' || isWebKit(agent);
  const isNavigation = headers.get('sec-fetch-dest') === 'document' && isUserActivated;
  const isPrefetch = /prefetch|prerender|preview/i.test(
    `${headers.get('sec-purpose')} ${headers.get('purpose')} ${headers.get('x-moz')}`,
  );
  const isFromStart = /^(?:bytes=0-\d*)?$/.test(headers.get('range') ?? '');
  if (!isNavigation || isPrefetch || !isFromStart || isbot(agent)) return undefined;
  const lesson = lessonOf(new URL(url).pathname);
  // Navigating to another page or the PDF of an open lesson does not count again.
  const referrer = URL.parse(headers.get('referer') ?? '');
  return referrer && lessonOf(referrer.pathname) === lesson ? undefined : lesson;
}

/** Whether a response shows the lesson, or redirects to its file on a hosted backend. */
function isShown({ status, headers }: Response): boolean {
  return (
    [200, 206, 304].includes(status) || (status === 302 && /^https?:/.test(headers.get('location') ?? ''))
  );
}

type FetchApp = Pick<Hono<SiteEnv>, 'fetch'>;

/** Wraps an app so that it reports each lesson that a person opens. */
export function withOpens({ fetch }: FetchApp, onOpen: (lesson: string) => void): FetchApp {
  return {
    fetch(request, ...bindings) {
      const lesson = openedLesson(request);
      const result = fetch(request, ...bindings);
      if (lesson === undefined) return result;
      const reportOpen = (response: Response) => {
        if (isShown(response)) onOpen(lesson);
        return response;
      };
      return result instanceof Promise ? result.then(reportOpen) : reportOpen(result);
    },
  };
}
