import type { Context, MiddlewareHandler } from 'hono';
import { ApiError, unauthorized } from '#http/api-error.ts';
import { isSecret } from '#http/is-secret.ts';
import type { Visit } from '#http/visit.ts';
import type { BackendEnv } from './context.ts';
import { compareSdk } from './sdk-warning.ts';

/** What one wrong key costs, in milliseconds of work: ten may be tried at once, then one every four seconds. */
const wrongKeyCost = 2000;

/**
 * Leaves the caller of every request in `context.get('caller')`, or refuses the request (docs/rules.md#callers). Every question of a
 * visitor is counted; a valid key is trusted to take its time.
 */
export function knowCaller(projectId: string, apiKeys: readonly string[]): MiddlewareHandler<BackendEnv> {
  const known = apiKeys.filter((key) => key !== '');
  return async (context, next) => {
    const { req, env } = context;
    const project = req.header('x-appwrite-project') || req.query('project') || '';
    const key = req.header('x-appwrite-key') ?? '';
    const isOwner = isSecret(key, known);
    const isWrong = key !== '' && !isOwner;
    if (isWrong) env?.visit?.pass(wrongKeyCost);
    if (project === '') throw new ApiError(key === '' ? 'general_access_forbidden' : 'project_id_missing');
    if (project !== projectId) throw new ApiError('project_not_found');
    if (isWrong) throw unauthorized();
    const numericSequence = compareSdk(context, '1.9.0') < 0;
    context.set('caller', { kind: isOwner ? 'key' : 'guest', numericSequence });
    if (isOwner) env?.visit?.trust();
    else env?.visit?.pass();
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
