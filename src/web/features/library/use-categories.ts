import { useState } from 'react';
import { useI18n } from '../../i18n/i18n-context.ts';
import { otherLanguage } from '../../i18n/language.ts';
import { defaultCategoriesFilter } from '../../page/library-filters.ts';
import { listCategories } from './library-api.ts';
import { useQuery } from './use-query.ts';

/** The first five categories, and the rest when asked for or when the chosen one is among them. */
export function useCategories(chosenId: string | undefined) {
  const [asked, setAsked] = useState(false);
  const { language } = useI18n();
  // Those of the other language stay, when it was switched just now, until the answer comes.
  const before = otherLanguage(language);
  const first = { ...defaultCategoriesFilter, language };
  const page = useQuery(listCategories, first);
  const pageBefore = useQuery(listCategories, { ...first, language: before }, { subscribe: false });
  const { rows, total = 0 } = page.data ?? pageBefore.data ?? {};
  const hasMore = rows !== undefined && total > rows.length;
  const chosenIsLater = chosenId !== undefined && !rows?.some(({ $id }) => $id === chosenId);

  const all = { ...first, itemsPerPage: total };
  const everything = useQuery(listCategories, all, { skip: !hasMore, subscribe: asked || chosenIsLater });
  const everythingBefore = useQuery(listCategories, { ...all, language: before }, { subscribe: false });
  const shown = new Set(rows?.map(({ $id }) => $id));
  const later = (everything.data ?? everythingBefore.data)?.rows.filter(({ $id }) => !shown.has($id));

  return {
    /** Always shown: the first page, and the chosen category if it comes later. Undefined while loading. */
    first: rows && [...rows, ...(later?.filter(({ $id }) => $id === chosenId) ?? [])],
    /** Shown on request. Undefined until it has been asked for; the server sends it along. */
    rest: later?.filter(({ $id }) => $id !== chosenId),
    hasMore: hasMore && later?.length !== 0,
    failure: page.failure ?? everything.failure,
    retry: (page.failure ? page : everything).refetch,
    askForRest: () => setAsked(true),
  };
}
