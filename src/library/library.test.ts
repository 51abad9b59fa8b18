import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openBackend } from '#backend/backend.ts';
import { type FakeAppwrite, startFakeAppwrite } from '../../tests/library/fake-appwrite.ts';
import { Owner } from '../../tests/library/owner.ts';
import { KEY, projectSchema } from '../../tests/support/backend.ts';
import { keyHeaders } from '../../tests/support/clients.ts';
import { type FakeProject, startFakeProject } from '../../tests/support/fake-project.ts';
import { commandNames } from './library.ts';

const project = 'mosque';
let owner: Owner;
let hostedProject: FakeProject;
let emptyProject: FakeAppwrite;
let archive: string;

// Makes the local library, the hosted project and the folder differ, so that commands that write have something to change.
beforeAll(async () => {
  owner = await Owner.make({ 'Fiqh/Wudu.pdf': 'wudu', 'السيرة/الدرس ١.pdf': 'one' });
  [hostedProject, emptyProject] = await Promise.all([
    startFakeProject({ projectId: project }),
    startFakeAppwrite(),
  ]);
  archive = join(owner.dataDir, '..', 'before.tar');
  for (const args of [
    ['publish', '--yes'],
    ['backup', archive],
  ]) {
    const { code, text } = await owner.run(...args);
    expect(code, text).toBe(0);
  }
  const row = { rowId: 'old', data: { categoryName: 'Old' } };
  await hostedProject.send('POST', '/tablesdb/library/tables/categories/rows', row);
  await owner.folder.write('Fiqh/New.pdf', 'new');
  await owner.folder.remove('Fiqh/Wudu.pdf');
});
afterAll(async () => {
  await Promise.all([hostedProject.stop(), emptyProject.stop()]);
  await owner.cleanUp();
});

const tablePaths = ['categories', 'files', 'changes', 'pages'].map(
  (table) => `/tablesdb/library/tables/${table}/rows`,
);

type SendRequest = (path: string) => Promise<Response>;

/** Lists the rows and files of one library: the first page of each, which is enough for these tests. */
async function readLibrary(send: SendRequest): Promise<unknown[]> {
  const responses = [...tablePaths, '/storage/buckets/pdfs/files'].map(async (path) =>
    (await send(path)).json(),
  );
  return Promise.all(responses);
}

async function hashes(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const hash = async (path: string) =>
    createHash('sha256')
      .update(await readFile(path))
      .digest('hex');
  return Promise.all(files.sort().map(async (path) => `${path} ${await hash(path)}`));
}

/** Reads the rows and lists of files of both libraries, the hashes of local files, and the writes to hosted projects. */
async function readState() {
  const backend = openBackend({ dataDir: owner.dataDir, schema: projectSchema, apiKeys: [KEY] });
  const localRows = await readLibrary(async (path) =>
    backend.app.request(`/v1${path}`, { headers: keyHeaders }),
  ).finally(() => backend.close());
  const hostedRows = await readLibrary((path) => hostedProject.send('GET', path));
  const folders = [owner.folder.path, owner.root, join(owner.dataDir, 'files')].map(hashes);
  const setupWrites = [...emptyProject.writes];
  return {
    localRows,
    hostedRows,
    folders: await Promise.all(folders),
    writes: hostedProject.writes(),
    setupWrites,
  };
}

const target = (endpoint: string) => ({
  APPWRITE_ENDPOINT: endpoint,
  APPWRITE_PROJECT_ID: project,
  APPWRITE_API_KEY: KEY,
});

/** Arguments of each command, for the local library and for a hosted project. */
const calls: Record<string, { here: string[][]; hosted: string[][] }> = {
  help: { here: [[]], hosted: [] },
  publish: { here: [[]], hosted: [[]] },
  undo: { here: [[], ['1']], hosted: [[]] },
  history: { here: [[]], hosted: [[]] },
  backup: { here: [['COPY']], hosted: [['COPY']] },
  restore: { here: [['ARCHIVE']], hosted: [] },
  verify: { here: [[], ['--repair']], hosted: [[], ['--repair']] },
  doctor: { here: [[]], hosted: [[]] },
  opens: { here: [[], ['all']], hosted: [[]] },
  letter: { here: [[]], hosted: [] },
  setup: { here: [[]], hosted: [] },
  move: {
    here: [],
    hosted: [
      ['--to', 'appwrite'],
      ['--to', 'embedded'],
    ],
  },
};

test('the table contains every command', () => {
  expect(Object.keys(calls).sort()).toEqual([...commandNames].sort());
});

test.each([
  ...Object.entries(calls).flatMap(([name, { here }]) => here.map((args) => ['here', name, args] as const)),
  ...Object.entries(calls).flatMap(([name, { hosted: there }]) =>
    there.map((args) => ['hosted', name, args] as const),
  ),
  ['empty', 'setup', []] as const,
])('--dry-run changes nothing on either side: %s, %s %j', async (where, name, args) => {
  const initialEnv = { ...owner.env };
  // The letter needs the site's address for its links.
  if (name === 'letter') owner.env.SITE_URL = 'https://mosque.example';
  if (where !== 'here')
    Object.assign(owner.env, target((where === 'empty' ? emptyProject : hostedProject).endpoint));
  const copy = join(owner.dataDir, '..', 'copy.tar');
  const before = await readState();
  const commandArgs = args.map((arg) => arg.replace('COPY', copy).replace('ARCHIVE', archive));
  const removal = ['publish', 'undo'].includes(name) ? ['--remove', '2'] : [];
  const { code, text } = await owner.run(name, ...commandArgs, '--dry-run', '--yes', ...removal);
  owner.env = initialEnv;
  expect(text).not.toContain('That did not work');
  // `verify` and `doctor` report how the hosted project differs from the local library.
  const isChecked = where === 'hosted' && ['verify', 'doctor'].includes(name);
  expect(isChecked ? [0, 1, 5] : [0, 5], text).toContain(code);
  expect(await readState()).toEqual(before);
  expect(existsSync(copy)).toBe(false);
});
