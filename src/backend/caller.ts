import type { MiddlewareHandler } from 'hono';
import type { BackendEnv } from './context.ts';
import { createKeyCheck, identify } from './identity.ts';
import { type ClientAddress, limitRate, WRONG_KEY_RATE } from './rate-limit.ts';

/** Leaves the caller of every request in `context.get('caller')`, or refuses the request. Source: contract 1.2. */
export function knowCaller(
  projectId: string,
  apiKeys: readonly string[],
  addressOf: ClientAddress,
): MiddlewareHandler<BackendEnv> {
  const isKey = createKeyCheck(apiKeys);
  const limitWrongKeys = limitRate(WRONG_KEY_RATE, addressOf);
  return async (context, next) => {
    const project = context.req.header('x-appwrite-project') || context.req.query('project') || '';
    const key = context.req.header('x-appwrite-key') ?? '';
    const wrongKey = key !== '' && !isKey(key);
    if (wrongKey) await limitWrongKeys(context, async () => {});
    context.set('caller', identify({ project, key }, projectId, wrongKey));
    await next();
  };
}
