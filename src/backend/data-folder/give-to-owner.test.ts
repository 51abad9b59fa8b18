import {
  chownSync,
  linkSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { giveToOwner } from './give-to-owner.ts';

const [site, other] = [12_345, 12_346];

test.skipIf(process.getuid?.() !== 0)(
  'what root made in the folder of a user is given to that user, and nothing else is',
  () => {
    const home = mkdtempSync(join(tmpdir(), 'minbar-given-'));
    const folder = join(home, 'data');
    const place = (name: string) => join(folder, name);
    const owner = (name: string) => lstatSync(place(name)).uid;
    try {
      mkdirSync(place('files/9f'), { recursive: true });
      for (const name of ['files/9f/new', 'theirs', '../outside', '../twice']) writeFileSync(place(name), '');
      chownSync(place('theirs'), other, other);
      symlinkSync('../outside', place('link'));
      linkSync(place('../twice'), place('twice'));
      giveToOwner(folder);
      expect(owner('files')).toBe(0);

      chownSync(folder, site, site);
      giveToOwner(folder);
      for (const name of ['files', 'files/9f', 'files/9f/new', 'link']) expect(owner(name), name).toBe(site);
      expect(owner('theirs')).toBe(other);
      for (const name of ['../outside', '../twice', 'twice']) expect(owner(name), name).toBe(0);
    } finally {
      rmSync(home, { recursive: true });
    }
  },
);
