import { Icon } from '../../components/icon.tsx';
import { ViewLink } from '../../components/view-link.tsx';
import { useI18n } from '../../i18n/i18n-context.ts';
import { useDispatch, useSelector } from '../../page/store-context.ts';
import { viewHref } from '../../page/view.ts';
import { useAskAhead } from './ask-ahead.ts';
import { filesFilterSlice, pageSet } from './files-filter-slice.ts';
import { clampPage, pagerItems, totalPages } from './paging.ts';
import type { NumberedPage } from './use-files.ts';

interface PagerProps {
  page: NumberedPage;
  /** Called after the page changed, since the links under the visitor's finger do too. */
  onPage: () => void;
}

/** First and last page, one either side of the active one, gaps between; previous and next stop at the ends. */
export function Pager({ page: { page, total, itemsPerPage }, onPage }: PagerProps) {
  const { language, messages } = useI18n();
  const view = useSelector(filesFilterSlice.selectSlice);
  const dispatch = useDispatch();
  const ahead = useAskAhead();
  const pages = totalPages(total, itemsPerPage);
  if (pages === 1) return null;

  const linkTo = (target: number) => ({
    href: `${viewHref({ ...view, page: target }, language)}#library`,
    onExpect: () => ahead.files({ page: target }),
    onFollow: () => {
      dispatch(pageSet(target));
      onPage();
    },
  });
  const step = (offset: -1 | 1) => {
    const name = offset < 0 ? messages.previousPage : messages.nextPage;
    const icon = <Icon name={offset < 0 ? 'previous' : 'next'} className="size-5" />;
    const target = clampPage(page + offset, total, itemsPerPage);
    return target === page ? (
      // biome-ignore lint/a11y/useValidAnchor: a link that leads nowhere is an anchor without href (ARIA in HTML).
      <a role="link" aria-disabled="true" aria-label={name} className="page-link">
        {icon}
      </a>
    ) : (
      <ViewLink
        {...linkTo(target)}
        rel={offset < 0 ? 'prev' : 'next'}
        aria-label={name}
        className="page-link"
      >
        {icon}
      </ViewLink>
    );
  };

  return (
    <nav aria-label={messages.pagerLabel}>
      <ul className="flex flex-wrap items-center gap-1">
        <li>{step(-1)}</li>
        {pagerItems(page, pages).map((item) =>
          'page' in item ? (
            <li key={item.page}>
              <ViewLink
                {...linkTo(item.page)}
                aria-label={messages.pageNumber(item.page)}
                aria-current={item.page === page ? 'page' : undefined}
                className="page-link"
              >
                {item.page}
              </ViewLink>
            </li>
          ) : (
            <li key={`after-${item.gapAfter}`} aria-hidden="true" className="page-gap">
              …
            </li>
          ),
        )}
        <li>{step(1)}</li>
      </ul>
    </nav>
  );
}
