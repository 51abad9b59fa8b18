import { skipToken } from '@reduxjs/toolkit/query/react';
import { memo } from 'react';
import { useSelector } from 'react-redux';
import { categoryNameIn } from '#text/category-names.ts';
import { chooseCoverDesign } from '#web/components/cover-design.ts';
import { Icon } from '#web/components/drawings.tsx';
import { OwnerText } from '#web/components/owner-text.tsx';
import { useI18n } from '#web/i18n/i18n-context.ts';
import type { ShownCategory } from '#web/library/files-page.ts';
import { useCountByCategoryQuery } from '#web/library/library-api.ts';
import { filesFilterSlice } from '#web/library/view-state.ts';
import { ChangeView } from './change-view.tsx';
import { useCategories, useFiles } from './library-hooks.ts';
import { LoadFailure } from './load-failure.tsx';

interface CategoryListProps {
  /** Whether the sheet that contains the list is open; absent if the list is in the column. */
  sheetOpen?: boolean;
}

/** Lists "All categories" and each category. The column shows the first five and the chosen one; "Show more" adds the rest. */
export function CategoryList({ sheetOpen }: CategoryListProps) {
  const { language, messages } = useI18n();
  const { categoryId: chosenId, search: typedSearch, inText } = useSelector(filesFilterSlice.selectSlice);
  const [page] = useFiles().pages;
  // The search whose files are counted: the corrected one if its results are shown. Undefined until the results have loaded.
  const countedSearch = typedSearch === '' ? '' : page && (page.correctedSearch ?? typedSearch);
  const { currentData: counts } = useCountByCategoryQuery(
    inText || countedSearch === undefined ? skipToken : countedSearch,
  );
  const { shownCategories, furtherCategories, allCategories, hasMore, failure, retry, requestFurther } =
    useCategories(sheetOpen);

  const getCount = (id: string | undefined) =>
    counts && (id === undefined ? counts.all : (counts.byCategory[id] ?? 0));
  const renderItem = (name: string, id?: string, cloth?: number) => (
    <li key={id} className="category">
      <CategoryLink
        id={id}
        name={name}
        cloth={cloth}
        isChosen={id === chosenId}
        count={getCount(id)}
        limit={counts?.limit}
      />
    </li>
  );
  const renderCategory = ({ $id, categoryName }: ShownCategory) =>
    renderItem(categoryNameIn(categoryName, language), $id, chooseCoverDesign(categoryName).cloth);

  const fallback = failure ? (
    <LoadFailure title={messages.errorCategories} failure={failure} onRetry={retry} compact />
  ) : (
    sheetOpen !== false && <CategorySkeletons />
  );
  if (!shownCategories) return fallback;
  const isSheet = sheetOpen !== undefined;
  const list = (isSheet && allCategories) || shownCategories;
  return (
    <>
      <ul className="grid gap-0.5">
        {renderItem(messages.allCategories)}
        {list.map(renderCategory)}
      </ul>
      {isSheet && hasMore && !allCategories && fallback}
      {shownCategories.length === 0 && (
        <p className="px-[0.9rem] py-[0.6rem] text-muted">{messages.noCategories}</p>
      )}
      {!isSheet && hasMore && furtherCategories?.length !== 0 && (
        <>
          {/* Before the button, so that the button stays at the end. The stylesheet hides this list while `details` is closed. */}
          <div className="more-rest">
            {furtherCategories ? (
              <ul className="grid gap-0.5">{furtherCategories.map(renderCategory)}</ul>
            ) : (
              fallback
            )}
          </div>
          <details className="more" onToggle={({ currentTarget: { open } }) => open && requestFurther()}>
            <summary className="more-summary">
              <Icon name="chevron" className="more-chevron size-4" />
              <span className="when-closed">{messages.showMore}</span>{' '}
              <span className="when-open">{messages.showFewer}</span>
            </summary>
          </details>
        </>
      )}
    </>
  );
}

interface CategoryLinkProps {
  id: string | undefined;
  name: string;
  /** Color number of the category's book covers; absent for "All categories". */
  cloth: number | undefined;
  isChosen: boolean;
  /** Number of files in the category; absent while unknown. */
  count: number | undefined;
  /** Number at which the backend stopped counting; absent if it counted all files. */
  limit: number | undefined;
}

/** Memoized, because a choice changes only two of many links. */
const CategoryLink = memo(function CategoryLink({
  id,
  name,
  cloth,
  isChosen,
  count,
  limit,
}: CategoryLinkProps) {
  const { messages } = useI18n();
  const atLeast = count !== undefined && limit !== undefined && count >= limit;
  return (
    <>
      <ChangeView
        change={{ categoryId: id, page: 1 }}
        shouldPrefetch
        aria-current={isChosen ? 'true' : undefined}
        className={`category-link${cloth === undefined ? '' : ` cloth-${cloth}`}`}
      >
        <OwnerText>{name}</OwnerText>
      </ChangeView>{' '}
      {count !== undefined && (
        <span className="category-count">
          <span aria-hidden="true">{`${count}${atLeast ? '+' : ''}`}</span>{' '}
          <span className="sr-only">{`(${messages.fileCount(count, atLeast)})`}</span>
        </span>
      )}
    </>
  );
});

/** Widths of the skeletons shown while categories load (docs/rules.md#the-library-on-a-page). */
const skeletonWidths = ['w-3/5', 'w-4/5', 'w-1/2', 'w-2/3'];

function CategorySkeletons() {
  const { messages } = useI18n();
  return (
    <div className="grid gap-0.5" aria-busy="true">
      <span className="sr-only">{messages.loading}</span>
      {skeletonWidths.map((width) => (
        <div
          key={width}
          className="flex h-11 items-center px-3.5"
          data-slot="category-skeleton"
          aria-hidden="true"
        >
          <span className={`skeleton h-4 rounded ${width}`} />
        </div>
      ))}
    </div>
  );
}
