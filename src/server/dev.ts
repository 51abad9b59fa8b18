import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { watch } from 'chokidar';
import { programFolder } from '#settings/folders.ts';
import { ownersLanguage } from '#settings/owners-language.ts';
import { messagesIn } from './messages.ts';

/** Paths whose changes need a restart. Vite watches `src/web` and `src/pages`, and the site watches the library. */
const watchedPaths = [
  ...['backend', 'contract', 'http', 'library', 'reader', 'server', 'settings', 'site', 'text'].map(
    (part) => `src/${part}`,
  ),
  ...['.env', '.env.local', 'appwrite.config.json', 'minbar.mjs', 'vite.config.ts', 'content'],
];
const ignoredPaths = /[\\/](?:library|sample)$|\.test\.ts$|~$|\.sw\w$/;
/** Delay between the last change and a restart in milliseconds, because an editor can write several files at once. */
const RESTART_DELAY_MS = 100;

/** Runs `npm run dev`: serves the site from its sources, and restarts the server after a change in `watchedPaths`. */
export async function main(): Promise<void> {
  let port: number | undefined;
  let isStopping = false;
  const messages = messagesIn(ownersLanguage(join(programFolder, 'content'))).dev;

  const start = (): ChildProcess => {
    const args = port === undefined ? [] : [String(port)];
    const site = fork(join(programFolder, 'minbar.mjs'), ['dev-serve', ...args]);
    site.once('message', (message) => {
      port = message as number;
    });
    site.once('exit', (code) => {
      if (code !== 0 && !isStopping) console.error(messages.stopped);
    });
    return site;
  };
  const end = async (site: ChildProcess): Promise<void> => {
    if (site.exitCode !== null || site.signalCode !== null) return;
    if (site.connected) site.disconnect();
    await once(site, 'exit');
  };

  let site = start();
  let restarts = Promise.resolve();
  let timer: NodeJS.Timeout | undefined;
  const watcher = watch(watchedPaths, { cwd: programFolder, ignoreInitial: true, ignored: ignoredPaths });
  watcher.on('all', (_event, path) => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      restarts = restarts.then(async () => {
        if (isStopping) return;
        console.log(messages.changed(path));
        await end(site);
        site = start();
      });
    }, RESTART_DELAY_MS);
  });

  const stop = async (): Promise<void> => {
    if (isStopping) return;
    isStopping = true;
    clearTimeout(timer);
    await Promise.all([watcher.close(), restarts]);
    await end(site);
    process.exit(0);
  };
  process.on('SIGINT', stop);
  process.on('SIGTERM', stop);
}
