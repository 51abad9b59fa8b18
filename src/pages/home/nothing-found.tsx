import { skipToken } from '@reduxjs/toolkit/query/react';
import { useSelector } from 'react-redux';
import { defaultView } from '#contract/urls.ts';
import { categoryNameIn } from '#text/category-names.ts';
import { OwnerText } from '#web/components/owner-text.tsx';
import { useI18n } from '#web/i18n/i18n-context.ts';
import type { FilesPage } from '#web/library/files-page.ts';
import { useCountByCategoryQuery } from '#web/library/library-api.ts';
import { filesFilterSlice } from '#web/library/view-state.ts';
import { ChangeView } from './change-view.tsx';
import { useCategories } from './library-hooks.ts';

/** Explains why nothing was found, with the next steps: the same search in all categories, the nearest title, no search. */
export function NothingFound({
  found: { nearest, inNoText } = {},
}: {
  found: Pick<FilesPage, 'nearest' | 'inNoText'> | undefined;
}) {
  const { language, messages } = useI18n();
  const { search, sortBy, categoryId } = useSelector(filesFilterSlice.selectSlice);
  const { first = [] } = useCategories(categoryId);
  const category = first.find(({ $id }) => $id === categoryId);
  const isElsewhere = search !== '' && categoryId !== undefined;
  const { currentData: counts } = useCountByCategoryQuery(isElsewhere ? search : skipToken);
  const start = { ...defaultView, sortBy };
  if (search === '') return <p className="mt-2 text-center text-muted">{messages.noFilesHint}</p>;
  return (
    <div className="mt-2 flex flex-col items-center text-center wrap-anywhere text-muted">
      <p>
        {messages[inNoText ? 'nothingFound' : 'nothingNamed'](
          search,
          category && categoryNameIn(category.categoryName, language),
        )}
      </p>
      {nearest !== undefined && (
        <p className="mt-1 text-ink">
          {messages.didYouMean}{' '}
          <ChangeView change={{ ...start, search: nearest }} className="text-link">
            <OwnerText>{nearest}</OwnerText>
          </ChangeView>
        </p>
      )}
      <div className="mt-5 flex flex-wrap justify-center gap-3">
        {counts !== undefined && counts.all > 0 && (
          <ChangeView change={{ ...start, search }} className="button button-solid">
            {messages.searchEverywhere(counts.all)}
          </ChangeView>
        )}
        <ChangeView change={{ ...start, categoryId }} className="button button-ghost text-ink">
          {messages.clearSearch}
        </ChangeView>
      </div>
    </div>
  );
}

/** Explains that results of a corrected search are shown, with a link to the search as typed. */
export function ShownInstead({ search, shownFor }: { search: string; shownFor: string }) {
  const { messages } = useI18n();
  return (
    <p className="mb-5 rounded-xl bg-pine-soft px-4 py-3">
      {messages.shownInstead(search, shownFor)}{' '}
      <ChangeView change={{ exact: true, page: 1 }} className="text-link">
        {messages.searchExactly(search)}
      </ChangeView>
    </p>
  );
}
