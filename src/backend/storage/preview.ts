import type { Context } from 'hono';
import { invalidParam } from '#http/api-error.ts';
import type { RequestContext } from '#http/request-context.ts';
import { urlNumber } from '../http/params.ts';
import type { StoredFile } from './storage-tables.ts';

const gravities = [
  'center',
  'top',
  'top-left',
  'top-right',
  'left',
  'right',
  'bottom',
  'bottom-left',
  'bottom-right',
] as const;

/** The picture a preview asks for, sizes in pixels; a side of 0 follows from the other by proportion. */
export type PreviewRequest = ReturnType<typeof readPreviewRequest>;

/**
 * The picture of a file that lies at a path, made on the first request for it, when that is the visitor's turn. `tag` names what it
 * shows, and in which form; `kept` says whether it was there already.
 */
export type FindPreview = (
  file: StoredFile,
  path: string,
  request: PreviewRequest,
  client?: RequestContext,
) => Promise<{ bytes: Buffer; tag: string; kept: boolean }>;

function oneOf<T extends string>(context: Context, name: string, allowed: readonly T[], fallback: T): T {
  const value = context.req.query(name) || fallback;
  const known = allowed.find((one) => one === value);
  if (known === undefined) throw invalidParam(name, `Value must be one of (${allowed.join(', ')})`);
  return known;
}

/**
 * Reads the parameters of a preview (docs/rules.md#bytes-of-a-file). Size, quality, gravity and output are honoured; borders, rotation,
 * opacity and background are accepted and have no effect. A page is cut from the top, where its title stands.
 */
export function readPreviewRequest(context: Context) {
  const quality = urlNumber(context, 'quality', -1, 100) ?? -1;
  const output = oneOf(context, 'output', ['png', 'webp', 'jpg', 'jpeg'], 'png');
  return {
    width: urlNumber(context, 'width', 0, 4000) ?? 0,
    height: urlNumber(context, 'height', 0, 4000) ?? 0,
    quality: quality < 1 ? 80 : quality,
    gravity: oneOf(context, 'gravity', gravities, 'top'),
    format: output === 'jpg' ? 'jpeg' : output,
  };
}
