import type { MiddlewareHandler } from 'hono';
import { wrongKeyCost } from './admission.ts';
import type { BackendEnv } from './context.ts';
import { createKeyCheck, identify } from './identity.ts';

/** Leaves the caller of every request in `context.get('caller')`, or refuses the request. Source: docs/rules.md#callers. */
export function knowCaller(projectId: string, apiKeys: readonly string[]): MiddlewareHandler<BackendEnv> {
  const isKey = createKeyCheck(apiKeys);
  return async (context, next) => {
    const project = context.req.header('x-appwrite-project') || context.req.query('project') || '';
    const key = context.req.header('x-appwrite-key') ?? '';
    const wrongKey = key !== '' && !isKey(key);
    if (wrongKey) context.env?.visit?.pass(wrongKeyCost);
    context.set('caller', identify({ project, key }, projectId, wrongKey));
    await next();
  };
}
