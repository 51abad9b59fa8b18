import { memo, useState } from 'react';
import { Icon } from '../../components/icon.tsx';
import { OwnerText } from '../../components/owner-text.tsx';
import { useI18n } from '../../i18n/i18n-context.ts';
import { useSelector } from '../../page/store-context.ts';
import { ChangeView } from './change-view.tsx';
import { filesFilterSlice } from './files-filter-slice.ts';
import { countFiles } from './library-api.ts';
import { LoadFailure } from './load-failure.tsx';
import { useCategories } from './use-categories.ts';
import { useFiles } from './use-files.ts';
import { useQuery } from './use-query.ts';

/** All categories, then the first five and the chosen one, then the rest behind "Show more". */
export function CategoryList({ showSkeletons = true }: { showSkeletons?: boolean }) {
  const { messages } = useI18n();
  const { categoryId: chosenId, search: typed, inText } = useSelector(filesFilterSlice.selectSlice);
  const [page] = useFiles().pages;
  // That of the files on the page, which may be another than the one typed; unknown while they load, and where there are none to count.
  const shown = typed === '' ? typed : page && (page.shownFor ?? typed);
  const search = inText ? undefined : shown;
  const [moreOpen, setMoreOpen] = useState(false);
  const { first, rest, hasMore, failure, retry, askForRest } = useCategories(chosenId);

  const link = (name: string, id: string | undefined, countedSearch: string | undefined) => (
    <li key={id} className="category">
      <CategoryLink id={id} name={name} chosen={id === chosenId} countedSearch={countedSearch} />
    </li>
  );

  const instead = failure ? (
    <LoadFailure title={messages.errorCategories} failure={failure} onRetry={retry} compact />
  ) : (
    showSkeletons && <CategorySkeletons />
  );
  if (!first) return instead;
  return (
    <>
      <ul className="grid gap-0.5">
        {link(messages.allCategories, undefined, search)}
        {first.map(({ $id, categoryName }) => link(categoryName, $id, search))}
      </ul>
      {first.length === 0 && <p className="px-[0.9rem] py-[0.6rem] text-muted">{messages.noCategories}</p>}
      {hasMore && rest?.length !== 0 && (
        <details
          className="more"
          onToggle={({ currentTarget: { open } }) => {
            setMoreOpen(open);
            if (open) askForRest();
          }}
        >
          <summary className="more-summary">
            <Icon name="chevron" className="more-chevron size-4" />
            <span className="when-closed">{messages.showMore}</span>{' '}
            <span className="when-open">{messages.showFewer}</span>
          </summary>
          {rest ? (
            <ul className="grid gap-0.5">
              {rest.map(({ $id, categoryName }) => link(categoryName, $id, moreOpen ? search : undefined))}
            </ul>
          ) : (
            instead
          )}
        </details>
      )}
    </>
  );
}

interface CategoryLinkProps {
  id: string | undefined;
  name: string;
  chosen: boolean;
  /** The search whose files of this category are worth counting; absent while the link is out of sight. */
  countedSearch: string | undefined;
}

/** Drawn anew only when something about it changes: a choice changes two of many. The count stands there once it is known. */
const CategoryLink = memo(function CategoryLink({ id, name, chosen, countedSearch }: CategoryLinkProps) {
  const { messages } = useI18n();
  const counted = { search: countedSearch ?? '', categoryId: id };
  const { data: count } = useQuery(countFiles, counted, { skip: countedSearch === undefined });
  return (
    <>
      <ChangeView
        change={{ categoryId: id, page: 1 }}
        likely
        aria-current={chosen ? 'true' : undefined}
        className="category-link"
      >
        <OwnerText>{name}</OwnerText>
      </ChangeView>{' '}
      {count !== undefined && (
        <span className="category-count">
          <span aria-hidden="true">{count}</span>{' '}
          <span className="sr-only">{`(${messages.fileCount(count)})`}</span>
        </span>
      )}
    </>
  );
});

/** Skeletons shown while categories load (docs/rules.md#the-library-on-a-page). */
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
