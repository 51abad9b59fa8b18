import type { AnchorHTMLAttributes } from 'react';
import { type View, viewHref } from '#contract/urls.ts';
import { ViewLink } from '../../components/view-link.tsx';
import { useI18n } from '../../i18n/i18n-context.ts';
import { useDispatch, useSelector } from '../../page/store-context.ts';
import { type FilesFilterState, filesFilterSlice, viewChanged, viewExpected } from './files-filter-slice.ts';

interface ChangeViewProps extends AnchorHTMLAttributes<HTMLAnchorElement> {
  /** In what it differs from the view that is shown. */
  change: Partial<View>;
  /** Its files are asked for as soon as the link is likely to be followed. */
  likely?: boolean;
}

/** A link to another view of the library. */
export function ChangeView({ change, likely = false, ...attributes }: ChangeViewProps) {
  const { language } = useI18n();
  const dispatch = useDispatch();
  const view = (state: Record<typeof filesFilterSlice.name, FilesFilterState>) =>
    viewHref({ ...filesFilterSlice.selectSlice(state), ...change }, language);
  return (
    <ViewLink
      {...attributes}
      href={`${useSelector(view)}#library`}
      onExpect={likely ? () => dispatch(viewExpected(change)) : undefined}
      onFollow={() => dispatch(viewChanged(change))}
    />
  );
}
