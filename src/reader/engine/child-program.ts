import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * Resolves the program of a child process, such as `#reader/pdf-child.ts`, to a path: the source file, or its bundle
 * next to the built server.
 */
export function childProgramPath(source: string): string {
  const isBuilt = !import.meta.url.endsWith('.ts');
  const builtProgram = `../program/${basename(source, '.ts')}.js`;
  return fileURLToPath(isBuilt ? new URL(builtProgram, import.meta.url) : import.meta.resolve(source));
}
