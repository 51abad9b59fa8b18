import { StrictMode } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { defaultLanguage, isLanguage } from '#contract/language.ts';
import { App } from './app/app.tsx';
import type { PageState } from './app/page-state.ts';
import { keepServerPage } from './app/server-page.ts';
import { createStore } from './app/store.ts';
import { followAddress } from './page/view-state.ts';

const root = document.getElementById('root') as HTMLElement;
const state = JSON.parse(document.getElementById('state')?.textContent ?? '') as PageState;
const { lang } = document.documentElement;
const serverPage = keepServerPage(root);
const store = createStore(state, isLanguage(lang) ? lang : defaultLanguage, serverPage.reload);
window.addEventListener('popstate', () => followAddress(store));

// Browsers fetch a lazy picture that is not shown when somebody prints; WebKit does not.
window.onbeforeprint = () => document.querySelector('[loading]')?.setAttribute('loading', 'eager');

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
