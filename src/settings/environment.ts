import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { programFolder } from './folders.ts';

export type Environment = Record<string, string | undefined>;

/**
 * Reads the environment. Process variables override the owner's `.env.local`, which overrides the owner's `.env`, which overrides the
 * program's.
 */
export function readEnvironment(root: string): Environment {
  const files = [join(programFolder, '.env'), join(root, '.env'), join(root, '.env.local')];
  const values = files.filter(existsSync).map((path) => parseEnv(readFileSync(path, 'utf8')));
  return Object.assign({}, ...values, process.env);
}

/** Sets the time zone of all dates in this process, and in child processes that start later. */
export function setProcessTimeZone(name: string): void {
  process.env.TZ = name;
}
