import { skipToken } from '@reduxjs/toolkit/query/react';
import { useEffect, useLayoutEffect, useState } from 'react';
import { useDispatch, useSelector } from 'react-redux';
import { isolate, type Language } from '#contract/language.ts';
import { lessonHref, type View } from '#contract/urls.ts';
import { categoryNameIn } from '#text/category-names.ts';
import { BookCover } from '#web/components/book-cover.tsx';
import { CategoryLinks } from '#web/components/category-links.tsx';
import { Icon } from '#web/components/drawings.tsx';
import { CategoryName, getLang } from '#web/components/owner-text.tsx';
import { Sheet, useSheetOpen } from '#web/components/sheet.tsx';
import { catalogs } from '#web/i18n/catalogs.ts';
import { useI18n } from '#web/i18n/i18n-context.ts';
import { pageSizes, type ShownCategory } from '#web/library/files-page.ts';
import { useZipBytesQuery } from '#web/library/library-api.ts';
import { filesFilterSlice, screenMeasured, useViewNavigation } from '#web/library/view-state.ts';
import { findPageToContinue, type LastPage, listLastPages } from '#web/page/browser-storage.ts';
import { fileTitle } from '#web/page/file-facts.ts';
import { type SiteContent, useDocumentTitle, usePage } from '#web/page/page-facts.ts';
import { CategoryList } from './category-list.tsx';
import { ChangeView } from './change-view.tsx';
import { LessonDate } from './file-grid.tsx';
import { Files } from './files.tsx';
import { categorySheetId, FilterForm } from './filter-form.tsx';
import { useChosenCategory } from './library-hooks.ts';

/** Matches screens from 1280 px on (docs/rules.md#the-library-on-a-page); in rem, because the limit grows with the text size. */
const extraLargeScreen = '(min-width: 80rem)';

/** Sets the number of files per page: before the first paint after hydration, and when the screen size changes. */
function usePageSize(): void {
  const dispatch = useDispatch();
  const { replaceView } = useViewNavigation();
  useLayoutEffect(() => {
    const media = window.matchMedia(extraLargeScreen);
    const measure = () => {
      // Printing narrows the page, but the printed page must list the same files.
      if (window.matchMedia('print').matches) return;
      dispatch(screenMeasured(media.matches ? pageSizes.extraLarge : pageSizes.regular));
      // Corrects an address that names a page past the end, for which the server showed the last page.
      replaceView({});
    };
    measure();
    media.addEventListener('change', measure);
    return () => media.removeEventListener('change', measure);
  }, [dispatch, replaceView]);
}

/** Updates the document's title. A separate component, so that a new view does not render the whole library again. */
function LibraryTitle() {
  const { site } = usePage();
  const { language } = useI18n();
  const view = useSelector(filesFilterSlice.selectSlice);
  const category = useChosenCategory();
  useDocumentTitle(createLibraryTitle(site, language, view, category));
  return null;
}

export function Home() {
  return (
    <>
      <Hero />
      <Library />
    </>
  );
}

/** The library: categories, a divider and the files on large screens, and only the files on smaller ones. */
function Library() {
  const { messages } = useI18n();
  usePageSize();
  return (
    <section id="library" tabIndex={-1} aria-labelledby="library-title" className="wrap library">
      <LibraryTitle />
      <h2 id="library-title" className="display text-section">
        {messages.libraryTitle}
      </h2>
      <p className="mt-2 mb-7 min-h-[2lh] max-[22rem]:min-h-[3lh] max-w-176 text-muted md:mb-10 md:min-h-0">
        {messages.libraryDescription}
      </p>
      <div className="library-columns">
        <nav aria-labelledby="categories-title" className="category-column">
          <div className="category-sticky">
            <h3
              id="categories-title"
              className="mb-[0.6rem] px-[0.9rem] text-sm [font-weight:600] text-muted"
            >
              {messages.categoriesTitle}
            </h3>
            <CategoryList />
          </div>
        </nav>
        <div className="divider" aria-hidden="true" />
        <div className="min-w-0">
          <FilterForm />
          <ChosenCategory />
          <Files />
          <ChosenCategoryLinks />
        </div>
      </div>
      <CategorySheet />
    </section>
  );
}

/** On narrow screens, shows the chosen category above its files, as a link that removes the choice. */
function ChosenCategory() {
  const { messages } = useI18n();
  const chosenCategory = useChosenCategory();
  if (!chosenCategory) return null;
  return (
    <ChangeView change={{ categoryId: undefined, page: 1 }} className="chosen-category">
      <CategoryName>{chosenCategory.categoryName}</CategoryName>
      <span className="sr-only">{` – ${messages.removeCategory}`}</span>
      <Icon name="close" className="size-4.5" />
    </ChangeView>
  );
}

/** Links to the feed, poster and archive of the chosen category; not shown during a search. */
function ChosenCategoryLinks() {
  const { search } = useSelector(filesFilterSlice.selectSlice);
  const chosenId = useChosenCategory()?.$id;
  const shownId = search === '' ? chosenId : undefined;
  const { currentData: zipBytes } = useZipBytesQuery(shownId ?? skipToken);
  if (shownId === undefined) return null;
  return (
    <div className="mt-6">
      <CategoryLinks categoryId={shownId} zipBytes={zipBytes} />
    </div>
  );
}

function CategorySheet() {
  const { messages } = useI18n();
  const isOpen = useSheetOpen(categorySheetId);
  return (
    <Sheet
      id={categorySheetId}
      title={messages.categoriesTitle}
      description={messages.categoriesDescription}
      closeLabel={messages.categoriesClose}
      closeWhen="(min-width: 64rem)"
    >
      <nav aria-labelledby={`${categorySheetId}-title`}>
        <CategoryList sheetOpen={isOpen} />
      </nav>
    </Sheet>
  );
}

/** Returns the document's title for a view of the library: first what distinguishes the view, last the preacher's name. */
export function createLibraryTitle(
  { preacherName }: SiteContent,
  language: Language,
  view: View,
  category: ShownCategory | undefined,
): string {
  const messages = catalogs[language];
  const parts = [
    view.search === '' ? undefined : isolate(view.search),
    category && isolate(categoryNameIn(category.categoryName, language)),
    view.page === 1 ? undefined : messages.pageNumber(view.page),
  ].filter((part) => part !== undefined);
  const name = preacherName[language];
  return parts.length === 0 ? name : [...parts, messages.libraryTitle, name].join(' – ');
}

function Hero() {
  const { site } = usePage();
  const { language, messages } = useI18n();
  return (
    <section className="hero print:hidden" aria-labelledby="hero-title">
      <div className="wrap grid min-h-147 items-center gap-x-12 max-md:grid-rows-[1fr_auto] gap-y-3 py-6 md:min-h-140 md:grid-cols-[1.15fr_.85fr] md:py-10">
        {/*
          Keeps each part in place if late fonts wrap the text differently. On narrow screens, the title has room for an extra line,
          and the address for two lines.
        */}
        <div className="grid grid-rows-[minmax(13.25rem,auto)_1fr] self-stretch md:block md:self-auto">
          <div className="flex flex-col justify-end md:block">
            <p className="mb-4 text-lg [font-weight:500] text-hero-gold">{site.heroSubtitle[language]}</p>
            <h1 id="hero-title" className="display mb-5 max-w-[8em] text-hero text-balance md:max-w-none">
              {site.heroTitle[language]}
            </h1>
          </div>
          <div className="flex flex-col items-start md:block">
            <p className="mb-6 max-w-136 grow text-lg text-hero-text">{site.heroDescription[language]}</p>
            <address className="mb-6 flex min-h-[2lh] items-start gap-2.5 text-hero-muted not-italic md:mb-9 md:min-h-0">
              <Icon name="pin" className="mt-1 size-4.5" />
              <span className="sr-only">{messages.addressLabel}</span> <bdi>{site.address[language]}</bdi>
            </address>
            <div className="hero-actions">
              <a href="#library" className="button button-gold">
                {messages.explore}
              </a>
              <ContinueReading />
            </div>
          </div>
        </div>
        <div className="niche">
          <NewestLesson />
        </div>
      </div>
    </section>
  );
}

/** The newest lesson: a book in the niche, or a line below the button on phones. */
function NewestLesson() {
  const { newest } = usePage();
  const { language, messages } = useI18n();
  if (!newest) return null;
  const { $id, fileName, $createdAt, categoryName } = newest;
  const title = fileTitle(fileName);
  const name = categoryNameIn(title, language);
  return (
    <a href={lessonHref({ id: $id, page: 1, search: '' }, language)} className="newest">
      <BookCover category={categoryName} title={title} />
      <b>{messages.newest}</b>
      <bdi lang={getLang(name, language)} className="newest-title">
        {name}
      </bdi>
      <LessonDate iso={$createdAt} />
    </a>
  );
}

/** Links to the page that a returning visitor read last. Only the browser stores that page, so the link appears after hydration. */
function ContinueReading() {
  const { language, messages } = useI18n();
  const [lastPage, setLastPage] = useState<LastPage>();
  useEffect(() => setLastPage(findPageToContinue(listLastPages())), []);
  if (!lastPage) return null;
  const [id, page, pages] = lastPage;
  return (
    <a href={`${lessonHref({ id, page, search: '' }, language)}#page`} className="continue">
      {messages.continueReading(page, pages)}
    </a>
  );
}
