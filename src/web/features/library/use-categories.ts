import { useState } from 'react';
import { useI18n } from '../../i18n/i18n-context.ts';
import { otherLanguage } from '../../i18n/language.ts';
import { defaultCategoriesFilter } from '../../page/library-filters.ts';
import { listCategories } from './library-api.ts';
import type { QueryFailure } from './query-failure.ts';
import type { ShownCategory } from './shown-rows.ts';
import { useQuery } from './use-query.ts';

export interface CategoriesState {
  /** Always shown: the first page, and the chosen category if it comes later. Absent while loading. */
  first?: ShownCategory[];
  /** Shown on request. Absent until it has been asked for; the server sends it along. */
  rest?: ShownCategory[];
  hasMore: boolean;
  failure?: QueryFailure | undefined;
  retry: () => void;
  askForRest: () => void;
}

/** The first five categories, and the rest when asked for or when the chosen one is among them. */
export function useCategories(chosenId: string | undefined): CategoriesState {
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
    ...(rows ? { first: [...rows, ...(later?.filter(({ $id }) => $id === chosenId) ?? [])] } : {}),
    ...(later ? { rest: later.filter(({ $id }) => $id !== chosenId) } : {}),
    hasMore: hasMore && later?.length !== 0,
    failure: page.failure ?? everything.failure,
    retry: (page.failure ? page : everything).refetch,
    askForRest: () => setAsked(true),
  };
}
