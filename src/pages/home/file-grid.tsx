import { Fragment, memo, type ReactNode } from 'react';
import { isolate } from '#contract/language.ts';
import { lessonHref } from '#contract/urls.ts';
import { categoryNameIn, nameHalves } from '#text/category-names.ts';
import { languageRuns } from '#text/language-runs.ts';
import type { TextRange } from '#text/words.ts';
import { BookCover } from '#web/components/book-cover.tsx';
import { getLang, TitleLines } from '#web/components/owner-text.tsx';
import { formatDates } from '#web/i18n/dates.ts';
import { useI18n } from '#web/i18n/i18n-context.ts';
import { listForBothSizes, type PageSize, pageSizes, type ShownFile } from '#web/library/files-page.ts';
import type { ListedFiles } from '#web/library/library-api.ts';
import { fileTitle, formatFileSize, toSafeHref } from '#web/page/file-facts.ts';
import { usePage } from '#web/page/page-facts.ts';

/** Number of skeletons shown while files load (docs/rules.md#the-library-on-a-page). */
const SKELETON_COUNT = 6;

const gridClasses = 'grid grid-cols-1 gap-4.5 md:grid-cols-2 xl:grid-cols-3';

/** Memoized, so that the cards do not render again while the response to a choice is pending. */
export const FileGrid = memo(function FileGrid({ pages }: { pages: ListedFiles[] }) {
  const [first, second = first] = pages;
  const cards = first && second ? listForBothSizes(first, second) : [];
  const marks = Object.assign({}, ...pages.map((page) => page.marks)) as Record<string, TextRange[]>;
  return (
    // biome-ignore lint/a11y/noRedundantRoles: Safari does not announce a list without bullets as a list.
    <ul role="list" className={gridClasses}>
      {cards.map(({ file, onlySize }) => (
        <li key={file.$id} className={getSizeClass(onlySize)}>
          <FileCard file={file} marks={marks[file.$id]} />
        </li>
      ))}
    </ul>
  );
});

/** Placeholders for cards that are loading. */
export function FileSkeletons() {
  const { messages } = useI18n();
  return (
    <div className={gridClasses}>
      <span className="sr-only">{messages.loading}</span>
      {Array.from({ length: SKELETON_COUNT }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the skeletons are identical and never move.
        <div key={index} className="card" data-slot="file-skeleton" aria-hidden="true">
          <span className="cover skeleton" />
          <div className="flex flex-col">
            <span className="skeleton mt-1 h-4 w-11/12 rounded" />
            <span className="skeleton mt-2.5 h-4 w-3/5 rounded" />
            <span className="skeleton mt-auto h-3 w-2/5 rounded" />
          </div>
        </div>
      ))}
    </div>
  );
}

/** Number of letters that always fit on two lines of a narrow card. */
const MAX_TWO_LINE_LETTERS = 40;

/** A lesson's card. The title's link covers the whole card and opens the PDF; a second link leads to the lesson's page. */
function FileCard({ file, marks }: { file: ShownFile; marks?: TextRange[] | undefined }) {
  const { origin } = usePage();
  const { language, messages } = useI18n();
  const title = fileTitle(file.fileName);
  const { categoryName } = file.category;
  const category = categoryNameIn(categoryName, language);
  const size = formatFileSize(file.fileSize);
  const href = toSafeHref(file.url, origin);
  const getLineClasses = (text: string) => {
    if (nameHalves(text)) return ' card-lines';
    const isFull = text.length > MAX_TWO_LINE_LETTERS && languageRuns(text)[0]?.language !== language;
    return isFull ? ' card-full' : '';
  };
  return (
    <article className="card">
      <BookCover category={categoryName} title={title} />
      <div className="flex min-w-0 flex-col">
        <h4 dir="auto" lang={getLang(title, language)} className={`card-title${getLineClasses(title)}`}>
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
        <p className="card-facts mt-auto flex flex-wrap items-center gap-x-2 gap-y-0.5 pt-2 text-sm text-muted">
          <span
            dir="auto"
            lang={getLang(category, language)}
            className={`card-tag${getLineClasses(category)}`}
          >
            <TitleLines text={category} />
          </span>{' '}
          {file.$createdAt !== undefined && <LessonDate iso={file.$createdAt} />}
          <bdi dir="ltr" aria-hidden={href === undefined ? undefined : true} className="card-size">
            {`PDF · ${size}`}
          </bdi>
          {href === undefined && <span className="basis-full">{messages.linkUnavailable}</span>}{' '}
          <a href={lessonHref({ id: file.$id, page: 1, search: '' }, language)} className="card-details">
            {messages.details}
            <span className="sr-only" lang={getLang(title, language)}>
              {` – ${isolate(title)}`}
            </span>
          </a>
        </p>
      </div>
    </article>
  );
}

/** The day on which a lesson was added, in both calendars. The stylesheet shows the second date only in the hero of wide screens. */
export function LessonDate({ iso }: { iso: string }) {
  const { language } = useI18n();
  const { hijriOffset = 0 } = usePage();
  const dates = formatDates(iso, language, hijriOffset);
  if (!dates) return null;
  // A browser may format the dates differently from the server.
  return (
    <time dateTime={iso} className="lesson-date">
      <span suppressHydrationWarning>{dates[0]}</span> <span suppressHydrationWarning>{dates[1]}</span>
    </time>
  );
}

/** Returns the class that shows an element only on screens of one page size; empty for both sizes. */
function getSizeClass(onlySize: PageSize | undefined): string {
  if (onlySize === undefined) return '';
  return onlySize === pageSizes.extraLarge ? 'max-xl:hidden' : 'xl:hidden';
}

interface ForEachSizeProps {
  pages: ListedFiles[];
  /** Returns a key of everything that the rendering depends on. Pages with the same key are rendered once. */
  getKey: (page: ListedFiles) => string;
  children: (page: ListedFiles) => ReactNode;
}

/** Renders the children once for each page size; the stylesheet shows those for the visitor's screen. */
export function ForEachSize({ pages, getKey, children }: ForEachSizeProps) {
  const [first] = pages;
  if (first && new Set(pages.map(getKey)).size === 1) return <Fragment>{children(first)}</Fragment>;
  return pages.map((page) => (
    <div key={page.itemsPerPage} className={getSizeClass(page.itemsPerPage)}>
      {children(page)}
    </div>
  ));
}
