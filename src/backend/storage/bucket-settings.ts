import type { Json } from '../change.ts';
import { ApiError, invalidParam } from '../errors.ts';
import { type Body, flagParam, permissionsParam } from '../request/json-body.ts';
import type { BucketSchema } from '../schema.ts';

/** Bytes of the largest file any bucket may take. */
const largestFileSize = 5 * 1024 ** 3;

function textParam(body: Body, name: string): string {
  const value = body.get(name) ?? undefined;
  if (value === undefined) {
    throw new ApiError('general_argument_invalid', { message: `Param "${name}" is not optional.` });
  }
  if (typeof value === 'string' && value !== '' && value.length <= 128) return value;
  throw invalidParam(name, 'Value must be a valid string and at least 1 chars and no longer than 128 chars');
}

function listParam(body: Body, name: string, accepts: (item: string) => boolean, rule: string): string[] {
  const list: Json = body.get(name) ?? [];
  if (!Array.isArray(list) || list.length > 100) throw invalidParam(name, rule);
  return list.map((item) => {
    if (typeof item === 'string' && accepts(item)) return item;
    throw invalidParam(name, rule);
  });
}

function sizeParam(body: Body): number {
  const size = body.get('maximumFileSize') ?? largestFileSize;
  if (typeof size === 'number' && Number.isInteger(size) && size >= 1 && size <= largestFileSize) return size;
  const most = largestFileSize.toLocaleString('en');
  throw invalidParam('maximumFileSize', `Value must be a valid range between 1 and ${most}`);
}

/** The settings of a bucket from the body of POST or PUT; what is left out gets its default (docs/rules.md#storage). */
export function bucketSettings(id: string, body: Body): BucketSchema {
  const compression = body.get('compression') ?? 'none';
  if (compression !== 'none') {
    throw invalidParam('compression', 'Value must be one of (none): files are kept as they come');
  }
  const extensions = listParam(
    body,
    'allowedFileExtensions',
    (extension) => /^[A-Za-z0-9]{1,64}$/.test(extension),
    'Value must a valid array no longer than 100 items and Value must be a valid string and at least 1 chars and no longer than 64 chars',
  );
  return {
    id,
    name: textParam(body, 'name'),
    enabled: flagParam(body, 'enabled') ?? true,
    fileSecurity: flagParam(body, 'fileSecurity') ?? false,
    permissions: permissionsParam(body.get('permissions'), 'bucket') ?? [],
    maximumFileSize: sizeParam(body),
    allowedFileExtensions: extensions.map((extension) => extension.toLowerCase()),
    compression,
    encryption: false,
    antivirus: false,
    transformations: flagParam(body, 'transformations') ?? true,
  };
}
