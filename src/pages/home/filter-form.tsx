import { type FormEvent, useEffect, useRef } from 'react';
import { useSelector } from 'react-redux';
import { defaultLanguage } from '#contract/language.ts';
import { libraryHref, parseView, type SortOption, sortOptions } from '#contract/urls.ts';
import { Icon } from '#web/components/drawings.tsx';
import { SheetButton } from '#web/components/sheet.tsx';
import { useI18n } from '#web/i18n/i18n-context.ts';
import { filesFilterSlice, useViewNavigation } from '#web/library/view-state.ts';

/** Id of the category sheet, which replaces the category column on narrow screens. */
export const categorySheetId = 'category-sheet';
const resetFormId = 'reset-filters';

/** Returns the `dir` of a search box. An empty box follows the page, to align the placeholder (docs/rules.md#owners-texts). */
const getTextDirection = (text: string) => (text === '' ? undefined : 'auto');

// Sets the DOM property, because React does not render an uncontrolled box when the visitor types.
function setDirection(box: HTMLInputElement): void {
  box.dir = getTextDirection(box.value) ?? '';
}

/** Search and sort controls, applied when the visitor submits them. Without scripts, this is an ordinary GET form. */
export function FilterForm() {
  const { language, messages } = useI18n();
  const { search, sortBy, categoryId } = useSelector(filesFilterSlice.selectSlice);
  const { pushView } = useViewNavigation();
  const form = useRef<HTMLFormElement>(null);
  const searchInput = useRef<HTMLInputElement>(null);
  const sortSelect = useRef<HTMLSelectElement>(null);

  const showView = (view: { search: string; sortBy: SortOption }) => {
    if (searchInput.current) {
      searchInput.current.value = view.search;
      setDirection(searchInput.current);
    }
    if (sortSelect.current) sortSelect.current.value = view.sortBy;
  };
  // The inputs are uncontrolled: they follow the view when it changes, but not while the visitor types.
  const lastView = useRef({ search, sortBy });
  useEffect(() => {
    if (lastView.current.search === search && lastView.current.sortBy === sortBy) return;
    lastView.current = { search, sortBy };
    showView(lastView.current);
  });

  /** Goes to the address to which the browser would submit the form. */
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    const fields = [...new FormData(event.currentTarget)] as [string, string][];
    const view = parseView(new URLSearchParams(fields));
    showView(view);
    pushView(view);
    // Scrolls the form to the top of the screen, so that the results below it are visible.
    form.current?.scrollIntoView();
    // Last, so that the browser submits the form if the code above throws.
    event.preventDefault();
  };
  const languageField = language !== defaultLanguage && <input type="hidden" name="lang" value={language} />;
  return (
    <>
      {/* biome-ignore lint/a11y/useSemanticElements: <search> is unknown to browsers before 2023. */}
      <form
        ref={form}
        role="search"
        aria-label={messages.filterLabel}
        action={libraryHref}
        className="filter-form"
        onSubmit={onSubmit}
      >
        {languageField}
        {categoryId !== undefined && <input type="hidden" name="category" value={categoryId} />}
        <div className="search-field field min-w-0 flex-[1_1_100%] xl:flex-[1_1_12rem]">
          <Icon name="search" className="size-4.5 text-muted" />
          <label htmlFor="search" className="sr-only">
            {messages.searchLabel}
          </label>
          <input
            ref={searchInput}
            id="search"
            type="search"
            name="search"
            enterKeyHint="search"
            autoComplete="off"
            maxLength={256}
            placeholder={messages.searchPlaceholder}
            defaultValue={search}
            dir={getTextDirection(search)}
            onInput={({ currentTarget }) => setDirection(currentTarget)}
            className="search-input"
          />
        </div>
        <div className="field min-w-0 flex-[1_1_100%] md:basis-48 xl:flex-[0_1_auto]">
          <label htmlFor="sort" className="text-muted">
            {messages.sortBy}
          </label>
          <select ref={sortSelect} id="sort" name="sort" defaultValue={sortBy} className="field-select">
            {sortOptions.map((option) => (
              <option key={option} value={option}>
                {messages[option]}
              </option>
            ))}
          </select>
          <Icon name="chevron" className="field-chevron size-4" />
        </div>
        <SheetButton
          sheet={categorySheetId}
          command="show-modal"
          className="button button-ghost js-only filter-category lg:hidden"
        >
          <Icon name="filter" className="size-4.5 max-sm:hidden" />
          {messages.selectCategory}
        </SheetButton>{' '}
        <button type="submit" className="button button-solid" title={messages.applyTitle}>
          {messages.apply}
        </button>{' '}
        <button type="submit" form={resetFormId} className="button button-ghost" title={messages.resetTitle}>
          {messages.reset}
        </button>
      </form>
      <form id={resetFormId} action={libraryHref} onSubmit={onSubmit}>
        {languageField}
      </form>
    </>
  );
}
