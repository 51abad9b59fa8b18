import { type AddressInfo, createServer } from 'node:net';
import { copyProject } from './project-copy.ts';
import { type Site, startSite } from './site.ts';

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
  const project = await copyProject();
  try {
    const site = await startSite({ PORT: String(port), VITE_APPWRITE_ENDPOINT: endpoint }, project.folder);
    return {
      ...site,
      stop: async () => {
        await site.stop();
        await project.remove();
      },
    };
  } catch (error) {
    await project.remove();
    throw error;
  }
}
