import { createRequire } from 'node:module';
import type {
  CompatData,
  CompatStatement,
  Identifier,
  SimpleSupportStatement,
} from '@mdn/browser-compat-data';

/** MDN's data about the features of browser versions. */
export const compat = createRequire(import.meta.url)('@mdn/browser-compat-data') as CompatData;

/** The oldest browser versions in which the full site works (docs/browsers.md). */
const minimumVersions: Record<string, number> = {
  safari: 15.4,
  safari_ios: 15.4,
  chrome: 99,
  chrome_android: 99,
  edge: 99,
  firefox: 98,
  samsunginternet_android: 18,
};

const parseVersion = (version: string): number => Number.parseFloat(version.replace('≤', ''));

function isSupportedIn(statement: SimpleSupportStatement, version: number, prefixed: boolean): boolean {
  const { version_added: added, version_removed: removed, flags, prefix, alternative_name } = statement;
  if (flags || (prefix && !prefixed) || alternative_name || typeof added !== 'string') return false;
  return parseVersion(added) <= version && (typeof removed !== 'string' || parseVersion(removed) > version);
}

function isSupportedEverywhere({ support }: CompatStatement, prefixed: boolean): boolean {
  return Object.entries(minimumVersions).every(([browser, version]) => {
    const statements = support[browser as keyof typeof support];
    // MDN omits some phone browsers from its data about web extensions.
    return (
      statements === undefined ||
      [statements].flat().some((statement) => isSupportedIn(statement, version, prefixed))
    );
  });
}

/** Returns a feature of MDN's data by its path, such as `css`, `properties`, `gap`; undefined if there is none. */
export function feature(...path: string[]): Identifier | undefined {
  let entry: unknown = compat;
  for (const name of path) entry = Object.hasOwn(Object(entry), name) ? Object(entry)[name] : undefined;
  return entry as Identifier | undefined;
}

/** Whether all minimum versions have a feature, with `prefixed` also under a prefix. Features that MDN does not list count as old. */
export function hasFeature(path: readonly string[], { prefixed = false } = {}): boolean {
  const statement = feature(...path)?.__compat;
  return statement === undefined || isSupportedEverywhere(statement, prefixed);
}
