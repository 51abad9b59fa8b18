import { useState } from 'react';
import { useDispatch, useSelector } from 'react-redux';
import type { Category } from '#contract/rows.ts';
import { Icon } from '../../components/icon.tsx';
import { OwnerText } from '../../components/owner-text.tsx';
import { ViewLink } from '../../components/view-link.tsx';
import { useI18n } from '../../i18n/i18n-context.ts';
import { viewHref } from '../../page/view.ts';
import { CategoryCount } from './category-count.tsx';
import { CategorySkeletons } from './category-skeletons.tsx';
import { categoryChosen, filesFilterSlice } from './files-filter-slice.ts';
import { LoadFailure } from './load-failure.tsx';
import { useCategories } from './use-categories.ts';

/** All categories, then the first five and the chosen one, then the rest behind "Show more". */
export function CategoryList({ showSkeletons = true }: { showSkeletons?: boolean }) {
  const { messages } = useI18n();
  const chosenId = useSelector(filesFilterSlice.selectSlice).categoryId;
  const [moreOpen, setMoreOpen] = useState(false);
  const { first, rest, hasMore, failure, retry, askForRest } = useCategories(chosenId);

  if (!first && failure) {
    return <LoadFailure title={messages.errorCategories} failure={failure} onRetry={retry} compact />;
  }
  if (!first) return showSkeletons ? <CategorySkeletons /> : null;
  return (
    <>
      <ul className="grid gap-0.5">
        <li className="category">
          <CategoryLink name={messages.allCategories} chosen={chosenId === undefined} counted />
        </li>
        {first.map((category) => (
          <CategoryItem key={category.$id} category={category} chosen={category.$id === chosenId} counted />
        ))}
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
            <span className="when-closed">{messages.showMore}</span>
            <span className="when-open">{messages.showFewer}</span>
          </summary>
          {rest && (
            <ul className="grid gap-0.5">
              {rest.map((category) => (
                <CategoryItem key={category.$id} category={category} chosen={false} counted={moreOpen} />
              ))}
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

interface CategoryItemProps {
  category: Category;
  chosen: boolean;
  counted: boolean;
}

function CategoryItem({ category, ...marks }: CategoryItemProps) {
  return (
    <li className="category">
      <CategoryLink id={category.$id} name={category.categoryName} {...marks} />
    </li>
  );
}

interface CategoryLinkProps {
  id?: string;
  name: string;
  chosen: boolean;
  /** Whether it is in sight, so that its files are worth counting. */
  counted: boolean;
}

function CategoryLink({ id, name, chosen, counted }: CategoryLinkProps) {
  const { language } = useI18n();
  const view = useSelector(filesFilterSlice.selectSlice);
  const dispatch = useDispatch();
  return (
    <>
      <ViewLink
        href={`${viewHref({ ...view, categoryId: id, page: 1 }, language)}#library`}
        aria-current={chosen ? 'true' : undefined}
        className="category-link"
        onFollow={() => dispatch(categoryChosen(id))}
      >
        <OwnerText>{name}</OwnerText>
      </ViewLink>
      <CategoryCount categoryId={id} counted={counted} />
    </>
  );
}
