import type { Target } from '#publisher/catalogue/target.ts';
import { errorSentence } from '#publisher/error-sentence.ts';
import { messagesIn } from '#publisher/messages/language.ts';
import { publishFolder } from '#publisher/publish-folder.ts';
import { removeRunFile, writeRunFile } from '#publisher/run-file.ts';
import { watchLibrary } from '#publisher/watch-library.ts';
import { buildApart, isBuilt } from './build.ts';
import { type Config, ConfigError, loadEnvironment, readConfig } from './config.ts';
import { projectRoot } from './project-root.ts';
import { type SiteServer, startSiteServer } from './site-server.ts';

/** `npm start`: builds what changed, serves the site, publishes the library, and stops cleanly on Ctrl-C. */
export async function main(): Promise<void> {
  try {
    const environment = loadEnvironment(projectRoot);
    const config = readConfig(projectRoot, environment);
    if (!isBuilt(projectRoot, environment)) await buildApart(projectRoot);
    await run(config, await startSiteServer(config));
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    console.error(error.message);
    process.exit(1);
  }
}

async function run(config: Config, server: SiteServer): Promise<void> {
  const stopping = new AbortController();
  const stop = async () => {
    // A second Ctrl-C does not wait.
    if (stopping.signal.aborted) process.exit(1);
    stopping.abort();
    await server.close();
    if (config.embedded) removeRunFile(config.dataDir);
    process.exit(0);
  };
  process.on('SIGINT', stop);
  process.on('SIGTERM', stop);

  const publishing = config.embedded ? keepPublished(config, server, stopping.signal) : undefined;
  // A first start has nothing to show before its library is there; a later one has.
  if ((await server.lessonCount()) === 0) await publishing;
  const lessons = await server.lessonCount();
  console.log(`Minbar is at ${server.url}`);
  console.log(
    config.embedded
      ? `It serves ${lessons} lessons from ${config.libraryDir}; its data is in ${config.dataDir}.`
      : `It serves ${lessons} lessons of the backend at ${server.endpoint}.`,
  );
  await publishing;
}

/** Publishes the library folder now and whenever it changes. A folder that cannot be published is said, not fatal. */
async function keepPublished(config: Config, server: SiteServer, signal: AbortSignal): Promise<void> {
  writeRunFile(config.dataDir, { pid: process.pid, endpoint: server.endpoint, key: server.key });
  const options = {
    folder: config.libraryDir,
    target: targetOf(config, server),
    language: server.ownersLanguage,
    log: (line: string) => console.log(line),
  };
  try {
    await publishFolder({ ...options, mode: 'initial', signal });
  } catch (error) {
    if (signal.aborted) return;
    console.error(errorSentence(error, messagesIn(options.language), options.target.endpoint));
  }
  if (!config.watch || signal.aborted) return;
  const watch = watchLibrary(options);
  signal.addEventListener('abort', () => void watch.close());
}

function targetOf({ backend }: Config, { endpoint, key }: SiteServer): Target {
  const { endpoint: _path, ...ids } = backend;
  return { ...ids, endpoint, key, changesTableId: 'changes', embedded: true };
}
