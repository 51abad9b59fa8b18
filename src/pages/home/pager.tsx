import { Icon } from '#web/components/icon.tsx';
import { useI18n } from '#web/i18n/i18n-context.ts';
import type { ListedFiles } from '#web/library/library-api.ts';
import { clampPage, pagerItems, totalPages } from '#web/library/paging.ts';
import { ChangeView } from './change-view.tsx';

/** First and last page, one either side of the active one, gaps between; previous and next stop at the ends. */
export function Pager({ page: { page, total, itemsPerPage } }: { page: ListedFiles }) {
  const { messages } = useI18n();
  const pages = totalPages(total, itemsPerPage);
  if (pages === 1) return null;

  const link = { likely: true, className: 'page-link' };
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
      <ChangeView {...link} change={{ page: target }} rel={offset < 0 ? 'prev' : 'next'} aria-label={name}>
        {icon}
      </ChangeView>
    );
  };

  return (
    <nav aria-label={messages.pagerLabel}>
      <ul className="flex flex-wrap items-center gap-1">
        <li>{step(-1)}</li>
        {pagerItems(page, pages).map((item) =>
          'page' in item ? (
            <li key={item.page}>
              <ChangeView
                {...link}
                change={{ page: item.page }}
                aria-label={messages.pageNumber(item.page)}
                aria-current={item.page === page ? 'page' : undefined}
              >
                {item.page}
              </ChangeView>
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
