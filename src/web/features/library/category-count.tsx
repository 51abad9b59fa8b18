import { useI18n } from '../../i18n/i18n-context.ts';
import { countFiles } from './library-api.ts';
import { useQuery } from './use-query.ts';

interface CategoryCountProps {
  categoryId?: string | undefined;
  /** The search whose files are counted; absent while there is nothing to count. */
  search: string | undefined;
}

/** How many files of a search a category has; nothing until it is known. */
export function CategoryCount({ categoryId, search }: CategoryCountProps) {
  const { messages } = useI18n();
  const { data: count } = useQuery(
    countFiles,
    { search: search ?? '', categoryId },
    { skip: search === undefined },
  );
  if (count === undefined) return null;
  return (
    <span className="category-count">
      <span aria-hidden="true">{count}</span>{' '}
      <span className="sr-only">{`(${messages.fileCount(count)})`}</span>
    </span>
  );
}
