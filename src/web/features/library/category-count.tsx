import { useI18n } from '../../i18n/i18n-context.ts';
import { useCountFilesQuery } from './library-api.ts';
import { useShownSearch } from './use-shown-search.ts';

/** How many files of the current search a category has; nothing until it is known. */
export function CategoryCount({
  categoryId,
  counted,
}: {
  categoryId?: string | undefined;
  counted: boolean;
}) {
  const { messages } = useI18n();
  const search = useShownSearch();
  const { currentData: count } = useCountFilesQuery(
    { search: search ?? '', categoryId },
    { skip: search === undefined || !counted },
  );
  if (count === undefined) return null;
  return (
    <span className="category-count">
      <span aria-hidden="true">{count}</span>
      <span className="sr-only">({messages.fileCount(count)})</span>
    </span>
  );
}
