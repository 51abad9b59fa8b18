import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { HostedLibrary } from '../library/hosted-library.ts';
import { LessonFolder } from '../library/lesson-folder.ts';
import { quickFolder } from './quick-folder.ts';

/** A separate site in another process, with a temporary data folder, which `stop` removes. */
export interface Site {
  /** The site's URL without a trailing slash, such as `http://localhost:40123`. */
  readonly url: string;
  /** A key that may write to this site's backend. */
  readonly key: string;
  /** Resolves when all words are searchable. Rejects after a while for 25 lessons or fewer, which a site does not log. */
  waitForWords(): Promise<void>;
  /** Runs a command of the owner on the site's library. Rejects if it fails. */
  runCommand(...args: string[]): Promise<void>;
  /** The site's folder of lessons, if it has a separate one. */
  folder?: LessonFolder;
  stop(): Promise<void>;
}

const root = new URL('../../', import.meta.url);
const address = /http:\/\/localhost:\d+/;
const allWordsRead = /the text of (\d+) of \1 lessons/;
// Playwright sets NODE_ENV=test; the site must set its own value, as after `npm start`.
const { NODE_ENV: _testEnvironment, ...environment } = process.env;
/** Maximum wait for output. The first start publishes the whole sample library. */
const OUTPUT_TIMEOUT_MS = 600_000;

/** Whether sites use hosted projects, unless their settings name a backend (`BACKEND=hosted`). */
export const isHosted = process.env.BACKEND === 'hosted';

/** Returns the origin of a site's backend: the site's, or that of a hosted project. Child processes inherit it in the environment. */
export function backendOf(siteUrl: string): string {
  return process.env[`BACKEND_OF ${siteUrl}`] ?? siteUrl;
}

/** Returns a function that resolves when the site's output matches a pattern, and rejects if the site exits or prints no match in time. */
export function watchOutput(child: ChildProcess): (pattern: RegExp) => Promise<RegExpExecArray> {
  let output = '';
  const outputs = [child.stdout, child.stderr];
  for (const stream of outputs) stream?.on('data', (chunk: Buffer) => (output += chunk));
  return (pattern) => {
    const { promise, resolve, reject } = Promise.withResolvers<RegExpExecArray>();
    const check = (): void => {
      const match = pattern.exec(output);
      if (match) resolve(match);
    };
    for (const stream of outputs) stream?.on('data', check);
    child.once('error', reject);
    child.once('exit', (code, signal) => {
      reject(new Error(`The site exited unexpectedly (${signal ?? `exit code ${code}`}):\n${output}`));
    });
    const timer = setTimeout(
      () => reject(new Error(`The site did not print ${pattern}:\n${output}`)),
      OUTPUT_TIMEOUT_MS,
    );
    check();
    return promise.finally(() => {
      clearTimeout(timer);
      for (const stream of outputs) stream?.off('data', check);
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
 * Starts a site with the sample library, unless `settings` name another. With `BACKEND=hosted` it uses a new hosted project, unless they
 * name a backend. Rejects with the site's output if it does not start.
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
    ...environment,
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
  const output = watchOutput(child);
  const stop = async (): Promise<void> => {
    await end(child);
    await hosted?.stop();
    await rm(dataDir, { recursive: true, force: true });
  };
  try {
    const [url] = await output(address);
    if (env.VITE_APPWRITE_ENDPOINT) {
      process.env[`BACKEND_OF ${url}`] = new URL(env.VITE_APPWRITE_ENDPOINT, url).origin;
    }
    child.once('exit', (code, signal) => {
      console.error(`The site at ${url} exited unexpectedly (${signal ?? `exit code ${code}`}).`);
    });
    child.stderr?.pipe(process.stderr);
    const waitForWords = async (): Promise<void> => {
      // On a hosted project, the owner's command has sent the words before the site started.
      if (!hosted) await output(allWordsRead);
    };
    const runCommand = async (...args: string[]): Promise<void> => {
      await promisify(execFile)(process.execPath, ['minbar.mjs', 'library', ...args], { cwd: project, env });
    };
    return { url, key, waitForWords, runCommand, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Starts a site with the lessons of a folder. Stopping the site also removes the folder. */
export async function startSiteOf(folder: LessonFolder): Promise<Site> {
  const site = await startSite({ LIBRARY_DIR: folder.path });
  const stop = async (): Promise<void> => {
    await site.stop();
    await folder.delete();
  };
  return { ...site, folder, stop };
}

/** Starts a site for tests that write, with twelve lessons in two categories. */
export async function startSmallSite(): Promise<Site> {
  const paths = Array.from({ length: 12 }, (_, at) => `${at % 2 ? 'Fiqh' : 'Creed'}/Lesson ${at}.pdf`);
  return startSiteOf(await LessonFolder.make(Object.fromEntries(paths.map((path) => [path, path]))));
}
