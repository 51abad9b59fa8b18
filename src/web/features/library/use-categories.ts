import { useState } from 'react';
import type { Language } from '#contract/language.ts';
import { defaultCategoriesFilter } from '../../page/library-filters.ts';
import { listCategories } from './library-api.ts';
import { useOrderedQuery } from './use-query.ts';

/** The first five categories, and the rest when asked for or when the chosen one is among them. */
export function useCategories(chosenId: string | undefined) {
  const [asked, setAsked] = useState(false);
  const first = (language: Language) => ({ ...defaultCategoriesFilter, language });
  const page = useOrderedQuery(listCategories, first);
  const { rows, total = 0 } = page.data ?? {};
  const hasMore = rows !== undefined && total > rows.length;
  const chosenIsLater = chosenId !== undefined && !rows?.some(({ $id }) => $id === chosenId);

  const all = (language: Language) => ({ ...first(language), itemsPerPage: total });
  const everything = useOrderedQuery(listCategories, all, {
    skip: !hasMore,
    subscribe: asked || chosenIsLater,
  });
  const shown = new Set(rows?.map(({ $id }) => $id));
  const later = everything.data?.rows.filter(({ $id }) => !shown.has($id));

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
