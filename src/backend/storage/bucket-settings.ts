import * as v from 'valibot';
import { invalidParam, missingParam } from '../errors.ts';
import { type Body, flagParam, permissionsParam } from '../request/json-body.ts';
import type { BucketSchema } from '../schema.ts';

/** Bytes of the largest file any bucket may take. */
const largestFileSize = 5 * 1024 ** 3;

const textRule = (most: number) =>
  `Value must be a valid string and at least 1 chars and no longer than ${most} chars`;
const listRule = `Value must a valid array no longer than 100 items and ${textRule(64)}`;
const sizeRule = `Value must be a valid range between 1 and ${largestFileSize.toLocaleString('en')}`;

const extension = v.pipe(v.string(), v.regex(/^[A-Za-z0-9]{1,64}$/), v.toLowerCase());
const size = v.pipe(v.number(), v.safeInteger(), v.minValue(1), v.maxValue(largestFileSize));
const given = v.object({
  compression: v.nullish(
    v.literal('none', 'Value must be one of (none): files are kept as they come'),
    'none',
  ),
  allowedFileExtensions: v.nullish(v.message(v.pipe(v.array(extension), v.maxLength(100)), listRule), []),
  name: v.message(v.pipe(v.string(), v.nonEmpty(), v.maxLength(128)), textRule(128)),
  maximumFileSize: v.nullish(v.message(size, sizeRule), largestFileSize),
});

/** The settings of a bucket from the body of POST or PUT; what is left out gets its default (docs/rules.md#storage). */
export function bucketSettings(id: string, body: Body): BucketSchema {
  const { success, output, issues } = v.safeParse(given, Object.fromEntries(body), { abortEarly: true });
  if (!success) {
    const name = String(issues[0].path?.[0].key);
    throw body.get(name) == null ? missingParam(name) : invalidParam(name, issues[0].message);
  }
  return {
    id,
    name: output.name,
    enabled: flagParam(body, 'enabled') ?? true,
    fileSecurity: flagParam(body, 'fileSecurity') ?? false,
    permissions: permissionsParam(body.get('permissions'), 'bucket') ?? [],
    maximumFileSize: output.maximumFileSize,
    allowedFileExtensions: output.allowedFileExtensions,
    compression: output.compression,
    encryption: false,
    antivirus: false,
    transformations: flagParam(body, 'transformations') ?? true,
  };
}
