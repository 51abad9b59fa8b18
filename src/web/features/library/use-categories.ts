import { useState } from 'react';
import type { Language } from '../../i18n/language.ts';
import { firstCategories } from '../../page/library-filters.ts';
import { listCategories } from './library-api.ts';
import { useOrderedQuery } from './use-query.ts';

/** The first five categories, and the rest when asked for or when the chosen one is among them. */
export function useCategories(chosenId: string | undefined) {
  const [asked, setAsked] = useState(false);
  const upTo = (limit: number) => (language: Language) => ({ limit, language });
  const page = useOrderedQuery(listCategories, upTo(firstCategories));
  const { rows, total = 0 } = page.data ?? {};
  const hasMore = rows !== undefined && total > rows.length;
  const chosenIsLater = chosenId !== undefined && !rows?.some(({ $id }) => $id === chosenId);

  const everything = useOrderedQuery(listCategories, upTo(total), {
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
