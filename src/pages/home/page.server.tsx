import { inEachLanguage, type Language } from '#contract/language.ts';
import { defaultView, viewHref } from '#contract/urls.ts';
import { siteFacts } from '#site/site-facts.ts';
import { sharedPage } from '../head.server.tsx';
import { renderApp } from '../render-app.server.tsx';
import type { RenderedPage } from '../rendered-page.server.ts';
import { libraryTitle } from './library-title.ts';
import type { PageState } from './page-state.ts';

export function homePage(state: PageState, language: Language): RenderedPage {
  const { site, origin, view, categories, files } = state;
  // A search is not a page to find; the list that it searches is.
  const found = view.search === '' ? view : { ...view, search: '', page: defaultView.page };
  const isListed = view.search === '' && view.page === 1;
  const category = categories?.rows.find(({ $id }) => $id === view.categoryId);
  return {
    kind: 'site',
    app: renderApp(state, language),
    state,
    head: {
      title: libraryTitle(site, language, view, categories?.rows),
      description: siteFacts(site, language).description,
      hrefs: inEachLanguage((each) => viewHref(found, each)),
      shared: sharedPage({ site, origin, listed: isListed }, language, category),
      unlisted: view.search !== '' || view.sortBy !== defaultView.sortBy,
    },
    complete: files !== undefined,
  };
}
