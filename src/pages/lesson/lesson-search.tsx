import { defaultLanguage } from '#contract/language.ts';
import { lessonHref, lessonPagePath, textHref } from '#contract/urls.ts';
import { Icon } from '#web/components/drawings.tsx';
import { PageQuote } from '#web/components/owner-text.tsx';
import { useI18n } from '#web/i18n/i18n-context.ts';
import { textMessages } from '#web/i18n/text-messages.ts';
import type { PageHit } from '#web/library/files-page.ts';
import type { LessonHits } from '#web/library/find-in-lesson.ts';
import type { LessonState } from './load.server.ts';
import { lessonMessages } from './messages.ts';

/** The search in this lesson and its results. */
export function LessonSearch({ lesson }: { lesson: LessonState }) {
  const { language, messages } = useI18n(lessonMessages);
  const { view, hits } = lesson;
  return (
    <div className="lesson-search print:hidden">
      {/* biome-ignore lint/a11y/useSemanticElements: <search> is unknown to browsers before 2023. */}
      <form
        role="search"
        aria-label={messages.searchInside}
        action={lessonPagePath(view.id)}
        className="flex gap-2"
      >
        {language !== defaultLanguage && <input type="hidden" name="lang" value={language} />}
        {view.as && <input type="hidden" name="as" value={view.as} />}
        <div className="field min-w-0 flex-[1_1_auto]">
          <Icon name="search" className="size-4.5 text-muted" />
          <input
            type="search"
            name="search"
            defaultValue={view.search}
            dir={view.search === '' ? undefined : 'auto'}
            maxLength={256}
            aria-label={messages.searchInside}
            placeholder={messages.searchInside}
            className="search-input"
          />
        </div>
        <button type="submit" className="button button-ghost px-4">
          {messages.find}
        </button>
      </form>
      {view.search !== '' && hits !== undefined && <Hits lesson={lesson} hits={hits} />}
    </div>
  );
}

/** One part of the list of results, with links to the previous and the next part. */
function Hits({ lesson: { view, unknownVerse }, hits }: { lesson: LessonState; hits: LessonHits | null }) {
  const { language, messages } = useI18n(lessonMessages);
  const href = (page: number) => lessonHref({ ...view, page }, language);
  return (
    <section id="hits" tabIndex={-1} aria-label={messages.hits} className="focus:[outline:none]">
      <p className="mt-3 flex flex-wrap items-baseline justify-between gap-x-4">
        <span role="status" className="text-muted">
          {unknownVerse !== undefined && `${textMessages[language].unknownVerse(unknownVerse)} `}
          {hits ? messages.hitsFound(hits) : messages.noHits}
        </span>{' '}
        <a href={lessonHref({ ...view, search: '' }, language)} className="text-link">
          {messages.endSearch}
        </a>
      </p>
      {hits && (
        <>
          {hits.earlierPage !== undefined && (
            <p className="mt-2">
              <a href={`${href(hits.earlierPage)}#hits`} className="text-link">
                {messages.earlierHits}
              </a>
            </p>
          )}
          <ol start={hits.first} className="ruled mt-2 list-none">
            {hits.hits.map((hit) => (
              <Hit
                key={hit.page}
                hit={hit}
                href={view.as ? textHref({ ...view, page: hit.page }, language) : `${href(hit.page)}#page`}
                isCurrent={hit.page === view.page}
              />
            ))}
          </ol>
          {hits.laterPage !== undefined && (
            <p className="mt-3">
              <a href={`${href(hits.laterPage)}#hits`} className="text-link">
                {messages.laterHits}
              </a>
            </p>
          )}
        </>
      )}
    </section>
  );
}

function Hit({ hit: { page, quote }, href, isCurrent }: { hit: PageHit; href: string; isCurrent: boolean }) {
  const { messages } = useI18n(textMessages);
  return (
    <li className="py-[0.6rem]">
      <a
        href={href}
        aria-current={isCurrent ? 'page' : undefined}
        className="lesson-entry relative -my-[0.6rem] block py-[0.6rem] font-medium"
      >
        {quote ? messages.page(page) : messages.possibleMatch(page)}
      </a>
      {quote && <PageQuote quote={quote} className="text-[0.95rem]" />}
    </li>
  );
}

/** Links to the previous and next result, ordered by the reading direction of the lesson. */
export function HitNavigation({ lesson: { view, hits, direction } }: { lesson: LessonState }) {
  const { language, messages } = useI18n(lessonMessages);
  if (!hits || (hits.current === undefined && hits.previous === undefined && hits.next === undefined))
    return null;
  const renderLink = (page: number | undefined, side: 'previous' | 'next') => {
    const name = <span dir="auto">{side === 'next' ? messages.nextHit : messages.previousHit}</span>;
    const className = `flex items-center gap-1 py-[0.6rem] ${side === 'next' ? 'flex-row-reverse' : ''}`;
    return page === undefined ? (
      <span className={`${className} text-muted`} aria-hidden="true">
        <Icon name={side} className="size-4" /> {name}
      </span>
    ) : (
      <a href={`${lessonHref({ ...view, page }, language)}#page`} className={`${className} text-link`}>
        <Icon name={side} className="size-4" /> {name}
      </a>
    );
  };
  return (
    <nav
      aria-label={messages.hitNavigation}
      dir={direction}
      className="page-nav hit-nav flex flex-wrap items-center justify-between gap-x-4 print:hidden"
    >
      {renderLink(hits.previous, 'previous')}{' '}
      <span dir="auto" className="page-nav-position text-muted">
        {messages.hitOf(hits)}
      </span>{' '}
      {renderLink(hits.next, 'next')}
    </nav>
  );
}
