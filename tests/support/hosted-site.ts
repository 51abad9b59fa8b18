import { cp, mkdtemp, rm, symlink } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Site, startSite } from './site.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
/** What a build needs, and nothing that is shared with the other sites. */
const copied = [
  'index.html',
  'minbar.mjs',
  'package.json',
  'package-lock.json',
  'src',
  'vite.config.ts',
  '.env',
  'tsconfig.json',
  'appwrite.config.json',
];

/** A port nobody listens on now. */
export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** A site of its own build whose backend is somebody else's, at `endpoint`, as with a hosted Appwrite project. */
export async function startHostedSite(endpoint: string, port: number): Promise<Site> {
  const folder = await mkdtemp(join(tmpdir(), 'minbar-hosted-'));
  const remove = () => rm(folder, { recursive: true, force: true });
  try {
    for (const path of copied) await cp(join(root, path), join(folder, path), { recursive: true });
    await cp(join(root, 'content'), join(folder, 'content'), {
      recursive: true,
      filter: (path) => !/content[\\/](library|sample)/.test(path),
    });
    await symlink(join(root, 'node_modules'), join(folder, 'node_modules'), 'junction');
    const site = await startSite({ PORT: String(port), VITE_APPWRITE_ENDPOINT: endpoint }, folder);
    return {
      ...site,
      stop: async () => {
        await site.stop();
        await remove();
      },
    };
  } catch (error) {
    await remove();
    throw error;
  }
}
