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

// Fetches the QR code for printing: WebKit, unlike other browsers, does not load hidden lazy pictures for it.
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

// Prevents a reload when a catalog changes in development: hot module replacement updates the components that use it.
import.meta.hot?.accept('#web/i18n/catalogs.ts', () => {});

function getAddress(): string {
  return window.location.pathname + window.location.search;
}

/** Copies the server's page, which works without scripts, as a fallback in case the client bundle fails. Call before hydration. */
function copyServerPage(root: HTMLElement) {
  const pageCopy = root.cloneNode(true) as HTMLElement;
  const fields = root.querySelectorAll<HTMLInputElement>('input, select');
  const initialAddress = getAddress();

  // Allows one reload per address: a bundle that always fails would otherwise reload the page endlessly.
  const hasAddressChanged = () => getAddress() !== initialAddress;

  return {
    /** Restores the server's page after a failure of the client bundle: from the copy, or by a reload if the address has changed. */
    restore() {
      if (hasAddressChanged()) return window.location.reload();
      window.addEventListener('popstate', () => hasAddressChanged() && window.location.reload());
      pageCopy.querySelectorAll<HTMLInputElement>('input, select').forEach((field, index) => {
        field.value = fields[index]?.value ?? field.value;
      });
      pageCopy.querySelector('main')?.append(createNotice());
      root.replaceChildren(...pageCopy.childNodes);
    },
    /** Reloads if the address has changed and its page can be loaded. Resolves only if it does not reload. */
    async reload(): Promise<void> {
      if (!hasAddressChanged()) return;
      const response = await fetch(getAddress(), { method: 'HEAD' }).catch(() => undefined);
      if (!response?.ok) return;
      window.location.reload();
      return new Promise(() => {});
    },
  };
}

function createNotice(): HTMLElement {
  const { lang } = document.documentElement;
  const notice = document.createElement('p');
  notice.className = 'wrap pb-6 text-muted';
  notice.textContent = catalogs[isLanguage(lang) ? lang : defaultLanguage].scriptFailed;
  return notice;
}
