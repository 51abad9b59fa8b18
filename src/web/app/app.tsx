import { Provider, useSelector } from 'react-redux';
import { Hero } from '../features/hero/hero.tsx';
import { Library } from '../features/library/library.tsx';
import { NotFound } from '../features/not-found/not-found.tsx';
import { Shell } from '../features/shell/shell.tsx';
import { LanguageContext } from '../i18n/i18n-context.ts';
import { PageContext, type PageFacts } from '../page/page-facts.ts';
import { languageSlice } from '../page/view-state.ts';
import { LanguageSwitch } from './language-switch.tsx';
import { useLiveLibrary } from './live-library.ts';
import type { Store } from './store.ts';
import { useDocumentLanguage } from './use-document-language.ts';
import { useHashScroll } from './use-hash-scroll.ts';

/** The whole site: the same tree on the server and in the browser. */
export function App({ store, page }: { store: Store; page: PageFacts }) {
  return (
    <Provider store={store}>
      <PageContext value={page}>
        <Page route={page.route} />
      </PageContext>
    </Provider>
  );
}

function Page({ route }: Pick<PageFacts, 'route'>) {
  const language = useSelector(languageSlice.selectSlice);
  useDocumentLanguage(language);
  useHashScroll();
  useLiveLibrary();
  return (
    <LanguageContext value={language}>
      <Shell languageSwitch={<LanguageSwitch />}>
        {route === 'home' ? (
          <>
            <Hero />
            <Library />
          </>
        ) : (
          <NotFound />
        )}
      </Shell>
    </LanguageContext>
  );
}
