import { createContext, use } from 'react';
import type { PageState } from './page-state.ts';

export type PageFacts = Pick<PageState, 'route' | 'origin' | 'year' | 'site'>;

export const PageContext = createContext<PageFacts | undefined>(undefined);

/** What does not change while a page is open. */
export function usePage(): PageFacts {
  const page = use(PageContext);
  if (!page) throw new Error('usePage needs a PageContext above it');
  return page;
}
