import { type ChildProcess, spawn } from 'node:child_process';
import { setTimeout } from 'node:timers/promises';
import type { Owner } from '../../tests/library/owner.ts';

const root = new URL('../../', import.meta.url);
const running = new Set<ChildProcess>();
// Whatever ends this process ends what it started.
process.on('exit', () => {
  for (const child of running) child.kill('SIGKILL');
});
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(1));

function start(owner: Owner, args: string[]): { child: ChildProcess; ended: Promise<NodeJS.Signals | null> } {
  const { NODE_ENV: _own, ...inherited } = process.env;
  const env = { ...inherited, ...owner.env, INIT_CWD: owner.root, PORT: '0', HOST: '127.0.0.1' };
  const child = spawn(process.execPath, ['minbar.mjs', ...args], { cwd: root, env, stdio: 'ignore' });
  running.add(child);
  const ended = new Promise<NodeJS.Signals | null>((resolve) =>
    child.once('exit', (_, signal) => resolve(signal)),
  );
  void ended.then(() => running.delete(child));
  return { child, ended };
}

/** The site is built once, or a kill would meet the build. */
export async function buildSite(owner: Owner): Promise<void> {
  await start(owner, ['build']).ended;
}

/** Milliseconds that a command takes when it is let alone, as seen so far. */
const usual: Record<'publish' | 'undo', number> = { publish: 1500, undo: 1500 };

/** Runs a command and kills it at a moment of its time. Answers whether it was still running. */
export async function killedCommand(
  owner: Owner,
  what: 'publish' | 'undo',
  random: () => number,
): Promise<boolean> {
  const began = performance.now();
  const { child, ended } = start(owner, ['library', what, '--yes', '--lang', 'en']);
  // A program that starts touches nothing: more of the kills come later.
  await Promise.race([ended, setTimeout(usual[what] * (0.2 + random() * 0.9))]);
  child.kill('SIGKILL');
  const killed = (await ended) === 'SIGKILL';
  const took = performance.now() - began;
  usual[what] = killed ? usual[what] * 1.02 : usual[what] * 0.8 + took * 0.2;
  return killed;
}

/** Lets the site publish by itself and kills it with what it started. */
export async function killedSite(owner: Owner, random: () => number): Promise<boolean> {
  const { child, ended } = start(owner, ['start']);
  await Promise.race([ended, setTimeout(1000 + random() * 4000)]);
  child.kill('SIGKILL');
  const killed = (await ended) === 'SIGKILL';
  // The process that publishes for it ends by itself when the site is gone, at its next step.
  await setTimeout(1000);
  return killed;
}

/** Undoes while the site runs, kills the undo, gives the site a moment to complete it, and kills the site too. */
export async function killedBesideSite(owner: Owner, random: () => number): Promise<boolean> {
  const site = start(owner, ['start']);
  await Promise.race([site.ended, setTimeout(4000)]);
  const killed = await killedCommand(owner, 'undo', random);
  await setTimeout(random() * 3000);
  site.child.kill('SIGKILL');
  await site.ended;
  await setTimeout(1000);
  return killed;
}
