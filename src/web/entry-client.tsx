import { StrictMode } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { defaultLanguage, isLanguage } from '#contract/language.ts';
import { parseView } from '#contract/urls.ts';
import { App } from './app/app.tsx';
import { historyMiddleware } from './app/history-middleware.ts';
import type { PageState } from './app/page-state.ts';
import { keepServerPage } from './app/server-page.ts';
import { createStore } from './app/store.ts';
import { viewCorrected } from './features/library/files-filter-slice.ts';
import { loadScript } from './features/library/load-script.ts';

const root = document.getElementById('root') as HTMLElement;
const state = JSON.parse(document.getElementById('state')?.textContent ?? '') as PageState;
const { lang } = document.documentElement;
const serverPage = keepServerPage(root);
const store = createStore(state, isLanguage(lang) ? lang : defaultLanguage, {
  middleware: [historyMiddleware],
  leave: serverPage.reload,
});

if (state.route === 'home') {
  window.addEventListener('popstate', () => {
    store.dispatch(viewCorrected(parseView(new URLSearchParams(window.location.search))));
  });
}

// Browsers fetch a lazy picture that is not shown when somebody prints; WebKit does not.
window.onbeforeprint = () => document.querySelector('[loading]')?.setAttribute('loading', 'eager');

function takeOver(): void {
  hydrateRoot(
    root,
    <StrictMode>
      <App store={store} page={state} />
    </StrictMode>,
    {
      onUncaughtError(error) {
        serverPage.restore();
        throw error;
      },
    },
  );
}

// What shows hits inside the lessons must be there before the page that has them is taken over.
if (state.files?.regular.texts)
  void loadScript(() => import('./features/library/search-help.ts')).then(takeOver);
else takeOver();
