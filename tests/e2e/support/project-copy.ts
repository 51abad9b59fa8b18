import { cp, mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../../', import.meta.url));
/** The files a site is built from, without those shared with other sites. */
const copied = [
  'minbar.mjs',
  'package.json',
  'package-lock.json',
  'src',
  'vite.config.ts',
  '.env',
  'tsconfig.json',
  'appwrite.config.json',
];

/** Copies the project without its lessons into a separate folder, to build it with other values or changes. */
export async function copyProject(): Promise<{ folder: string; remove(): Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'minbar-project-'));
  const remove = () => rm(folder, { recursive: true, force: true });
  try {
    for (const path of copied) await cp(join(root, path), join(folder, path), { recursive: true });
    await cp(join(root, 'content'), join(folder, 'content'), {
      recursive: true,
      filter: (path) => !/content[\\/](library|sample)/.test(path),
    });
    await symlink(join(root, 'node_modules'), join(folder, 'node_modules'), 'junction');
    return { folder, remove };
  } catch (error) {
    await remove();
    throw error;
  }
}
