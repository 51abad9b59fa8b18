import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { createTestFolder } from '../../tests/support/temporary-folder.ts';
import { bundledPackagesFile, writeLicenses } from './license-notices.ts';

let root: string;
const put = (path: string, content: object | string) => {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), typeof content === 'string' ? content : JSON.stringify(content));
};
beforeEach(() => {
  root = createTestFolder();
  put('package.json', { dependencies: { sharp: '1.0.0' } });
  put('package-lock.json', {
    packages: {
      '': {},
      'node_modules/sharp': { version: '1.0.0', license: 'Apache-2.0' },
      'node_modules/a-tool': { version: '1.0.0', license: 'GPL-3.0', dev: true },
    },
  });
  put(
    'node_modules/@img/sharp-libvips-linux-x64/README.md',
    '| Library | Terms |\n| cairo | Mozilla Public License 2.0 |\n',
  );
  put('src/web/fonts/readex-pro.license.txt', 'SIL OPEN FONT LICENSE');
});

const reactNotice = {
  name: 'react',
  version: '19.0.0',
  identifier: 'MIT',
  text: 'Permission is hereby granted',
};

test('lists every shipped package with its license, but no development tools', () => {
  put(`dist/client/${bundledPackagesFile}`, [reactNotice]);
  put(`dist/server/${bundledPackagesFile}`, [reactNotice, { ...reactNotice, name: 'hono' }]);
  writeLicenses(root, ['dist/client', 'dist/server']);
  const text = readFileSync(join(root, 'dist/licenses.md'), 'utf8');
  for (const part of [
    '| react | 19.0.0 | MIT |',
    '| hono |',
    '| sharp | 1.0.0 | Apache-2.0 |',
    '| cairo | Mozilla',
    'SIL OPEN',
  ])
    expect(text).toContain(part);
  expect(text.match(/### react/g)).toHaveLength(1);
  expect(text).not.toContain('a-tool');
});

test('fails the build on an unknown or missing license, and on a dependency without a lock entry', () => {
  put(`dist/client/${bundledPackagesFile}`, [{ ...reactNotice, name: 'strange', identifier: 'GPL-3.0' }]);
  expect(() => writeLicenses(root, ['dist/client'])).toThrow('strange (GPL-3.0)');
  put(`dist/client/${bundledPackagesFile}`, [{ ...reactNotice, name: 'silent', text: null }]);
  expect(() => writeLicenses(root, ['dist/client'])).toThrow('silent');
  put('package.json', { dependencies: { unknown: '1.0.0' } });
  put(`dist/client/${bundledPackagesFile}`, [reactNotice]);
  expect(() => writeLicenses(root, ['dist/client'])).toThrow('unknown');
});
