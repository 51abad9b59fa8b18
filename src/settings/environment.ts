import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv } from 'node:util';

export type Environment = Record<string, string | undefined>;

/** The environment: what is set, then the project's `.env.local` and `.env`. */
export function readEnvironment(root: string): Environment {
  const [local = {}, common = {}] = ['.env.local', '.env'].map((name) => {
    const path = join(root, name);
    return existsSync(path) ? parseEnv(readFileSync(path, 'utf8')) : {};
  });
  return { ...common, ...local, ...process.env };
}
