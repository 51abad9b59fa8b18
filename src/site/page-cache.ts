import pLimit from 'p-limit';
import type { Kept, LibraryVersion } from '#backend/kept.ts';

import { homeHref } from '#contract/urls.ts';
import type { RequestContext } from '#http/request-context.ts';
import type { Answer, AskedHeaders } from './answer.ts';
import { KeptPage } from './kept-page.ts';
import { awayNote } from './messages/away-note.ts';
import type { Page } from './page.ts';
import type { Headers } from './security-headers.ts';
import { withinTime } from './within-time.ts';

/** Who asks for a page, as far as its rendering is concerned. */
export type Asker = Pick<RequestContext, 'isConnected' | 'queue'>;

/** What stands in the place of a page that there is not: one page, however many addresses lead to it. */
export interface StandIn {
  readonly key: string;
  render(): Promise<Page>;
}

type Render = () => Promise<Page | StandIn>;

export type PageCache = ReturnType<typeof createPageCache>;

interface Rendering {
  made: Promise<KeptPage>;
  /** The version of the library it shows; the newest as long as it has not begun. */
  version?: LibraryVersion;
  askers: Asker[];
}

/** Whether a page's canonical address is of the library's list without a search: nothing on it stands inside the lessons. */
const isPlainList = (href: string) => /^\/(?:\?|$)/.test(href) && !/[?&]search=/.test(href);
/** What everybody sees first is always there, waits in no line and is refused to nobody. */
const alwaysKept: ReadonlySet<string> = new Set([homeHref('en'), homeHref('ar')]);
/** Milliseconds that a visitor waits for the new page when there is the one before. */
const patience = 250;
/** Milliseconds for which that one will do; one that is older is shown only where no new one can be made, or the backend is away. */
const staleFor = 600_000;
/** Milliseconds after which a page that is asked again is worth the best packing. */
const settlesAfter = 1000;
/** Milliseconds between two attempts to ask a backend that does not answer. */
const retryAfter = 5000;
const atOnce: Asker = { isConnected: () => true, queue: async (work) => work() };

/**
 * Keeps rendered pages. When the library has changed, who asks for a page first waits for the new one, a little; those
 * who ask while it is made are given the one before. So is everybody when it cannot be made, with a note when the backend
 * does not answer.
 *
 * @param headers of every page
 */
export function createPageCache(kept: Kept, headers: Headers) {
  const html = { type: 'text/html; charset=utf-8', headers };
  const pages = kept.shelf<KeptPage>('page', ({ bytes }) => bytes, {
    always: alwaysKept,
    answers: true,
  });
  /** The latest rendering of each page, under way or in line behind the one before. */
  const renderings = new Map<string, Rendering>();
  /** One at a time: it takes a core. */
  const improving = pLimit(1);
  /** When the backend left a page incomplete, until it no longer does. */
  let awaySince: number | undefined;

  const improve = (page: KeptPage) => improving(async () => page.best || page.improve());

  const forget = (key: string, rendering: Rendering): void => {
    if (renderings.get(key) === rendering) renderings.delete(key);
  };

  const noted = (page: KeptPage) => page.noted(awayNote(page.page.language));

  const make = async (key: string, rendering: Rendering, render: Render): Promise<KeptPage> => {
    const work = async () => {
      const [begun, version] = [performance.now(), kept.version()];
      rendering.version = version;
      return { begun, version, page: await render() };
    };
    const wanted = () => {
      const isWanted = rendering.askers.some((one) => one.isConnected());
      // Whoever comes from now on has it made anew.
      if (!isWanted) forget(key, rendering);
      return isWanted;
    };
    const [asker = atOnce] = alwaysKept.has(key) ? [] : rendering.askers;
    const { begun, version, page } = await asker.queue(work, wanted);
    const before = pages.last(key);
    if ('render' in page) {
      const standIn = pages.find(page.key) ?? (await renderOnce(page.key, page.render, atOnce));
      // Nobody is given the page that was there any more.
      if (before) pages.keep(key, standIn, version);
      return standIn;
    }
    // What everybody sees first has to fit into one flight at once (docs/decisions/019-first-view.md).
    const how = alwaysKept.has(key) ? 'well' : 'quick';
    const made = await KeptPage.of({ as: html, ...page }, begun, before, how);
    // A backend that did not answer leaves a page incomplete: the next visitor is not given that. What was typed may be refused by itself.
    if (page.status === 200 && (page.complete || isPlainList(key)))
      awaySince = page.complete ? undefined : performance.now();
    if (page.complete) pages.keep(key, made, version);
    return page.complete || !before ? made : noted(before);
  };

  const newest = (key: string): Rendering | undefined => {
    const known = renderings.get(key);
    return known && (!known.version || known.version === kept.version()) ? known : undefined;
  };

  /** One rendering of a page at a time: changes that come meanwhile share the next one. */
  const renderOnce = (key: string, render: Render, asker: Asker): Promise<KeptPage> => {
    const known = newest(key);
    known?.askers.push(asker);
    if (known) return known.made;
    const before = renderings.get(key)?.made.catch(() => {}) ?? Promise.resolve();
    const rendering: Rendering = {
      made: before.then(() => make(key, rendering, render)).finally(() => forget(key, rendering)),
      askers: [asker],
    };
    renderings.set(key, rendering);
    return rendering.made;
  };

  /** The page that may be sent now: the newest, or the one before while that is made. */
  const ready = (key: string): KeptPage | undefined => {
    const page = pages.find(key);
    // While lessons are being published pages live for milliseconds, and nobody gains by the best packing.
    const isSettled = page && !page.best && performance.now() - page.begun >= settlesAfter;
    if (isSettled && improving.activeCount + improving.pendingCount === 0) void improve(page);
    return page ?? (awaySince === undefined && newest(key) ? pages.last(key) : undefined);
  };

  const rendered = async (key: string, render: Render, asker: Asker): Promise<KeptPage> => {
    const before = pages.last(key);
    const isAway = awaySince !== undefined && performance.now() - awaySince < retryAfter;
    if (before && isAway) return noted(before);
    const made = renderOnce(key, render, asker);
    if (!before) return made;
    const isStale = awaySince === undefined && performance.now() - before.begun >= staleFor;
    const waited = isStale ? made : withinTime(made, patience);
    return waited.catch(() => (awaySince === undefined ? before : noted(before)));
  };

  return {
    /** The answer when it may be sent at once. */
    find: (key: string, asked: AskedHeaders): Answer | undefined => ready(key)?.find(asked),
    /** The same, or the answer with the page that `render` makes, once for all who ask meanwhile. */
    async get(key: string, asked: AskedHeaders, render: Render, asker: Asker = atOnce): Promise<Answer> {
      const page = ready(key) ?? (await rendered(key, render, asker));
      return page.answer(asked);
    },
    /** Has the page there, packed as small as it gets, before somebody asks for it. */
    async prepare(key: string, render: () => Promise<Page>): Promise<void> {
      const page = pages.find(key) ?? (await renderOnce(key, render, atOnce));
      if (page.page.complete) await improve(page);
    },
  };
}
