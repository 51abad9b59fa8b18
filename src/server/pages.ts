import type { TablesDB } from 'appwrite';
import type { PageState } from '#web/app/page-state.ts';
import { loadLibrary, renderPage, titleOf } from '#web/entry-server.tsx';
import type { Glossary } from '#web/features/library/glossary.ts';
import type { Language } from '#web/i18n/language.ts';
import { type LibraryPlace, libraryAccess, toldPlace } from '#web/page/library-place.ts';
import type { SiteContent } from '#web/page/site-content.ts';
import { defaultView, parseLanguage, parseView, type View } from '#web/page/view.ts';
import type { OwnerNotes } from './owner-notes.ts';
import { pageHead } from './page-head.ts';
import type { PageTemplate } from './page-template.ts';
import type { Headers } from './security-headers.ts';

/** A media type, and the headers of such an answer in place of those of every page. */
export interface PageForm {
  type: string;
  headers: Headers;
}

export interface Page {
  status: 200 | 404 | 410 | 500;
  language: Language;
  text: string;
  /** What it is where it is no HTML. */
  as?: PageForm;
  /** False when the backend did not answer: the next visitor should not be given this page. */
  complete: boolean;
}

export interface PagesOptions {
  template: PageTemplate;
  site: SiteContent;
  /** The site's public origin. */
  origin: string;
  /** What only a printed page shows. */
  print: string;
  /** Where the library is. */
  place: LibraryPlace;
  /** The backend's tables as visitors of each language ask them: names are in the order of the language. */
  tables: Record<Language, TablesDB>;
  /** The owner's glossary, and the address browsers fetch it from. */
  glossary: { words: Glossary; href: string };
  notes: OwnerNotes;
}

/** A page waits no longer for the backend; the browser then asks by itself. */
const deadlineMilliseconds = 1500;

export interface Pages {
  home(parameters: URLSearchParams): Promise<Page>;
  notFound(parameters: URLSearchParams): Promise<Page>;
  /** A lesson that was taken down. */
  gone(parameters: URLSearchParams): Promise<Page>;
  /** How many lessons visitors find; 0 also when the backend does not answer. */
  lessonCount(): Promise<number>;
}

/** Renders pages, each in the language of its address. */
export function createPages(options: PagesOptions): Pages {
  const { template, site, origin, print, place, tables, glossary, notes } = options;
  const render = (state: PageState, language: Language, status: 200 | 404 | 410): Page => {
    const text = template.fill({
      language,
      app: renderPage(state, language),
      print,
      head: pageHead(state, language, titleOf(state, language)),
      state,
    });
    return { status, language, text, complete: state.route !== 'home' || state.files !== undefined };
  };
  const facts = () => ({
    origin,
    site,
    year: new Date().getFullYear(),
    glossary: glossary.href,
    ...toldPlace(place),
  });
  const asked = { ...libraryAccess({ place }, origin).tables, onSkipped: notes.skipped };

  const load = (view: View, language: Language) => loadLibrary(tables[language], asked, view, glossary.words);

  return {
    async home(parameters) {
      const view = parseView(parameters);
      const language = parseLanguage(parameters);
      const library = await inTime(load(view, language), view, notes);
      return render({ route: 'home', ...facts(), ...library }, language, 200);
    },
    async notFound(parameters) {
      return render({ route: 'notFound', ...facts(), view: defaultView }, parseLanguage(parameters), 404);
    },
    async gone(parameters) {
      return render({ route: 'gone', ...facts(), view: defaultView }, parseLanguage(parameters), 410);
    },
    lessonCount: () =>
      load(defaultView, 'en').then(
        ({ files }) => files.regular.total,
        () => 0,
      ),
  };
}

/** What was loaded, or just the view when it takes too long or fails. */
async function inTime(loading: ReturnType<typeof loadLibrary>, view: View, notes: OwnerNotes) {
  const late = Promise.withResolvers<never>();
  const noAnswer = new Error(`no answer within ${deadlineMilliseconds} ms`);
  const timer = setTimeout(() => late.reject(noAnswer), deadlineMilliseconds);
  try {
    const library = await Promise.race([loading, late.promise]);
    notes.asked();
    return library;
  } catch (error) {
    notes.asked(error as Error);
    return { view };
  } finally {
    clearTimeout(timer);
  }
}
