import { unsafeInNames } from '#contract/name.ts';

const unsafe = new RegExp(unsafeInNames, 'gu');

/**
 * A name of a row as programs of others are given it: in one line, without controls and direction overrides, which another
 * backend may have let in (docs/rules.md#untrusted-rows).
 */
export function shownName(name: string): string {
  return name.toWellFormed().replace(unsafe, ' ').replace(/\s+/g, ' ').trim();
}
