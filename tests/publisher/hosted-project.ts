import { spawn } from 'node:child_process';
import { join } from 'node:path';
import type { Troubles } from '../support/appwrite-habits.ts';

export const project = 'mosque';

export interface Hosted {
  endpoint: string;
  /** What goes wrong there from now on. */
  trouble(troubles: Partial<Troubles>): Promise<void>;
  stop(): Promise<void>;
}

/** A hosted project: another process, another project id, a key of its own. */
export async function startHosted(): Promise<Hosted> {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'hosted-backend.ts'), project], {
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
  const endpoint = await new Promise<string>((resolve, reject) => {
    child.stdout?.once('data', (bytes) => resolve(String(bytes).trim()));
    child.once('exit', () => reject(new Error('the backend did not start')));
  });
  const stop = async () => {
    const gone = new Promise((resolve) => child.once('exit', resolve));
    child.kill();
    await gone;
  };
  const trouble = async (troubles: Partial<Troubles>) => {
    const told = new Promise((resolve) => child.once('message', resolve));
    child.send(troubles);
    await told;
  };
  return { endpoint, trouble, stop };
}
