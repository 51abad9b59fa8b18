import { createRoot } from 'react-dom/client';
import { App } from '#web/app/app.tsx';
import { historyMiddleware } from '#web/app/history-middleware.ts';
import type { PageState } from '#web/app/page-state.ts';
import { createStore } from '#web/app/store.ts';
import { parseLanguage } from '../../src/contract/urls.ts';
// In the one script, as such a build has it.
import '#web/features/library/library-sdk.ts';

declare const __FACTS__: PageState;

const language = parseLanguage(new URLSearchParams(window.location.search));
document.documentElement.lang = language;
document.documentElement.dir = language === 'ar' ? 'rtl' : 'ltr';
const facts = { ...__FACTS__, origin: window.location.origin };
const store = createStore(facts, language, { middleware: [historyMiddleware] });
createRoot(document.getElementById('root') as HTMLElement).render(<App store={store} page={facts} />);
