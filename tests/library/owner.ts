import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { copyFile, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { setTimeout } from 'node:timers/promises';
import { runLibrary } from '../../src/library/library.ts';
import { KEY, startBackend } from '../support/backend.ts';
import { LessonFolder, textOf } from './lesson-folder.ts';
import { type RunningSite, type SiteOptions, startSite } from './running-site.ts';

const projectRoot = join(import.meta.dirname, '../..');
const content = ['site.json', 'glossary.json', 'logo.svg', 'logo-dark.svg'];

/** Id of the hosted project that tests use. */
export const HOSTED_PROJECT = 'mosque';

/** Exit code of a command, and its printed text with its questions. */
export interface CommandOutput {
  code: number;
  text: string;
}

/** A simulated owner: a folder of lessons, a data folder, and answers to the questions of commands. */
export class Owner {
  readonly folder: LessonFolder;
  readonly dataDir: string;
  /** The project's folder, with texts, logo, glossary and schema. */
  readonly root: string;
  env: Record<string, string>;
  /** Answers to the next questions, which are removed from it. Further questions stay unanswered. */
  answers: string[] = [];
  /** Whether commands run in an interactive terminal. */
  isTerminal = false;
  /** Called when a question is asked, before its answer. */
  onQuestion: () => Promise<unknown> = async () => {};
  /** Called when a command prints a line. */
  onLine: (line: string) => void = () => {};
  /** Aborted by the owner's Ctrl-C. */
  signal = new AbortController().signal;

  private readonly sites: RunningSite[] = [];

  private constructor(folder: LessonFolder, home: string) {
    this.folder = folder;
    this.dataDir = join(home, 'data');
    this.root = join(home, 'project');
    this.env = {
      VITE_APPWRITE_ENDPOINT: '/v1',
      VITE_APPWRITE_PROJECT_ID: 'minbar',
      VITE_APPWRITE_DATABASE_ID: 'library',
      VITE_APPWRITE_CATEGORIES_TABLE_ID: 'categories',
      VITE_APPWRITE_FILES_TABLE_ID: 'files',
      VITE_APPWRITE_BUCKET_ID: 'pdfs',
      LIBRARY_DIR: folder.path,
      DATA_DIR: this.dataDir,
    };
  }

  static async make(lessons: Record<string, string> = {}): Promise<Owner> {
    const owner = new Owner(await LessonFolder.make(lessons), await mkdtemp(join(tmpdir(), 'minbar-owner-')));
    await mkdir(join(owner.root, 'content'), { recursive: true });
    for (const path of ['appwrite.config.json', ...content.map((name) => `content/${name}`)]) {
      await copyFile(join(projectRoot, path), join(owner.root, path));
    }
    // The sample settings order other categories. The status letter would be in every folder that tests compare.
    await owner.changeSettings({ categories: [], statusLetter: false });
    return owner;
  }

  /** Makes commands work on a hosted project. */
  connectTo(endpoint: string): void {
    Object.assign(this.env, {
      APPWRITE_ENDPOINT: endpoint,
      APPWRITE_PROJECT_ID: HOSTED_PROJECT,
      APPWRITE_API_KEY: KEY,
    });
  }

  /** Changes entries of `content/site.json`. */
  async changeSettings(entries: Record<string, unknown>): Promise<void> {
    const path = join(this.root, 'content/site.json');
    await writeFile(path, JSON.stringify({ ...JSON.parse(await readFile(path, 'utf8')), ...entries }));
  }

  run(...args: string[]): Promise<CommandOutput> {
    return this.runIn('en', ...args);
  }

  async runIn(language: string, ...args: string[]): Promise<CommandOutput> {
    const lines: string[] = [];
    const screen = {
      isTerminal: this.isTerminal,
      print: (line: string) => {
        lines.push(line);
        this.onLine(line);
      },
      progress: () => {},
      ask: async (question: string) => {
        lines.push(question);
        await this.onQuestion();
        return this.answers.shift() ?? null;
      },
    };
    const code = await runLibrary(['--lang', language, ...args], this.env, screen, this.signal, this.root);
    // Bidi isolates only affect the display.
    return { code, text: lines.join('\n').replace(/[\u2068\u2069]/g, '') };
  }

  /** Starts a command in its own process. */
  spawn(...args: string[]): ChildProcessByStdio<null, Readable, Readable> {
    return spawn(process.execPath, ['minbar.mjs', 'library', '--lang', 'en', ...args], {
      cwd: projectRoot,
      env: { ...process.env, ...this.env, INIT_CWD: projectRoot },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
  }

  /** Starts a site on the owner's data and lessons. `cleanUp` stops it, unless the test has done so. */
  async startSite(options: Omit<SiteOptions, 'folder'> = {}): Promise<RunningSite> {
    const { dataDir, root, folder } = this;
    const site = await startSite({ dataDir, root, folder: () => folder.path, ...options });
    this.sites.push(site);
    return site;
  }

  /** Waits until at least this many files are stored. */
  async waitForStoredFiles(atLeast: number): Promise<void> {
    const countFiles = async () => {
      const all = readdir(join(this.dataDir, 'files'), { recursive: true, withFileTypes: true });
      return (await all.catch(() => [])).filter((entry) => entry.isFile()).length;
    };
    while ((await countFiles()) < atLeast) await setTimeout(5);
  }

  /** Returns the lessons as visitors see them: sorted by path, each file fetched from its address. Needs an unlocked data folder. */
  async onlineLessons(): Promise<OnlineLesson[]> {
    const site = await startBackend({ dataDir: this.dataDir, pagesTable: undefined });
    return fetchOnlineLessons(site.endpoint).finally(site.stop);
  }

  /** Returns the path of the stored file that contains this text; throws if there is none. */
  async storedFile(text: string): Promise<string> {
    const entries = await readdir(join(this.dataDir, 'files'), { recursive: true, withFileTypes: true });
    for (const entry of entries) {
      const path = join(entry.parentPath, entry.name);
      if (entry.isFile() && (await readFile(path, 'utf8')).includes(text)) return path;
    }
    throw new Error(`no stored file with ${text}`);
  }

  async cleanUp(): Promise<void> {
    for (const site of this.sites) await site.stop();
    await this.folder.delete();
    await rm(join(this.dataDir, '..'), { recursive: true, force: true });
  }
}

export interface OnlineLesson {
  id: string;
  /** Category and file name, separated by a slash. */
  path: string;
  /** Text of a PDF that `pdf` created, as `shortened` returns it; null for another file or a dead link. */
  text: string | null;
  size: number;
  createdAt: string;
}

/** Fetches the lessons of an endpoint as a visitor, without a key, sorted by path. `project` is the project's id. */
export async function fetchOnlineLessons(endpoint: string, project = 'minbar'): Promise<OnlineLesson[]> {
  const queries = [
    { method: 'select', values: ['*', 'category.*'] },
    { method: 'limit', values: [5000] },
  ].map((query, index) => `queries[${index}]=${encodeURIComponent(JSON.stringify(query))}`);
  const headers = { 'x-appwrite-project': project };
  const response = await fetch(`${endpoint}/tablesdb/library/tables/files/rows?${queries.join('&')}`, {
    headers,
  });
  const { rows } = (await response.json()) as { rows: Record<string, string>[] };
  const lessons = rows.map(
    async ({ $id, $createdAt, fileName, fileSize, url, category }): Promise<OnlineLesson> => {
      const file = await fetch(new URL(url ?? '', endpoint));
      const text = file.ok ? textOf(await file.text()) : null;
      const { categoryName } = category as unknown as { categoryName: string };
      return {
        id: $id ?? '',
        path: `${categoryName}/${fileName}`,
        text: shortened(text ?? null),
        size: Number(fileSize),
        createdAt: $createdAt ?? '',
      };
    },
  );
  return (await Promise.all(lessons)).sort((a, b) => (a.path < b.path ? -1 : 1));
}

/** Maps the path of each lesson to its text. */
export function texts(lessons: OnlineLesson[]): Record<string, string | null> {
  return Object.fromEntries(lessons.map(({ path, text }) => [path, text]));
}

/** Replaces a text of 100 characters or more by its length and hash, so that failed comparisons stay readable. */
export function shortened(text: string): string;
export function shortened(text: string | null): string | null;
export function shortened(text: string | null): string | null {
  if (text === null || text.length < 100) return text;
  return `${text.length} characters, ${createHash('sha256').update(text).digest('hex')}`;
}
