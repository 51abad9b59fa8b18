import { useLayoutEffect } from 'react';
import { useDispatch, useSelector } from 'react-redux';
import { Icon } from '#web/components/icon.tsx';
import { OwnerText } from '#web/components/owner-text.tsx';
import { Sheet, useSheetOpen } from '#web/components/sheet.tsx';
import { useI18n } from '#web/i18n/i18n-context.ts';
import { pageSizes } from '#web/library/library-filters.ts';
import { filesFilterSlice, screenMeasured, useNavigate } from '#web/library/view-state.ts';
import { usePage } from '#web/page/page-facts.ts';
import { useDocumentTitle } from '#web/page/use-document-title.ts';
import { CategoryList } from './category-list.tsx';
import { ChangeView } from './change-view.tsx';
import { Files } from './files.tsx';
import { categorySheet, FilterForm } from './filter-form.tsx';
import { useCategories } from './library-hooks.ts';
import { libraryTitle } from './library-title.ts';

/** Extra-large begins at 1280 px (docs/rules.md#the-library-on-a-page), in rem so that it grows with the visitor's text. */
const extraLarge = '(min-width: 80rem)';

/** Sets how many files fit this screen, before the first paint after hydration and on each change. */
function usePageSize(): void {
  const dispatch = useDispatch();
  const { correct } = useNavigate();
  useLayoutEffect(() => {
    const media = window.matchMedia(extraLarge);
    const measure = () => {
      dispatch(screenMeasured(media.matches ? pageSizes.extraLarge : pageSizes.regular));
      // The server shows the last page instead of one past the end.
      correct({});
    };
    measure();
    media.addEventListener('change', measure);
    return () => media.removeEventListener('change', measure);
  }, [dispatch, correct]);
}

/** Keeps the browser's title in step with the view; a component, so that a new view draws no more than what shows it. */
function LibraryTitle() {
  const { site } = usePage();
  const { language } = useI18n();
  const view = useSelector(filesFilterSlice.selectSlice);
  const { first } = useCategories(view.categoryId);
  useDocumentTitle(libraryTitle(site, language, view, first));
  return null;
}

/** The library: categories, a divider and the files on large screens; the files alone on smaller ones. */
export function Library() {
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
            <h3 id="categories-title" className="mb-[0.6rem] px-[0.9rem] text-sm font-semibold text-muted">
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
        </div>
      </div>
      <CategorySheet />
    </section>
  );
}

/** The chosen category above its files; the link shows all again. */
function ChosenCategory() {
  const { messages } = useI18n();
  const { categoryId } = useSelector(filesFilterSlice.selectSlice);
  const { first } = useCategories(categoryId);
  const chosen = first?.find(({ $id }) => $id === categoryId);
  if (!chosen) return null;
  return (
    <ChangeView change={{ categoryId: undefined, page: 1 }} className="chosen-category">
      <OwnerText>{chosen.categoryName}</OwnerText>
      <span className="sr-only">{` – ${messages.removeCategory}`}</span>
      <Icon name="close" className="size-4.5" />
    </ChangeView>
  );
}

function CategorySheet() {
  const { messages } = useI18n();
  const open = useSheetOpen(categorySheet);
  return (
    <Sheet
      id={categorySheet}
      title={messages.categoriesTitle}
      description={messages.categoriesDescription}
      closeLabel={messages.categoriesClose}
      closeWhen="(min-width: 64rem)"
    >
      <nav aria-labelledby={`${categorySheet}-title`}>
        <CategoryList showSkeletons={open} />
      </nav>
    </Sheet>
  );
}
