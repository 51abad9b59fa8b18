import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { HostedLibrary } from '../library/hosted-library.ts';
import { LessonFolder } from '../library/lesson-folder.ts';
import { quickFolder } from './quick-folder.ts';

/** A separate real site: `minbar start` on a free port and an empty data folder, removed by `stop`. */
export interface Site {
  /** Such as `http://localhost:40123`, without a slash at the end. */
  readonly url: string;
  /** A key that may write to this site's backend. */
  readonly key: string;
  /** Resolves when all words of the lessons are searchable. A site logs this only for more than 25 lessons. */
  wordsRead(): Promise<void>;
  /** Runs a command of the owner on the site's library. */
  command(...args: string[]): Promise<void>;
  /** Its folder of lessons, if it has its own. */
  folder?: LessonFolder;
  stop(): Promise<void>;
}

const root = new URL('../../', import.meta.url);
const address = /http:\/\/localhost:\d+/;
const allWordsRead = /the text of (\d+) of \1 lessons/;
// Playwright sets NODE_ENV=test for itself; the site must set its own, as after `npm start`.
const { NODE_ENV: _testRunners, ...ownersEnvironment } = process.env;
/** Milliseconds; a first start publishes the whole sample library. */
const patience = 600_000;

/** Whether the libraries of the sites are on hosted projects: `BACKEND=hosted`. */
export const isHosted = process.env.BACKEND === 'hosted';

/** Returns the backend's endpoint: at the site's own origin, or that of a hosted project. Test processes share it. */
export function backendOf(siteUrl: string): string {
  return process.env[`BACKEND_OF ${siteUrl}`] ?? siteUrl;
}

/** Returns a function that waits until the site's output matches a pattern, and resolves with the match. */
function listenTo(child: ChildProcess): (pattern: RegExp) => Promise<string> {
  let output = '';
  const outputs = [child.stdout, child.stderr];
  for (const each of outputs) each?.on('data', (chunk: Buffer) => (output += chunk));
  return (pattern) => {
    const { promise, resolve, reject } = Promise.withResolvers<string>();
    const look = (): void => {
      const [match] = pattern.exec(output) ?? [];
      if (match) resolve(match);
    };
    for (const each of outputs) each?.on('data', look);
    child.once('error', reject);
    child.once('exit', (code, signal) => {
      reject(new Error(`The site stopped by itself (${signal ?? `exit code ${code}`}):\n${output}`));
    });
    const timer = setTimeout(
      () => reject(new Error(`The site did not say ${pattern}:\n${output}`)),
      patience,
    );
    look();
    return promise.finally(() => {
      clearTimeout(timer);
      for (const each of outputs) each?.off('data', look);
    });
  };
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.removeAllListeners('exit');
  const exit = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  await exit;
}

/**
 * Starts a site with the sample library or the given settings; if requested, with a separate project on a hosted backend. Rejects
 * with the site's output.
 */
export async function startSite(
  settings: Record<string, string> = {},
  project: URL | string = root,
  command: 'start' | 'dev' = 'start',
): Promise<Site> {
  let hosted: HostedLibrary | undefined;
  if (isHosted && !settings.VITE_APPWRITE_ENDPOINT) {
    const { startHostedLibrary } = await import('../library/hosted-library.ts');
    hosted = await startHostedLibrary(settings);
  }
  const dataDir = await mkdtemp(join(quickFolder(), 'minbar-site-'));
  const key = hosted?.key ?? `standard_${crypto.randomUUID()}`;
  const env: NodeJS.ProcessEnv = {
    ...ownersEnvironment,
    PORT: '0',
    HOST: 'localhost',
    DATA_DIR: dataDir,
    ...(hosted ? {} : { APPWRITE_API_KEY: key }),
    ...settings,
    ...hosted?.settings,
  };
  const child = spawn(process.execPath, ['minbar.mjs', command], {
    cwd: project,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const output = listenTo(child);
  const stop = async (): Promise<void> => {
    await end(child);
    await hosted?.stop();
    await rm(dataDir, { recursive: true, force: true });
  };
  try {
    const url = await output(address);
    if (env.VITE_APPWRITE_ENDPOINT) {
      process.env[`BACKEND_OF ${url}`] = new URL(env.VITE_APPWRITE_ENDPOINT, url).origin;
    }
    child.once('exit', (code, signal) => {
      console.error(`The site at ${url} stopped by itself (${signal ?? `exit code ${code}`}).`);
    });
    child.stderr?.pipe(process.stderr);
    const wordsRead = async (): Promise<void> => {
      // On a hosted project, the owner's command has read them before the start.
      if (!hosted) await output(allWordsRead);
    };
    const command = async (...args: string[]): Promise<void> => {
      await promisify(execFile)(process.execPath, ['minbar.mjs', 'library', ...args], { cwd: project, env });
    };
    return { url, key, wordsRead, command, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Starts a site with the lessons of a folder, which is removed with it. */
export async function startSiteOf(folder: LessonFolder): Promise<Site> {
  const site = await startSite({ LIBRARY_DIR: folder.path });
  const stop = async (): Promise<void> => {
    await site.stop();
    await folder.delete();
  };
  return { ...site, folder, stop };
}

/** A site for tests that write: twelve lessons in two categories. */
export async function startSmallSite(): Promise<Site> {
  const paths = Array.from({ length: 12 }, (_, at) => `${at % 2 ? 'Fiqh' : 'Creed'}/Lesson ${at}.pdf`);
  return startSiteOf(await LessonFolder.make(Object.fromEntries(paths.map((path) => [path, path]))));
}
