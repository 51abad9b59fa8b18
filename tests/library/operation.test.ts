import { execFile } from 'node:child_process';
import { mkdir, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { Owner } from './owner.ts';

const projectRoot = join(import.meta.dirname, '../..');
const operation = await readFile(join(projectRoot, 'docs/operation.md'), 'utf8');
/** The nightly commands as a shell runs them: systemd escapes a percent sign as `%%`, cron as `\%`. */
const nightly = {
  systemd: /^ExecStart=\/bin\/sh -c '(.*)'$/m.exec(operation)?.[1]?.replaceAll('%%', '%') ?? '',
  cron:
    /^\| cron \| `0 3 \* \* \* cd \/srv\/minbar && (.*)` \|$/m.exec(operation)?.[1]?.replaceAll('\\%', '%') ??
    '',
};

let owner: Owner;
beforeEach(async () => {
  owner = await Owner.make({ 'Fiqh/Wudu.pdf': 'wudu' });
  await owner.run('publish', '--yes');
});
afterEach(() => owner.cleanUp());

test.runIf(process.platform !== 'win32').each(Object.entries(nightly))(
  'the nightly backup of %s overwrites that of the same weekday, with or without a running site',
  async (_, command) => {
    const backups = join(owner.root, 'backup');
    await mkdir(backups);
    const run = async () => {
      const shell = command.replace('/backup/', `${backups}/`);
      await promisify(execFile)('/bin/sh', ['-c', shell], {
        cwd: projectRoot,
        env: { ...process.env, ...owner.env },
      });
      return readdir(backups);
    };
    const site = await owner.startSite();
    const first = await run().finally(() => site.stop());
    expect(first).toEqual([expect.stringMatching(/^minbar-[1-7]\.tar\.gz$/)]);
    await owner.folder.write('Fiqh/Later.pdf', 'later');
    await owner.run('publish', '--yes');
    expect(await run()).toEqual(first);
    await owner.run('restore', join(backups, first[0] ?? ''), '--yes');
    expect(await owner.onlineLessons()).toHaveLength(2);
  },
);
