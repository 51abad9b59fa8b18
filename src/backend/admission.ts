import type { Context, MiddlewareHandler } from 'hono';
import type { BackendEnv } from './context.ts';
import type { Visit } from './visit.ts';

/** What one wrong key costs, in milliseconds of work: ten may be tried at once, then one every four seconds. */
export const wrongKeyCost = 2000;

/** Whoever is to wait and pay: not the owner, and not the site itself. */
export function visitOf({ env, get }: Context<BackendEnv>): Visit | undefined {
  return get('caller')?.kind === 'key' ? undefined : env?.visit;
}

/** Counts every question of a visitor; a valid key is trusted to take its time. */
export const admit: MiddlewareHandler<BackendEnv> = async (context, next) => {
  if (context.get('caller').kind === 'key') context.env?.visit?.trust();
  else context.env?.visit?.pass();
  await next();
};

/** For routes whose answer is worked out: each in its turn. A body that comes with it is received in the same way. */
export const inTurn: MiddlewareHandler<BackendEnv> = async (context, next) => {
  const visit = visitOf(context);
  if (!visit) return next();
  const isRead = ['GET', 'HEAD'].includes(context.req.method);
  return isRead ? visit.turn(next) : visit.receiving(next);
};
