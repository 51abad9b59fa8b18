import { hash } from 'node:crypto';

/**
 * An id from a seed (a content or a category's name), so that two computers, or two runs, choose the same one and neither makes a
 * second row. 20 hex digits as Appwrite's own; the next of the series when `taken` has it.
 */
export function newId(seed: string, taken: { has(id: string): boolean }): string {
  for (let turn = 0; ; turn++) {
    const id = hash('sha256', turn === 0 ? seed : `${seed}\0${turn}`).slice(0, 20);
    if (!taken.has(id)) return id;
  }
}
