import { ApiError } from '#http/api-error.ts';
import type { Visit } from '#http/visit.ts';

/** The visit of somebody who has had their share of the main thread: a request that needs a turn is refused. */
export const usedUp = {
  address: 'used up',
  isWanted: () => true,
  pass: () => undefined,
  turn: async () => {
    throw new ApiError('general_rate_limit_exceeded', { retryAfter: '3' });
  },
} as Partial<Visit> as Visit;
