import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * The path of a program that runs in a process of its own, such as `#reader/pdf-child.ts`: the source itself, or what it was built
 * to next to the built server.
 */
export function childProgram(source: string): string {
  const isBuilt = !import.meta.url.endsWith('.ts');
  const built = `../program/${basename(source, '.ts')}.js`;
  return fileURLToPath(isBuilt ? new URL(built, import.meta.url) : import.meta.resolve(source));
}
