import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * Returns the path of a child process's program, such as `#reader/pdf-child.ts`: the source itself, or its bundle
 * next to the built server.
 */
export function childProgram(source: string): string {
  const isBuilt = !import.meta.url.endsWith('.ts');
  const builtProgram = `../program/${basename(source, '.ts')}.js`;
  return fileURLToPath(isBuilt ? new URL(builtProgram, import.meta.url) : import.meta.resolve(source));
}
