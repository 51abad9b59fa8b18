import type { AnchorHTMLAttributes } from 'react';
import { useSelector } from 'react-redux';
import { type View, viewHref } from '#contract/urls.ts';
import { ViewLink } from '#web/components/view-link.tsx';
import { useI18n } from '#web/i18n/i18n-context.ts';
import { filesFilterSlice, useViewNavigation, type ViewState } from '#web/library/view-state.ts';
import { usePrefetchFiles } from './library-hooks.ts';

interface ChangeViewProps extends AnchorHTMLAttributes<HTMLAnchorElement> {
  /** Differences from the current view. */
  change: Partial<View>;
  /** Whether to prefetch the files of the view, for a link that visitors are likely to follow. */
  shouldPrefetch?: boolean;
}

/** A link to another view of the library. */
export function ChangeView({ change, shouldPrefetch = false, ...attributes }: ChangeViewProps) {
  const { language } = useI18n();
  const { pushView } = useViewNavigation();
  const prefetchFiles = usePrefetchFiles();
  const href = (state: ViewState) =>
    viewHref({ ...filesFilterSlice.selectSlice(state), ...change }, language);
  return (
    <ViewLink
      {...attributes}
      href={`${useSelector(href)}#library`}
      onPrefetch={shouldPrefetch ? () => prefetchFiles(change, language) : undefined}
      onFollow={() => pushView(change)}
    />
  );
}
