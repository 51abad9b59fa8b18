import { ApiError } from '#http/api-error.ts';
import type { RequestContext } from '#http/request-context.ts';

/** The client of somebody who has had their share of the main thread: a request that needs a turn is refused. */
export const usedUp = {
  address: 'used up',
  isConnected: () => true,
  charge: () => undefined,
  queue: async () => {
    throw new ApiError('general_rate_limit_exceeded', { retryAfter: '3' });
  },
} as Partial<RequestContext> as RequestContext;
