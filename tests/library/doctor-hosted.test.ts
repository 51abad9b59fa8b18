import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { type FakeProject, startFakeProject } from '../support/fake-project.ts';
import { Owner } from './owner.ts';

const site = 'http://127.0.0.1:3000';
let owner: Owner;
let hostedProject: FakeProject;
let settings: Record<string, string>;

beforeAll(async () => {
  hostedProject = await startFakeProject({ projectId: 'mosque', siteOrigin: site });
  owner = await Owner.make({ 'Fiqh/Wudu.pdf': 'wudu', 'السيرة/الدرس ١.pdf': 'one' });
  owner.connectTo(hostedProject.endpoint);
  expect((await owner.run('publish', '--yes')).code).toBe(0);
  owner.env.SITE_URL = site;
  settings = { ...owner.env };
});
afterEach(() => {
  hostedProject.clearFaults();
  owner.env = { ...settings };
});
afterAll(async () => {
  await hostedProject.stop();
  await owner.cleanUp();
});

/** Runs the doctor and returns its lines, without the failed check of the site, which does not run in these tests. */
async function diagnose(language: string) {
  const { text } = await owner.runIn(language, 'doctor');
  return text.split('\n').filter((line) => !/^✗ (Site|الموقع): /.test(line));
}

test('finds no fault in a project that is set up correctly', async () => {
  const writes = hostedProject.writes();
  const text = (await diagnose('en')).join('\n');
  expect(text).not.toContain('✗');
  expect(text).toContain('✓ Key: OK');
  expect(text).toContain('✓ As visitors see it: OK – every lesson can be opened');
  // The doctor tests the key's permissions by deleting a row and a file that do not exist.
  expect(hostedProject.writes() - writes).toBe(2);
});

const faults: [string, () => void, RegExp, RegExp][] = [
  [
    'an endpoint without /v1',
    () => (owner.env.APPWRITE_ENDPOINT = hostedProject.endpoint.replace('/v1', '')),
    /^✗ Backend: .*localhost:\d+ is not an API endpoint: it must end in \/v1/m,
    /^✗ الخادم: .*\/v1/m,
  ],
  [
    'a project that the server does not have',
    () => (owner.env.APPWRITE_PROJECT_ID = 'another'),
    /^✗ Backend: .*Compare APPWRITE_PROJECT_ID/m,
    /^✗ .*APPWRITE_PROJECT_ID/m,
  ],
  [
    'a key that can only read',
    () => hostedProject.setFaults({ missingScopes: ['rows.write', 'files.write'] }),
    /^✗ Key: .*rows\.write/m,
    /^✗ المفتاح: .*rows\.write/m,
  ],
  [
    'a key without the scope to write files',
    () => hostedProject.setFaults({ missingScopes: ['files.write'] }),
    /^✗ Key: .*files\.write/m,
    /^✗ المفتاح: .*files\.write/m,
  ],
  [
    'a key without the scope to read buckets',
    () => hostedProject.setFaults({ missingScopes: ['buckets.read'] }),
    /^✗ Key: .*buckets\.read/m,
    /^✗ المفتاح: .*buckets\.read/m,
  ],
  [
    'a table that is missing',
    () => (owner.env.APPWRITE_FILES_TABLE_ID = 'other'),
    /^✗ (Key|Tables and bucket): [\s\S]*npm run library -- setup/m,
    /^✗ .*\n*.*setup/m,
  ],
  [
    'a column that is missing',
    () => hostedProject.setFaults({ missingColumns: ['fileSize'] }),
    /^✗ Tables and bucket: .*the table files lacks the columns fileSize/m,
    /^✗ .*fileSize/m,
  ],
  [
    'a table that visitors are not allowed to read',
    () => hostedProject.setFaults({ hiddenPaths: ['/tables/files/rows'] }),
    /^✗ As visitors see it: .*visitors are not allowed to read files \(status 401\).*“any”/m,
    /^✗ .*files.*401/m,
  ],
  [
    'a bucket that visitors are not allowed to read',
    () => hostedProject.setFaults({ hiddenPaths: ['/buckets/pdfs/files', '/view'] }),
    /^✗ As visitors see it: .*visitors are not allowed to read pdfs \(status 401\)/m,
    /^✗ .*pdfs.*401/m,
  ],
  [
    'a site that is not among the platforms of the project',
    () => (owner.env.SITE_URL = 'https://mosque.example'),
    /^✗ As visitors see it: .*add a web platform with the host name mosque\.example/m,
    /^✗ .*mosque\.example/m,
  ],
];

test.each(faults)('names %s in both languages, and no other fault', async (_, arrange, english, arabic) => {
  arrange();
  for (const [language, sentence] of [
    ['en', english],
    ['ar', arabic],
  ] as const) {
    const lines = await diagnose(language);
    expect(lines.join('\n')).toMatch(sentence);
    expect(lines.filter((line) => line.startsWith('✗'))).toHaveLength(1);
  }
});
