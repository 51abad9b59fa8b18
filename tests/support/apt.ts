import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

function aptGet(...args: string[]): boolean {
  console.log(`$ apt-get ${args.join(' ')}`);
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const { status } = spawnSync('apt-get', ['-q', '-o', 'DPkg::Lock::Timeout=120', ...args], {
    env,
    stdio: ['ignore', 'ignore', 'inherit'],
    timeout: 300_000,
  });
  return status === 0;
}

let isUpToDate = false;

/** Installs Debian's packages where this user may, and takes none away for them. */
export function aptInstall(...packages: readonly string[]): boolean {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return false;
  const install = () => aptGet('install', '-y', '--no-install-recommends', '--no-remove', ...packages);
  if (install()) return true;
  if (isUpToDate) return false;
  isUpToDate = aptGet('update');
  return isUpToDate && install();
}
