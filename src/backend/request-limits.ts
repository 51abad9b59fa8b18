import type { MiddlewareHandler } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { ApiError } from '#http/api-error.ts';
import type { BackendEnv } from './context.ts';

/** Bytes of a JSON body: a bulk request of 100 rows with their longest values fits. */
export const JSON_BODY_LIMIT = 1024 * 1024;
/** The same without a key, which can write nothing. */
const STRANGERS_BODY_LIMIT = 64 * 1024;

/** Bounds a JSON body by who sends it. */
export const limitJson: MiddlewareHandler<BackendEnv> = (context, next) =>
  limitBody(context.get('caller').kind === 'key' ? JSON_BODY_LIMIT : STRANGERS_BODY_LIMIT)(context, next);

/** Refuses a larger body by its declared length, or while reading when it declares none. */
export function limitBody(maxSize: number): MiddlewareHandler {
  return bodyLimit({
    maxSize,
    onError: () => {
      throw new ApiError('general_body_too_large', { limit: maxSize.toLocaleString('en') });
    },
  });
}
