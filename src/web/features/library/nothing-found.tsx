import { useI18n } from '../../i18n/i18n-context.ts';
import { useSelector } from '../../page/store-context.ts';
import { defaultView } from '../../page/view.ts';
import { ChangeView } from './change-view.tsx';
import { filesFilterSlice } from './files-filter-slice.ts';
import { countFiles } from './library-api.ts';
import { useCategories } from './use-categories.ts';
import { useQuery } from './use-query.ts';

/** Why there is nothing, and the ways on: the same search everywhere, the nearest title, no search. */
export function NothingFound({ nearest }: { nearest: string | undefined }) {
  const { messages } = useI18n();
  const { search, sortBy, categoryId } = useSelector(filesFilterSlice.selectSlice);
  const { first = [] } = useCategories(categoryId);
  const category = first.find(({ $id }) => $id === categoryId);
  const elsewhere = useQuery(countFiles, { search }, { skip: search === '' || categoryId === undefined });
  const start = { ...defaultView, sortBy };
  if (search === '') return <p className="mt-2 text-center text-muted">{messages.noFilesHint}</p>;
  return (
    <div className="mt-2 flex flex-col items-center text-center wrap-anywhere text-muted">
      <p>{messages.nothingNamed(search, category?.categoryName)}</p>
      {nearest !== undefined && (
        <p className="mt-1 text-ink">
          {messages.didYouMean}{' '}
          <ChangeView to={{ ...start, search: nearest }} className="text-link">
            <bdi>{nearest}</bdi>
          </ChangeView>
        </p>
      )}
      <div className="mt-5 flex flex-wrap justify-center gap-3">
        {elsewhere.data !== undefined && elsewhere.data > 0 && (
          <ChangeView to={{ ...start, search }} className="button button-solid">
            {messages.searchEverywhere(elsewhere.data)}
          </ChangeView>
        )}
        <ChangeView to={{ ...start, categoryId }} className="button button-ghost text-ink">
          {messages.clearSearch}
        </ChangeView>
      </div>
    </div>
  );
}
