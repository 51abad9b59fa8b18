import type { ThunkDispatch, UnknownAction } from '@reduxjs/toolkit';
import {
  type ApiEndpointQuery,
  type EndpointDefinitions,
  type QueryDefinition,
  skipToken,
} from '@reduxjs/toolkit/query';
import { useEffect, useMemo } from 'react';
import { type Language, otherLanguage } from '#contract/language.ts';
import { useI18n } from '../../i18n/i18n-context.ts';
import { useDispatch, useSelector } from '../../page/store-context.ts';
import type { askSdk, LibraryState, Ordered } from './library-api.ts';
import type { LibraryTag } from './library-client.ts';
import type { QueryFailure } from './query-failure.ts';

type Endpoint<Arg, Data> = ApiEndpointQuery<
  QueryDefinition<Arg, typeof askSdk, LibraryTag, Data, 'library'>,
  EndpointDefinitions
>;

interface QueryOptions {
  /** Nothing is known and nothing asked. */
  skip?: boolean;
  /** False shows what is known without asking or keeping it. */
  subscribe?: boolean;
}

/**
 * A query of the library's API for as long as the component is there. RTK Query's core does the work; its own hooks, for
 * mutations, paging without end and polling too, are 2 kB and a good part of the time of hydration.
 */
export function useQuery<Arg, Data>(
  endpoint: Endpoint<Arg, Data>,
  arg: Arg,
  { skip = false, subscribe = true }: QueryOptions = {},
) {
  const dispatch: ThunkDispatch<LibraryState, unknown, UnknownAction> = useDispatch();
  // Arguments are made anew by each render; what they say is what they are.
  const key = JSON.stringify(arg);
  const select = useMemo(() => endpoint.select(skip ? skipToken : JSON.parse(key)), [endpoint, key, skip]);
  const { data, error, isError, isLoading } = useSelector(select);

  useEffect(() => {
    if (skip || !subscribe) return;
    return dispatch(endpoint.initiate(JSON.parse(key))).unsubscribe;
  }, [dispatch, endpoint, key, skip, subscribe]);

  return {
    data,
    /** The last attempt failed, and no other has begun. */
    failure: isError ? (error as QueryFailure) : undefined,
    isFetching: isLoading,
    refetch: () => dispatch(endpoint.initiate(arg, { subscribe: false, forceRefetch: true })),
  };
}

/** The same for names in the order of the page's language; when that was switched just now, those of the other one until the answer comes. */
export function useOrderedQuery<Filter, Data>(
  endpoint: Endpoint<Ordered<Filter>, Data>,
  inOrderOf: (language: Language) => Ordered<Filter>,
  options: QueryOptions = {},
) {
  const { language } = useI18n();
  const query = useQuery(endpoint, inOrderOf(language), options);
  const before = useQuery(endpoint, inOrderOf(otherLanguage(language)), { ...options, subscribe: false });
  return { ...query, data: query.data ?? before.data };
}
