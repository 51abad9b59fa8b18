import { setupListeners } from '@reduxjs/toolkit/query';
import { StrictMode } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { defaultLanguage, isLanguage } from '#contract/language.ts';
import { followAddress } from '#web/library/view-state.ts';
import '#web/styles/main.css';
import { catalogs } from '#web/i18n/catalogs.ts';
import { App } from './app.tsx';
import { createStore, type PageState } from './home/store.ts';

const root = document.getElementById('root') as HTMLElement;
const state = JSON.parse(document.getElementById('state')?.textContent ?? '') as PageState;
const { lang } = document.documentElement;
const serverPage = copyServerPage(root);
const store = createStore(state, isLanguage(lang) ? lang : defaultLanguage, serverPage.reload);
setupListeners(store.dispatch);
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

// In development, components reload texts themselves, so this file triggers no reload.
import.meta.hot?.accept('#web/i18n/catalogs.ts', () => {});

function address(): string {
  return window.location.pathname + window.location.search;
}

/**
 * Copies the server's page, which works without scripts, to replace a page whose client bundle fails. Call it before anything
 * changes the page.
 */
export function copyServerPage(root: HTMLElement) {
  const copy = root.cloneNode(true) as HTMLElement;
  const fields = root.querySelectorAll<HTMLInputElement>('input, select');
  const addressAtStart = address();

  // Once per address, because a second failure would repeat endlessly.
  const hasMoved = () => address() !== addressAtStart;

  return {
    /** Restores the page after the client bundle failed: from the copy, or by a reload if the visitor had moved on. */
    restore() {
      if (hasMoved()) return window.location.reload();
      window.addEventListener('popstate', () => hasMoved() && window.location.reload());
      copy.querySelectorAll<HTMLInputElement>('input, select').forEach((field, index) => {
        field.value = fields[index]?.value ?? field.value;
      });
      copy.querySelector('main')?.append(notice());
      root.replaceChildren(...copy.childNodes);
    },
    /** Loads the page of the address as a link would. Resolves only if there is no other page or it cannot be loaded. */
    async reload(): Promise<void> {
      if (!hasMoved()) return;
      const answer = await fetch(address(), { method: 'HEAD' }).catch(() => undefined);
      if (!answer?.ok) return;
      window.location.reload();
      return new Promise(() => {});
    },
  };
}

function notice(): HTMLElement {
  const { lang } = document.documentElement;
  const line = document.createElement('p');
  line.className = 'wrap pb-6 text-muted';
  line.textContent = catalogs[isLanguage(lang) ? lang : defaultLanguage].scriptFailed;
  return line;
}
