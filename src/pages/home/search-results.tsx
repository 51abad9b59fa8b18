import { skipToken } from '@reduxjs/toolkit/query/react';
import { useSelector } from 'react-redux';
import { defaultView, lessonHref } from '#contract/urls.ts';
import { categoryNameIn } from '#text/category-names.ts';
import { getLang, OwnerText, PageQuote, TitleLines } from '#web/components/owner-text.tsx';
import { useI18n } from '#web/i18n/i18n-context.ts';
import { textMessages } from '#web/i18n/text-messages.ts';
import type { FilesPage, LessonHit, PageHit, TextHits } from '#web/library/files-page.ts';
import { useCountByCategoryQuery } from '#web/library/library-api.ts';
import { filesFilterSlice } from '#web/library/view-state.ts';
import { fileTitle } from '#web/page/file-facts.ts';
import { ChangeView } from './change-view.tsx';
import { useChosenCategory } from './library-hooks.ts';

/** Explains that nothing was found and offers links: the nearest title, a search in all categories, and clearing the search. */
export function NothingFound({
  page: { nearestTitle, noTextMatches } = {},
}: {
  page: Pick<FilesPage, 'nearestTitle' | 'noTextMatches'> | undefined;
}) {
  const { language, messages } = useI18n();
  const { search, sortBy, categoryId } = useSelector(filesFilterSlice.selectSlice);
  const category = useChosenCategory();
  const isInCategory = search !== '' && categoryId !== undefined;
  const { currentData: counts } = useCountByCategoryQuery(isInCategory ? search : skipToken);
  const baseView = { ...defaultView, sortBy };
  if (search === '' && categoryId === undefined) return null;
  if (search === '') return <p className="mt-2 text-center text-muted">{messages.noFilesHint}</p>;
  return (
    <div className="mt-2 flex flex-col items-center text-center wrap-anywhere text-muted">
      <p>
        {messages[noTextMatches ? 'noMatch' : 'noTitleMatch'](
          search,
          category && categoryNameIn(category.categoryName, language),
        )}
      </p>
      {nearestTitle !== undefined && (
        <p className="mt-1 text-ink">
          {messages.didYouMean}{' '}
          <ChangeView change={{ ...baseView, search: nearestTitle }} className="text-link">
            <OwnerText>{nearestTitle}</OwnerText>
          </ChangeView>
        </p>
      )}
      <div className="mt-5 flex flex-wrap justify-center gap-3">
        {counts !== undefined && counts.all > 0 && (
          <ChangeView change={{ ...baseView, search }} className="button button-solid">
            {messages.searchEverywhere(counts.all)}
          </ChangeView>
        )}
        <ChangeView change={{ ...baseView, categoryId }} className="button button-ghost text-ink">
          {messages.clearSearch}
        </ChangeView>
      </div>
    </div>
  );
}

/** Explains that the results are those of a corrected search, with a link to the search as typed. */
export function CorrectionNotice({ search, correctedSearch }: { search: string; correctedSearch: string }) {
  const { messages } = useI18n();
  return (
    <p className="mb-5 rounded-xl bg-pine-soft px-4 py-3">
      {messages.shownInstead(search, correctedSearch)}{' '}
      <ChangeView change={{ exact: true, page: 1 }} className="text-link">
        {messages.searchExactly(search)}
      </ChangeView>
    </p>
  );
}

/** The lesson pages that match a search, with quotations. */
export function TextHitsSection({ hits }: { hits: TextHits }) {
  const { messages } = useI18n(textMessages);
  const { search } = useSelector(filesFilterSlice.selectSlice);
  // Pages with only some of the words are all fetched for the first list, so the full list has no others.
  const mayHaveMore = hits.lessonsAtLeast === true && !hits.share;
  const hasMore = !hits.isFullList && (hits.lessons > hits.hits.length || mayHaveMore);
  return (
    <section data-slot="text-hits" aria-labelledby="text-hits" className="mt-8">
      <h3 id="text-hits" className="display text-2xl">
        {messages.heading}
      </h3>
      <p className="mt-2 text-muted">{messages.summary(hits)}</p>
      <ul>
        {hits.hits.map((lesson) => (
          <LessonResult key={lesson.id} lesson={lesson} search={search} />
        ))}
      </ul>
      {hasMore && (
        <p className="mt-5">
          <ChangeView
            change={{ exact: undefined, inText: true, page: 1 }}
            className="button button-ghost text-ink print:hidden"
          >
            {messages.showAll}
          </ChangeView>
        </p>
      )}
      {hits.isFullList && (
        <p className="mt-5">
          {hits.isTruncated && <span className="text-muted">{messages.truncated} </span>}
          <ChangeView change={{ inText: undefined, page: 1 }} className="text-link">
            {messages.backToFiles}
          </ChangeView>
        </p>
      )}
    </section>
  );
}

function LessonResult({
  lesson: { id, fileName, pages, furtherPages, furtherPagesAtLeast },
  search,
}: {
  lesson: LessonHit;
  search: string;
}) {
  const { language, messages } = useI18n(textMessages);
  const title = fileTitle(fileName);
  return (
    <li className="mt-5 max-w-176">
      <h4 lang={getLang(title, language)} className="display text-xl">
        <bdi>
          <TitleLines text={title} />
        </bdi>
      </h4>
      <ul>
        {pages.map((page) => (
          <PageResult
            key={page.page}
            hit={page}
            href={lessonHref({ id, page: page.page, search }, language)}
          />
        ))}
        {furtherPages !== undefined && (
          <li className="mt-2">
            <a href={`${lessonHref({ id, page: 1, search }, language)}#hits`} className="text-link">
              {messages.more(furtherPages, furtherPagesAtLeast)}
            </a>
          </li>
        )}
      </ul>
    </li>
  );
}

function PageResult({ hit: { page, quote }, href }: { hit: PageHit; href: string }) {
  const { messages } = useI18n(textMessages);
  return (
    <li className="mt-2">
      <a href={`${href}#page`} className="text-link">
        {quote ? messages.page(page) : messages.possibleMatch(page)}
      </a>
      {quote && <PageQuote quote={quote} />}
    </li>
  );
}
