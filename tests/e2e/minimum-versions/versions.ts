import { createRequire } from 'node:module';
import type {
  CompatData,
  CompatStatement,
  Identifier,
  SimpleSupportStatement,
} from '@mdn/browser-compat-data';

/** MDN's data: the features of each version of each browser. */
export const compat = createRequire(import.meta.url)('@mdn/browser-compat-data') as CompatData;

/** The oldest versions in which the whole site works (docs/browsers.md). */
const minimumVersions: Record<string, number> = {
  safari: 15.4,
  safari_ios: 15.4,
  chrome: 99,
  chrome_android: 99,
  edge: 99,
  firefox: 98,
  samsunginternet_android: 18,
};

const number = (version: string): number => Number.parseFloat(version.replace('≤', ''));

function isIn(statement: SimpleSupportStatement, version: number, prefixed: boolean): boolean {
  const { version_added: added, version_removed: removed, flags, prefix, alternative_name } = statement;
  if (flags || (prefix && !prefixed) || alternative_name || typeof added !== 'string') return false;
  return number(added) <= version && (typeof removed !== 'string' || number(removed) > version);
}

function holds({ support }: CompatStatement, prefixed: boolean): boolean {
  return Object.entries(minimumVersions).every(([browser, version]) => {
    const statements = support[browser as keyof typeof support];
    // Phone browsers without recorded versions get those of the desktop.
    return (
      statements === undefined || [statements].flat().some((statement) => isIn(statement, version, prefixed))
    );
  });
}

/** Returns a feature of MDN's data by its path, such as `css`, `properties`, `gap`; undefined if there is none. */
export function feature(...path: string[]): Identifier | undefined {
  let entry: unknown = compat;
  for (const name of path) entry = Object.hasOwn(Object(entry), name) ? Object(entry)[name] : undefined;
  return entry as Identifier | undefined;
}

/** Whether every minimum version has a feature; an unrecorded one counts as old. */
export function hasFeature(path: readonly string[], { prefixed = false } = {}): boolean {
  const statement = feature(...path)?.__compat;
  return statement === undefined || holds(statement, prefixed);
}
