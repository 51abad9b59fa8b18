import { ApiError } from '#http/api-error.ts';
import type { RequestContext } from '#http/request-context.ts';

/** A client without CPU budget: work that it queues is refused. */
export const exhaustedClient = {
  address: 'used up',
  isConnected: () => true,
  charge: () => undefined,
  queue: async () => {
    throw new ApiError('general_rate_limit_exceeded', { retryAfter: '3' });
  },
} as Partial<RequestContext> as RequestContext;

/** A client whose queued work always runs at once. */
export const unlimitedClient = {
  address: 'unlimitedClient',
  isConnected: () => true,
  charge: () => undefined,
  queue: async (work: () => Promise<unknown>) => work(),
} as Partial<RequestContext> as RequestContext;
