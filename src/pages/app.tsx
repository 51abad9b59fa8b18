import { Provider, useSelector } from 'react-redux';
import { LanguageContext } from '#web/i18n/i18n-context.ts';
import { languageSlice } from '#web/library/view-state.ts';
import { PageContext, type PageFacts } from '#web/page/page-facts.ts';
import { Shell } from '#web/shell/shell.tsx';
import { Hero } from './home/hero.tsx';
import { Library } from './home/library.tsx';
import { useLiveLibrary } from './home/live-library.ts';
import type { Store } from './home/store.ts';
import { LanguageSwitch } from './language-switch.tsx';
import { NotFound } from './lost/lost.tsx';
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
