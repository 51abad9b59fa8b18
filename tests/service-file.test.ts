import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const rateService = () =>
  spawnSync('systemd-analyze', ['security', '--offline=yes', 'docs/minbar.service'], { encoding: 'utf8' });
const hasSystemd = spawnSync('systemd-analyze', ['--version']).status === 0;

test.runIf(hasSystemd)('the service has a low exposure level', () => {
  const [, exposure] = /exposure level for minbar\.service: ([\d.]+)/.exec(rateService().stdout) ?? [];
  expect(Number(exposure)).toBeLessThan(2.5);
});

test('the service runs as the user of the installation guide, and may write the folders that the guide names', () => {
  const service = readFileSync('docs/minbar.service', 'utf8');
  const installationGuide = readFileSync('docs/installation.md', 'utf8');
  const [, user = ''] = /^User=(\S+)$/m.exec(service) ?? [];
  expect(installationGuide).toMatch(new RegExp(`^ *useradd .* ${user}$`, 'm'));
  expect(installationGuide).toContain(`chown -R ${user}: content`);
  const [, folder = ''] = /^WorkingDirectory=(\S+)$/m.exec(service) ?? [];
  expect(installationGuide).toContain(`mkdir ${folder} && cd ${folder}`);
  expect(service).toContain(`ReadWritePaths=${folder}/content\n`);
  // Commands read `.env.local`, not the service; a setting in the service only would give them another data folder.
  const [, state = ''] = /^StateDirectory=(\S+)$/m.exec(service) ?? [];
  expect(installationGuide).toContain(`DATA_DIR=/var/lib/${state}\\n`);
  expect(service).not.toMatch(/^Environment=/m);
});

test.runIf(process.platform === 'linux')(
  'the service finds the bundled Node without PATH and without npm’s link',
  () => {
    const [, command = ''] =
      /^ExecStart=\/bin\/sh -c '(.*)'$/m.exec(readFileSync('docs/minbar.service', 'utf8')) ?? [];
    const nodeCommand = command.replace('node_modules/minbar/minbar.mjs start', '-p process.execPath');
    const { stdout } = spawnSync('/bin/sh', ['-c', nodeCommand], { encoding: 'utf8', env: {} });
    expect(stdout).toMatch(/\/node_modules\/node-linux-\w+\/bin\/node\n$/);
  },
);
