import type { Context, MiddlewareHandler } from 'hono';
import { ApiError, unauthorizedError } from '#http/api-error.ts';
import type { RequestContext } from '#http/request-context.ts';
import { isSecret } from '#http/secrets.ts';
import type { BackendEnv } from '../context.ts';

/** Cost of a wrong key in CPU milliseconds: allows a burst of ten tries, then one every four seconds. */
const WRONG_KEY_COST_MS = 2000;

/**
 * Sets `context.get('caller')`, or refuses the request (docs/rules.md#callers). Refuses visitors whose CPU budget is used up, but not
 * callers with a valid key.
 */
export function identifyCaller(projectId: string, apiKeys: readonly string[]): MiddlewareHandler<BackendEnv> {
  const keys = apiKeys.filter((key) => key !== '');
  return async (context, next) => {
    const { req } = context;
    const client = context.env?.client;
    const project = req.header('x-appwrite-project') || req.query('project') || '';
    const key = req.header('x-appwrite-key') ?? '';
    const isOwner = isSecret(key, keys);
    const isWrong = key !== '' && !isOwner;
    if (isWrong) client?.charge(WRONG_KEY_COST_MS);
    if (project === '') throw new ApiError(key === '' ? 'general_access_forbidden' : 'project_id_missing');
    if (project !== projectId) throw new ApiError('project_not_found');
    if (isWrong) throw unauthorizedError();
    context.set('caller', isOwner ? 'key' : 'guest');
    if (isOwner) client?.trust();
    else client?.charge();
    await next();
  };
}

/** Throws 401 for a caller without a key. Source: docs/rules.md#callers. */
export function requireKey(context: Context<BackendEnv>, ...scopes: readonly string[]): void {
  if (context.get('caller') === 'key') return;
  throw new ApiError(
    'general_unauthorized_scope',
    `User (role: guests) missing scopes (${JSON.stringify(scopes)})`,
  );
}

/** Returns the client to queue and charge; undefined for the owner and for requests from this process. */
function clientOf({ env, get }: Context<BackendEnv>): RequestContext | undefined {
  return get('caller') === 'key' ? undefined : env?.client;
}

/** Queues a visitor's request: a read until the main thread is free, any other request until its body can be received. */
export const queue: MiddlewareHandler<BackendEnv> = async (context, next) => {
  const client = clientOf(context);
  if (!client) return next();
  return ['GET', 'HEAD'].includes(context.req.method) ? client.queue(next) : client.queueBody(next);
};
