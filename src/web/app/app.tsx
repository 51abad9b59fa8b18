import { Hero } from '../features/hero/hero.tsx';
import { Library } from '../features/library/library.tsx';
import { NotFound } from '../features/not-found/not-found.tsx';
import { Shell } from '../features/shell/shell.tsx';
import { LanguageContext } from '../i18n/i18n-context.ts';
import { languageSlice } from '../page/language-slice.ts';
import { PageContext, type PageFacts } from '../page/page-facts.ts';
import { StoreContext, useSelector } from '../page/store-context.ts';
import { LanguageSwitch } from './language-switch.tsx';
import type { Store } from './store.ts';
import { useDocumentLanguage } from './use-document-language.ts';
import { useHashScroll } from './use-hash-scroll.ts';
import { useLiveLibrary } from './use-live-library.ts';

/** The whole site: the same tree on the server and in the browser. */
export function App({ store, page }: { store: Store; page: PageFacts }) {
  return (
    <StoreContext value={store}>
      <PageContext value={page}>
        <Page route={page.route} />
      </PageContext>
    </StoreContext>
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
