import type { Hono } from 'hono';
import { isbot } from 'isbot';
import { lessonPagePath, parseLessonPage, parsePdfPath } from '#contract/urls.ts';
import type { SiteEnv } from './site-env.ts';

/** A request, with the headers that distinguish an open. */
type OpenRequest = Pick<Request, 'method' | 'url' | 'headers'>;

/** Returns the lesson of a path: its page, another of its pages, or its PDF. */
const lessonOf = (path: string): string | undefined => parsePdfPath(path) ?? parseLessonPage(path)?.id;

/** Whether a browser is Safari or another one on WebKit, which marks documents and never the visits of people. */
const isWebKit = (agent: string): boolean => /AppleWebKit\//.test(agent) && !/Chrom(?:e|ium)\//.test(agent);

/**
 * Returns the lesson that a person opens with a request; undefined for anything else. Browsers mark the visits of people (Fetch
 * Metadata: `Sec-Fetch-User`); older ones do not and are not counted, so numbers are "at least".
 */
export function openedLesson({ method, url, headers }: OpenRequest): string | undefined {
  if (method !== 'GET' || !url.includes(lessonPagePath(''))) return undefined;
  const agent = headers.get('user-agent') ?? '';
  const isByPerson = headers.get('sec-fetch-user') === '?1' || isWebKit(agent);
  const isVisit = headers.get('sec-fetch-dest') === 'document' && isByPerson;
  const isAhead = /prefetch|prerender|preview/i.test(
    `${headers.get('sec-purpose')} ${headers.get('purpose')} ${headers.get('x-moz')}`,
  );
  const isFromStart = /^(?:bytes=0-\d*)?$/.test(headers.get('range') ?? '');
  if (!isVisit || isAhead || !isFromStart || isbot(agent)) return undefined;
  const lesson = lessonOf(new URL(url).pathname);
  // Turning pages, and the PDF of an open lesson, belong to the same open.
  const referrer = URL.parse(headers.get('referer') ?? '');
  return referrer && lessonOf(referrer.pathname) === lesson ? undefined : lesson;
}

/** Whether the response is the lesson itself, or a redirect to its bytes on a hosted backend. */
function isShown({ status, headers }: Response): boolean {
  return (
    [200, 206, 304].includes(status) || (status === 302 && /^https?:/.test(headers.get('location') ?? ''))
  );
}

type FetchApp = Pick<Hono<SiteEnv>, 'fetch'>;

/** The app, which also reports each lesson that a person opens. */
export function withOpens({ fetch }: FetchApp, onOpen: (lesson: string) => void): FetchApp {
  return {
    fetch(request, ...more) {
      const lesson = openedLesson(request);
      const answer = fetch(request, ...more);
      if (lesson === undefined) return answer;
      const see = (response: Response) => {
        if (isShown(response)) onOpen(lesson);
        return response;
      };
      return answer instanceof Promise ? answer.then(see) : see(answer);
    },
  };
}
