import { cpus, totalmem } from 'node:os';

/** One sentence about where the figures come from. */
export function machine(...programs: string[]): string {
  const [first] = cpus();
  const memory = `${Math.round(totalmem() / 2 ** 30)} GiB`;
  const parts = [`${cpus().length} cores (${first?.model.trim() ?? 'unknown'})`, memory, process.platform];
  return `Machine: ${[...parts, `Node ${process.versions.node}`, ...programs].join(', ')}.`;
}
