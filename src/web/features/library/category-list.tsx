import type { Category } from '#contract/rows.ts';
import { useAppDispatch, useAppSelector } from '../../app/store-hooks.ts';
import { Icon } from '../../components/icon.tsx';
import { OwnerText } from '../../components/owner-text.tsx';
import { ViewLink } from '../../components/view-link.tsx';
import { useI18n } from '../../i18n/i18n-context.ts';
import { CategorySkeletons } from './category-skeletons.tsx';
import { categoryChosen } from './files-filter-slice.ts';
import { LoadFailure } from './load-failure.tsx';
import { useCategories } from './use-categories.ts';
import { viewHref } from './view.ts';

/** All categories, then the first five and the chosen one, then the rest behind "Show more". */
export function CategoryList({ showSkeletons = true }: { showSkeletons?: boolean }) {
  const { messages } = useI18n();
  const chosenId = useAppSelector((state) => state.filesFilter.categoryId);
  const { first, rest, hasMore, failure, retry, askForRest } = useCategories(chosenId);

  if (!first && failure) {
    return <LoadFailure title={messages.errorCategories} failure={failure} onRetry={retry} compact />;
  }
  if (!first) return showSkeletons ? <CategorySkeletons /> : null;
  return (
    <>
      <ul className="grid gap-0.5">
        <li>
          <CategoryLink name={messages.allCategories} chosen={chosenId === undefined} />
        </li>
        {first.map((category) => (
          <CategoryItem key={category.$id} category={category} chosen={category.$id === chosenId} />
        ))}
      </ul>
      {first.length === 0 && <p className="category-note">{messages.noCategories}</p>}
      {hasMore && rest?.length !== 0 && (
        <details className="more" onToggle={({ currentTarget }) => currentTarget.open && askForRest()}>
          <summary className="more-summary">
            <Icon name="chevron" className="more-chevron size-4" />
            <span className="when-closed">{messages.showMore}</span>
            <span className="when-open">{messages.showFewer}</span>
          </summary>
          {rest && (
            <ul className="grid gap-0.5">
              {rest.map((category) => (
                <CategoryItem key={category.$id} category={category} chosen={false} />
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

function CategoryItem({ category, chosen }: { category: Category; chosen: boolean }) {
  return (
    <li>
      <CategoryLink id={category.$id} name={category.categoryName} chosen={chosen} />
    </li>
  );
}

function CategoryLink({ id, name, chosen }: { id?: string; name: string; chosen: boolean }) {
  const { language } = useI18n();
  const view = useAppSelector((state) => state.filesFilter);
  const dispatch = useAppDispatch();
  return (
    <ViewLink
      href={`${viewHref({ ...view, categoryId: id, page: 1 }, language)}#library`}
      aria-current={chosen ? 'true' : undefined}
      className="category-link"
      onFollow={() => dispatch(categoryChosen(id))}
    >
      <OwnerText>{name}</OwnerText>
    </ViewLink>
  );
}
