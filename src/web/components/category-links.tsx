import { categoryZipHref, followHref, posterHref } from '#contract/urls.ts';
import { useI18n } from '../i18n/i18n-context.ts';
import { formatFileSize } from '../page/file-facts.ts';

interface CategoryLinksProps {
  categoryId: string;
  /** Size of the category's archive in bytes; null if it has none, undefined while unknown. */
  zipBytes: number | null | undefined;
}

/** Links to the feed, the poster and the archive of a category. */
export function CategoryLinks({ categoryId, zipBytes }: CategoryLinksProps) {
  const { language, messages } = useI18n();
  return (
    <p className="flex flex-wrap gap-x-6 print:hidden">
      <a href={followHref(language, categoryId)} className="text-link">
        {messages.follow}
      </a>
      <a href={posterHref({ kind: 'category', id: categoryId }, language)} className="text-link">
        {messages.posterOfCategory}
      </a>
      {zipBytes !== null && (
        <a href={categoryZipHref(categoryId, language)} download className="text-link">
          {messages.zip}{' '}
          {zipBytes !== undefined && (
            // An inline block, so that it wraps to the next line as one piece.
            <bdi dir="ltr" className="inline-block underline underline-offset-[0.2em]">
              (ZIP · {formatFileSize(zipBytes)})
            </bdi>
          )}
        </a>
      )}
    </p>
  );
}
