import { memo, useState } from 'react';
import { Icon } from '../../components/icon.tsx';
import { OwnerText } from '../../components/owner-text.tsx';
import { ViewLink } from '../../components/view-link.tsx';
import { useI18n } from '../../i18n/i18n-context.ts';
import { useDispatch, useSelector } from '../../page/store-context.ts';
import { viewHref } from '../../page/view.ts';
import { useAskAhead } from './ask-ahead.ts';
import { CategoryCount } from './category-count.tsx';
import { CategorySkeletons } from './category-skeletons.tsx';
import { categoryChosen, filesFilterSlice } from './files-filter-slice.ts';
import { LoadFailure } from './load-failure.tsx';
import { useCategories } from './use-categories.ts';
import { useShownSearch } from './use-shown-search.ts';

/** All categories, then the first five and the chosen one, then the rest behind "Show more". */
export function CategoryList({ showSkeletons = true }: { showSkeletons?: boolean }) {
  const { language, messages } = useI18n();
  const view = useSelector(filesFilterSlice.selectSlice);
  const chosenId = view.categoryId;
  const search = useShownSearch();
  const [moreOpen, setMoreOpen] = useState(false);
  const { first, rest, hasMore, failure, retry, askForRest } = useCategories(chosenId);

  const link = (name: string, id: string | undefined, countedSearch: string | undefined) => (
    <li key={id} className="category">
      <CategoryLink
        id={id}
        name={name}
        href={`${viewHref({ ...view, categoryId: id, page: 1 }, language)}#library`}
        chosen={id === chosenId}
        countedSearch={countedSearch}
      />
    </li>
  );

  if (!first && failure) {
    return <LoadFailure title={messages.errorCategories} failure={failure} onRetry={retry} compact />;
  }
  if (!first) return showSkeletons ? <CategorySkeletons /> : null;
  return (
    <>
      <ul className="grid gap-0.5">
        {link(messages.allCategories, undefined, search)}
        {first.map(({ $id, categoryName }) => link(categoryName, $id, search))}
      </ul>
      {first.length === 0 && <p className="category-note">{messages.noCategories}</p>}
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
          {rest && (
            <ul className="grid gap-0.5">
              {rest.map(({ $id, categoryName }) => link(categoryName, $id, moreOpen ? search : undefined))}
            </ul>
          )}
          {!rest && failure && (
            <LoadFailure title={messages.errorCategories} failure={failure} onRetry={retry} compact />
          )}
          {!rest && !failure && showSkeletons && <CategorySkeletons />}
        </details>
      )}
    </>
  );
}

interface CategoryLinkProps {
  id: string | undefined;
  name: string;
  href: string;
  chosen: boolean;
  /** The search whose files of this category are worth counting; absent while the link is out of sight. */
  countedSearch: string | undefined;
}

/** Drawn anew only when something about it changes: a choice changes two of many. */
const CategoryLink = memo(function CategoryLink({
  id,
  name,
  href,
  chosen,
  countedSearch,
}: CategoryLinkProps) {
  const dispatch = useDispatch();
  const ahead = useAskAhead();
  return (
    <>
      <ViewLink
        href={href}
        aria-current={chosen ? 'true' : undefined}
        className="category-link"
        onExpect={() => ahead.files({ categoryId: id, page: 1 })}
        onFollow={() => dispatch(categoryChosen(id))}
      >
        <OwnerText>{name}</OwnerText>
      </ViewLink>{' '}
      <CategoryCount categoryId={id} search={countedSearch} />
    </>
  );
});
