import type { Target } from '#publisher/catalogue/target.ts';
import { publishFolder } from '#publisher/publish-folder.ts';
import { buildSite } from './build.ts';
import { type Config, ConfigError, loadEnvironment, readConfig } from './config.ts';
import { projectRoot } from './project-root.ts';
import { type SiteServer, startSiteServer } from './site-server.ts';

/** `npm start`: builds what changed, serves the site, publishes the library, and stops cleanly on Ctrl-C. */
export async function main(): Promise<void> {
  try {
    const config = readConfig(projectRoot, loadEnvironment(projectRoot));
    if (await buildSite(projectRoot, config.backend)) console.log('The site was built.');
    const server = await startSiteServer(config);
    await run(config, server);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    console.error(error.message);
    process.exit(1);
  }
}

async function run(config: Config, server: SiteServer): Promise<void> {
  const stopping = new AbortController();
  const stop = async () => {
    if (stopping.signal.aborted) process.exit(1);
    stopping.abort();
    await server.close();
    process.exit(0);
  };
  process.on('SIGINT', stop);
  process.on('SIGTERM', stop);
  if (config.embedded) await publishLibrary(config, server, stopping.signal);
  console.log(`Minbar is at ${server.url}`);
}

async function publishLibrary(config: Config, server: SiteServer, signal: AbortSignal): Promise<void> {
  await publishFolder({
    folder: config.libraryDir,
    target: targetOf(config, server),
    language: 'en',
    mode: 'initial',
    log: console.log,
    signal,
  });
}

function targetOf({ backend }: Config, { endpoint, key }: SiteServer): Target {
  return {
    endpoint,
    projectId: backend.projectId,
    key,
    databaseId: backend.databaseId,
    categoriesTableId: backend.categoriesTableId,
    filesTableId: backend.filesTableId,
    changesTableId: 'changes',
    bucketId: backend.bucketId,
    embedded: true,
  };
}
