import { StrictMode } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { defaultLanguage, isLanguage } from '#contract/language.ts';
import { followAddress } from '#web/library/view-state.ts';
import '#web/styles/main.css';
import { App } from './app.tsx';
import type { PageState } from './home/page-state.ts';
import { createStore } from './home/store.ts';
import { keepServerPage } from './server-page.ts';

const root = document.getElementById('root') as HTMLElement;
const state = JSON.parse(document.getElementById('state')?.textContent ?? '') as PageState;
const { lang } = document.documentElement;
const serverPage = keepServerPage(root);
const store = createStore(state, isLanguage(lang) ? lang : defaultLanguage, serverPage.reload);
window.addEventListener('popstate', () => followAddress(store));

// When a page is printed, browsers fetch hidden lazy pictures; WebKit does not.
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
