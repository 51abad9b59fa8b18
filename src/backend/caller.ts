import type { Context, MiddlewareHandler } from 'hono';
import type { BackendEnv } from './context.ts';
import { createKeyCheck, identify } from './identity.ts';
import type { Visit } from './visit.ts';

/** What one wrong key costs, in milliseconds of work: ten may be tried at once, then one every four seconds. */
const wrongKeyCost = 2000;

/**
 * Leaves the caller of every request in `context.get('caller')`, or refuses the request (docs/rules.md#callers). Every question of a
 * visitor is counted; a valid key is trusted to take its time.
 */
export function knowCaller(projectId: string, apiKeys: readonly string[]): MiddlewareHandler<BackendEnv> {
  const isKey = createKeyCheck(apiKeys);
  return async (context, next) => {
    const project = context.req.header('x-appwrite-project') || context.req.query('project') || '';
    const key = context.req.header('x-appwrite-key') ?? '';
    const wrongKey = key !== '' && !isKey(key);
    if (wrongKey) context.env?.visit?.pass(wrongKeyCost);
    const caller = identify({ project, key }, projectId, wrongKey);
    context.set('caller', caller);
    if (caller.kind === 'key') context.env?.visit?.trust();
    else context.env?.visit?.pass();
    await next();
  };
}

/** Whoever is to wait and pay: not the owner, and not the site itself. */
export function visitOf({ env, get }: Context<BackendEnv>): Visit | undefined {
  return get('caller')?.kind === 'key' ? undefined : env?.visit;
}

/** For routes whose answer is worked out: each in its turn. A body that comes with it is received in the same way. */
export const inTurn: MiddlewareHandler<BackendEnv> = async (context, next) => {
  const visit = visitOf(context);
  if (!visit) return next();
  const isRead = ['GET', 'HEAD'].includes(context.req.method);
  return isRead ? visit.turn(next) : visit.receiving(next);
};
