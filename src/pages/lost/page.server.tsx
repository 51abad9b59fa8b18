import type { Language } from '#contract/language.ts';
import { siteFacts } from '#site/site-facts.ts';
import type { PageFacts } from '#web/page/page-facts.ts';
import type { RenderedPage } from '../rendered-page.server.ts';
import { notFoundTitle } from './lost.tsx';

/** Renders the page for an address that does not exist, or for a removed lesson. */
export function lostPage({ route, site }: PageFacts, app: string, language: Language) {
  const isGone = route === 'gone';
  return {
    kind: 'site',
    app,
    head: {
      title: notFoundTitle(site, language, isGone),
      description: siteFacts(site, language).description,
      unlisted: true,
    },
    status: isGone ? 410 : 404,
  } satisfies RenderedPage;
}
