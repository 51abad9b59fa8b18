import { lessonHref } from '#contract/urls.ts';
import type { TextRange } from '#text/words.ts';
import { BookCover } from '#web/components/book-cover.tsx';
import { langOf, TitleLines, titleLines } from '#web/components/owner-text.tsx';
import { useI18n } from '#web/i18n/i18n-context.ts';
import { isolate } from '#web/i18n/isolate.ts';
import { languageRuns } from '#web/i18n/language-runs.ts';
import type { ShownFile } from '#web/library/shown-rows.ts';
import { fileSize } from '#web/page/file-size.ts';
import { fileTitle } from '#web/page/file-title.ts';
import { usePage } from '#web/page/page-facts.ts';
import { safeHref } from '#web/page/safe-href.ts';

/** More letters than two lines of a narrow card hold. */
const twoLines = 48;

/** A lesson as a book: the title is a link whose area covers the card, and a quiet second one leads to the lesson's own page. */
export function FileCard({ file, marks }: { file: ShownFile; marks?: TextRange[] | undefined }) {
  const { origin } = usePage();
  const { language, messages } = useI18n();
  const title = fileTitle(file.fileName);
  const category = file.category.categoryName;
  const size = fileSize(file.fileSize);
  const href = safeHref(file.url, origin);
  const full = (text: string) => {
    const isFull = text.length > twoLines && languageRuns(text)[0]?.language !== language;
    return (isFull ? ' card-full' : '') + (titleLines(text) ? ' card-lines' : '');
  };
  return (
    <article className="card">
      <BookCover category={category} />
      <div className="flex min-w-0 flex-col">
        <h4 dir="auto" lang={langOf(title, language)} className={`card-title${full(title)}`}>
          {href === undefined ? (
            <TitleLines text={title} ranges={marks} />
          ) : (
            <a href={href} target="_blank" rel="noopener" type="application/pdf" className="card-link">
              <TitleLines text={title} ranges={marks} />
              <span className="sr-only" lang={language}>
                {` – PDF, ${size} (${messages.opensInNewTab})`}
              </span>
            </a>
          )}
        </h4>
        <p className="card-facts mt-auto flex flex-wrap items-center gap-x-3 gap-y-0.5 pt-2 text-sm text-muted">
          <span dir="auto" lang={langOf(category, language)} className={`card-tag${full(category)}`}>
            <TitleLines text={category} />
          </span>{' '}
          <bdi dir="ltr" aria-hidden={href === undefined ? undefined : true} className="card-size">
            PDF · {size}
          </bdi>
          {href === undefined && <span className="basis-full">{messages.linkUnavailable}</span>}{' '}
          <a href={lessonHref({ id: file.$id, page: 1, search: '' }, language)} className="card-details">
            {messages.details}
            <span className="sr-only" lang={langOf(title, language)}>
              {` – ${isolate(title)}`}
            </span>
          </a>
        </p>
      </div>
    </article>
  );
}
