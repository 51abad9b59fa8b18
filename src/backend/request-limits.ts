import type { MiddlewareHandler } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { ApiError } from './errors.ts';

/** Bytes of a JSON body: a bulk request of 100 rows with their longest values fits. */
export const JSON_BODY_LIMIT = 1024 * 1024;

/** Refuses a larger body by its declared length, or while reading when it declares none. */
export function limitBody(maxSize: number): MiddlewareHandler {
  return bodyLimit({
    maxSize,
    onError: () => {
      throw new ApiError('general_body_too_large', { limit: maxSize.toLocaleString('en') });
    },
  });
}
