import { type MouseEvent, type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { Drawing, Icon } from '#web/components/drawings.tsx';
import { useI18n } from '#web/i18n/i18n-context.ts';
import { textMessages } from '#web/i18n/text-messages.ts';
import { clampPage, computeRange, countPages, listPagerItems } from '#web/library/files-page.ts';
import type { ListedFiles } from '#web/library/library-api.ts';
import { useViewNavigation } from '#web/library/view-state.ts';
import { ChangeView } from './change-view.tsx';
import { FileGrid, FileSkeletons, ForEachSize } from './file-grid.tsx';
import { useFiles } from './library-hooks.ts';
import { LoadFailure } from './load-failure.tsx';
import { CorrectionNotice, NothingFound, TextHitsSection } from './search-results.tsx';

/** Delay before skeletons appear; with a faster response they would only flicker. */
const SKELETON_DELAY_MS = 300;

/** The files of the current view, or a notice: loading, nothing found, failed. */
export function Files() {
  const { language, messages } = useI18n();
  const { pages, previousPages, failure, isFetching, retry } = useFiles();
  const box = useRef<HTMLDivElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  usePageCorrection(pages);
  useFocusRecovery(box, heading);

  // Shows the previous list for a moment while loading, so that a fast response changes only the cards.
  const isLoading = pages.length === 0 && failure === undefined;
  const isSlow = useDelayed(isLoading, SKELETON_DELAY_MS);
  const visiblePages = isLoading && !isSlow ? previousPages : pages;
  const showSkeletons = isLoading && visiblePages.length === 0;
  const isEmpty = visiblePages.length > 0 && visiblePages.every(({ total }) => total === 0);

  const { search = '', correctedSearch, texts, unknownVerse } = visiblePages[0] ?? {};
  // A link that replaces the list may itself disappear, so the focus moves to the heading.
  const onClick = ({ defaultPrevented }: MouseEvent) => {
    if (!defaultPrevented) return;
    heading.current?.focus({ preventScroll: true });
    heading.current?.scrollIntoView();
  };
  const hits = texts && <TextHitsSection hits={texts} />;

  return (
    // biome-ignore lint/a11y: the element handles clicks on the links inside it.
    <div ref={box} aria-busy={isLoading || isFetching} onClick={onClick}>
      <h3 ref={heading} tabIndex={-1} className="results-heading">
        <span className="sr-only">{messages.filesHeading}</span>
      </h3>
      {correctedSearch !== undefined && (
        <CorrectionNotice search={search} correctedSearch={correctedSearch} />
      )}
      {failure && <LoadFailure title={messages.errorFiles} failure={failure} onRetry={retry} />}
      {showSkeletons && <FileSkeletons />}
      {unknownVerse !== undefined && (
        <p className="mb-4 text-muted">{textMessages[language].unknownVerse(unknownVerse)}</p>
      )}
      {isEmpty && hits}
      {isEmpty && (
        <div className="state" aria-hidden="true">
          <Drawing name="shelf" className="mb-4 h-24 w-40 text-brass" />
        </div>
      )}
      {visiblePages.length > 0 && !isEmpty && !texts?.isFullList && <FileGrid pages={visiblePages} />}
      {texts?.isFullList && hits}
      <div className={isEmpty ? 'text-center' : 'files-footer'}>
        <FilesStatus
          pages={failure || showSkeletons ? [] : visiblePages}
          className={isEmpty ? 'display text-2xl' : 'text-muted'}
        />
        {!isEmpty && (
          <ForEachSize
            pages={visiblePages}
            getKey={({ page, total, itemsPerPage }) => `${page}/${countPages(total, itemsPerPage)}`}
          >
            {(page) => <Pager page={page} />}
          </ForEachSize>
        )}
      </div>
      {!isEmpty && !texts?.isFullList && hits}
      {isEmpty && <NothingFound page={visiblePages[0]} />}
    </div>
  );
}

/**
 * The range summary, or the message that nothing was found. The status region is always present, so that screen
 * readers announce its new text after each choice (WCAG 4.1.3).
 */
function FilesStatus({ pages, className }: { pages: ListedFiles[]; className: string }) {
  const { language, messages } = useI18n();
  const { search = '', correctedSearch, texts } = pages[0] ?? {};
  const summarize = ({ page, itemsPerPage, rows, total, atLeast = false }: ListedFiles) => {
    if (total === 0) return messages.noFiles;
    return texts?.isFullList
      ? ''
      : messages.range({ ...computeRange(page, itemsPerPage, rows.length), total, atLeast });
  };
  return (
    <div role="status" className={className}>
      {correctedSearch !== undefined && (
        <span className="sr-only">{messages.shownInstead(search, correctedSearch)} </span>
      )}
      <ForEachSize pages={pages} getKey={summarize}>
        {summarize}
      </ForEachSize>
      {texts && <span className="sr-only"> {textMessages[language].status(texts)}</span>}
    </div>
  );
}

/** Goes to the last page if the current one is past the end, for example after lessons were removed. */
function usePageCorrection(pages: ListedFiles[]): void {
  const { replaceView } = useViewNavigation();
  const [currentPage, otherSize] = pages;
  const lastPage =
    currentPage && !otherSize
      ? clampPage(currentPage.page, currentPage.total, currentPage.itemsPerPage)
      : undefined;
  const isPastEnd = lastPage !== undefined && lastPage !== currentPage?.page;
  useEffect(() => {
    if (isPastEnd) replaceView({ page: lastPage });
  }, [replaceView, isPastEnd, lastPage]);
}

/** Moves the focus to the heading if the focused card or button was removed, because the focus would be lost (WCAG 2.4.3). */
function useFocusRecovery(box: RefObject<HTMLElement | null>, heading: RefObject<HTMLElement | null>): void {
  const hadFocus = box.current?.contains(document.activeElement);
  useLayoutEffect(() => {
    if (hadFocus && document.activeElement === document.body) heading.current?.focus({ preventScroll: true });
  });
}

/** Returns true once `value` has been true for `milliseconds`, and false as soon as `value` is false. */
function useDelayed(value: boolean, milliseconds: number): boolean {
  const [hasPassed, setPassed] = useState(false);
  useEffect(() => {
    if (!value) return;
    const timer = setTimeout(() => setPassed(true), milliseconds);
    return () => {
      clearTimeout(timer);
      setPassed(false);
    };
  }, [value, milliseconds]);
  return value && hasPassed;
}

/** Links to the first, previous, current, next and last page, with gaps for skipped pages. */
function Pager({ page: { page, total, itemsPerPage } }: { page: ListedFiles }) {
  const { messages } = useI18n();
  const pages = countPages(total, itemsPerPage);
  if (pages === 1) return null;

  const linkProps = { shouldPrefetch: true, className: 'page-link' };
  const renderStep = (offset: -1 | 1) => {
    const name = offset < 0 ? messages.previousPage : messages.nextPage;
    const icon = <Icon name={offset < 0 ? 'previous' : 'next'} className="size-5" />;
    const target = clampPage(page + offset, total, itemsPerPage);
    return target === page ? (
      // biome-ignore lint/a11y/useValidAnchor: a disabled link is an anchor without href (ARIA in HTML).
      <a role="link" aria-disabled="true" aria-label={name} className="page-link">
        {icon}
      </a>
    ) : (
      <ChangeView
        {...linkProps}
        change={{ page: target }}
        rel={offset < 0 ? 'prev' : 'next'}
        aria-label={name}
      >
        {icon}
      </ChangeView>
    );
  };

  return (
    <nav aria-label={messages.pagerLabel}>
      <ul className="flex flex-wrap items-center justify-center sm:gap-1">
        <li>{renderStep(-1)}</li>
        {listPagerItems(page, pages).map((item) =>
          'page' in item ? (
            <li key={item.page}>
              <ChangeView
                {...linkProps}
                change={{ page: item.page }}
                aria-label={messages.pageNumber(item.page)}
                aria-current={item.page === page ? 'page' : undefined}
              >
                {item.page}
              </ChangeView>
            </li>
          ) : (
            <li key={`after-${item.gapAfter}`} aria-hidden="true" className="page-gap">
              …
            </li>
          ),
        )}
        <li>{renderStep(1)}</li>
      </ul>
    </nav>
  );
}
