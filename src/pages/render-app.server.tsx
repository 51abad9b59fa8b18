import { StrictMode } from 'react';
import { renderToString } from 'react-dom/server';
import type { Language } from '#contract/language.ts';
import { App } from './app.tsx';
import type { PageState } from './home/page-state.ts';
import { createStore } from './home/store.ts';

/** Renders what the client bundle hydrates. The store lives no longer than the call. */
export function renderApp(state: PageState, language: Language): string {
  return renderToString(
    <StrictMode>
      <App store={createStore(state, language)} page={state} />
    </StrictMode>,
  );
}
