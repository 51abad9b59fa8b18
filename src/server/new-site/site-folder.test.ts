import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createTestFolder } from '../../../tests/support/temporary-folder.ts';
import { install, listForeignEntries, setScripts } from './site-folder.ts';

test('allows a new site next to existing data, but not in a folder with other files', () => {
  const folder = createTestFolder();
  mkdirSync(join(folder, 'data'));
  expect(listForeignEntries(folder)).toEqual([]);
  mkdirSync(join(folder, 'photos'));
  expect(listForeignEntries(folder)).toEqual(['photos']);
});

test('runs the installed version without querying the npm registry at each start, and keeps ranges', () => {
  const folder = createTestFolder();
  const manifest = join(folder, 'package.json');
  const oldManifest = { scripts: { start: 'npx --yes minbar@0.9.0', library: 'my-own', test: 'x' } };
  writeFileSync(manifest, JSON.stringify(oldManifest));
  setScripts(folder, '1.2.3');
  expect(JSON.parse(readFileSync(manifest, 'utf8'))).toEqual({
    scripts: { start: 'minbar', library: 'my-own', test: 'x' },
    dependencies: { minbar: '1.2.3' },
  });
  const installed: string[] = [];
  const recordInstall = (installFolder: string) => installed.push(installFolder) > 0;
  expect(install(folder, '/elsewhere', recordInstall)).toBe(true);
  const program = join(folder, 'node_modules/minbar');
  mkdirSync(program, { recursive: true });
  writeFileSync(join(program, 'package.json'), '{}');
  expect(install(folder, program, recordInstall)).toBe(true);
  expect(installed).toEqual([folder]);
  for (const range of ['^1.0.0', '1.x', '1.0.0 - 1.4.0', 'file:../minbar']) {
    writeFileSync(manifest, JSON.stringify({ dependencies: { minbar: range } }));
    setScripts(folder, '1.2.3');
    expect(JSON.parse(readFileSync(manifest, 'utf8')).dependencies).toEqual({ minbar: range });
  }
  writeFileSync(manifest, JSON.stringify({ dependencies: { minbar: '1.2.3-beta.1' } }));
  setScripts(folder, '1.2.3');
  expect(JSON.parse(readFileSync(manifest, 'utf8')).dependencies).toEqual({ minbar: '1.2.3' });
});
