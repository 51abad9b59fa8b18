import { createRoot } from 'react-dom/client';
import { parseLanguage } from '../../src/contract/urls.ts';
import { App } from '../../src/pages/app.tsx';
import type { PageState } from '../../src/pages/home/page-state.ts';
import { createStore } from '../../src/pages/home/store.ts';
// In the one script, as such a build has it.
import '../../src/web/library/library-sdk.ts';

declare const __FACTS__: PageState;

const language = parseLanguage(new URLSearchParams(window.location.search));
document.documentElement.lang = language;
document.documentElement.dir = language === 'ar' ? 'rtl' : 'ltr';
const facts = { ...__FACTS__, origin: window.location.origin };
const store = createStore(facts, language);
createRoot(document.getElementById('root') as HTMLElement).render(<App store={store} page={facts} />);
