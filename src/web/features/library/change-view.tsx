import type { ReactNode } from 'react';
import { ViewLink } from '../../components/view-link.tsx';
import { useI18n } from '../../i18n/i18n-context.ts';
import { useDispatch } from '../../page/store-context.ts';
import { type View, viewHref } from '../../page/view.ts';
import { viewChosen } from './files-filter-slice.ts';

interface ChangeViewProps {
  to: View;
  className: string;
  children: ReactNode;
}

/** A link to another view of the library. */
export function ChangeView({ to, className, children }: ChangeViewProps) {
  const { language } = useI18n();
  const dispatch = useDispatch();
  return (
    <ViewLink
      href={`${viewHref(to, language)}#library`}
      className={className}
      onFollow={() => dispatch(viewChosen(to))}
    >
      {children}
    </ViewLink>
  );
}
