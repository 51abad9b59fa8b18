import { useEffect } from 'react';
import { Provider, useSelector } from 'react-redux';
import { directionOf, isLanguage, type Language, otherLanguage } from '#contract/language.ts';
import { hrefWithLanguage, viewHref } from '#contract/urls.ts';
import { LanguageContext } from '#web/i18n/i18n-context.ts';
import { defaultCategoriesFilter } from '#web/library/files-page.ts';
import { usePrefetch } from '#web/library/library-api.ts';
import { filesFilterSlice, languageSlice, useViewNavigation } from '#web/library/view-state.ts';
import { LANGUAGE_KEY, storeChoice } from '#web/page/browser-storage.ts';
import { PageContext, type PageFacts, usePage } from '#web/page/page-facts.ts';
import { LanguageLink, Shell } from '#web/shell/shell.tsx';
import { Home } from './home/home.tsx';
import { usePrefetchFiles } from './home/library-hooks.ts';
import { useLiveLibrary } from './home/live-library.ts';
import type { Store } from './home/store.ts';
import { NotFound } from './not-found/not-found.tsx';

/** The React tree of the home page and of error pages, rendered on the server and hydrated in the browser. Other pages are static. */
export function App({ store, page }: { store: Store; page: PageFacts }) {
  return (
    <Provider store={store}>
      <PageContext value={page}>
        <Page />
      </PageContext>
    </Provider>
  );
}

function Page() {
  const { route } = usePage();
  const language = useSelector(languageSlice.selectSlice);
  useDocumentLanguage(language);
  useHashScroll();
  useLiveLibrary();
  return (
    <LanguageContext value={language}>
      <Shell languageSwitch={<LanguageSwitch />}>{route === 'home' ? <Home /> : <NotFound />}</Shell>
    </LanguageContext>
  );
}

/** A link to the current view in the other language. Following it switches the page in place and stores the choice. */
function LanguageSwitch() {
  const { route } = usePage();
  const { replaceView } = useViewNavigation();
  const prefetchFiles = usePrefetchFiles();
  const prefetchCategories = usePrefetch('listCategories');
  const view = useSelector(filesFilterSlice.selectSlice);
  const target = otherLanguage(useSelector(languageSlice.selectSlice));
  return (
    <LanguageLink
      to={target}
      href={route === 'home' ? hrefWithLanguage(viewHref(view, target), target) : `?lang=${target}`}
      onPrefetch={() => {
        prefetchFiles({}, target);
        if (route === 'home') prefetchCategories({ ...defaultCategoriesFilter, language: target });
      }}
      onFollow={() => {
        storeChoice(LANGUAGE_KEY, target);
        replaceView({ language: target });
      }}
    />
  );
}

/** Sets `lang` and `dir` of the document. Also applies a language that the visitor chooses in another tab. */
function useDocumentLanguage(language: Language): void {
  const { replaceView } = useViewNavigation();

  useEffect(() => {
    document.documentElement.lang = language;
    document.documentElement.dir = directionOf(language);
  }, [language]);

  useEffect(() => {
    const follow = ({ key, newValue }: StorageEvent) => {
      if (key === LANGUAGE_KEY && isLanguage(newValue)) replaceView({ language: newValue });
    };
    window.addEventListener('storage', follow);
    return () => window.removeEventListener('storage', follow);
  }, [replaceView]);
}

/** Maximum time to wait until the element that the hash names is rendered (docs/rules.md#the-library-on-a-page). */
const HASH_TIMEOUT_MS = 10_000;

/** Scrolls to the element that the hash names and focuses it, on load and on each change of the hash. */
function useHashScroll(): void {
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const observer = new MutationObserver(scroll);
    function stop() {
      observer.disconnect();
      clearTimeout(timer);
    }
    function scroll() {
      const element = document.getElementById(hashId());
      if (!element) return;
      stop();
      scrollTo(element);
    }
    const follow = () => {
      stop();
      if (hashId() === '') return;
      observer.observe(document.body, { childList: true, subtree: true });
      timer = setTimeout(stop, HASH_TIMEOUT_MS);
      scroll();
    };
    follow();
    window.addEventListener('hashchange', follow);
    return () => {
      stop();
      window.removeEventListener('hashchange', follow);
    };
  }, []);
}

function hashId(): string {
  try {
    return decodeURIComponent(window.location.hash.slice(1));
  } catch {
    return '';
  }
}

function scrollTo(element: HTMLElement): void {
  const prefersReducedMotion = window.matchMedia('(prefers-reduced-motion: reduce)').matches;
  element.scrollIntoView({ behavior: prefersReducedMotion ? 'auto' : 'smooth' });
  // Scrolling alone does not move the focus. A focused field keeps it, because the visitor may be typing.
  if (!document.activeElement?.matches('input, select')) element.focus({ preventScroll: true });
}
