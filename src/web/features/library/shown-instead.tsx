import { useI18n } from '../../i18n/i18n-context.ts';
import { useSelector } from '../../page/store-context.ts';
import { ChangeView } from './change-view.tsx';
import { filesFilterSlice } from './files-filter-slice.ts';

/** Says that something else is shown than what was typed, and leads back to that. */
export function ShownInstead({ shownFor }: { shownFor: string }) {
  const { messages } = useI18n();
  const { search, sortBy, categoryId } = useSelector(filesFilterSlice.selectSlice);
  return (
    <p className="shown-instead">
      {messages.shownInstead(search, shownFor)}{' '}
      <ChangeView to={{ search, sortBy, categoryId, page: 1, exact: true }} className="text-link">
        {messages.searchExactly(search)}
      </ChangeView>
    </p>
  );
}
