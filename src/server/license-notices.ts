import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** A package that Vite put into a bundle. */
interface BundledPackage {
  name: string;
  version: string;
  /** SPDX license expression. */
  identifier?: string | null;
  text?: string | null;
}

/** Path of the list of bundled packages, inside the folder of a build. */
export const bundledPackagesFile = '.vite/bundled.json';

/** Licenses that are allowed in bundles. Any other license stops the build until a maintainer decides. */
const acceptedLicenses = /^(?:MIT|ISC|0BSD|BSD-[23]-Clause|Apache-2\.0|BlueOak-1\.0\.0|Unlicense|MIT OR .*)$/;

/**
 * Writes `dist/licenses.md`: the licenses of bundled and of installed packages. Throws if a bundled package has another license
 * than `acceptedLicenses`, or no license text. `outputs` are the folders of the builds.
 */
export function writeLicenses(root: string, outputs: readonly string[]): void {
  const bundled = outputs.flatMap((folder): BundledPackage[] =>
    JSON.parse(readFileSync(join(root, folder, bundledPackagesFile), 'utf8')),
  );
  const packages = [
    ...new Map(bundled.map((entry) => [`${entry.name} ${entry.version}`, entry])).values(),
  ].sort((a, b) => (a.name < b.name ? -1 : 1));
  const unknownLicenses = packages.filter(
    ({ identifier, text }) => !acceptedLicenses.test(identifier ?? '') || !text,
  );
  if (unknownLicenses.length > 0)
    throw new Error(
      `Packages with a missing or unknown license: ${unknownLicenses.map(({ name, identifier }) => `${name} (${identifier})`).join(', ')}. Check each license, then add it to acceptedLicenses.`,
    );
  const parts = [
    '# Licenses of Minbar and the software in it\n\nMinbar itself is under the MIT license (LICENSE). The package contains parts of these packages:',
    formatTable(packages.map(({ name, version, identifier }) => [name, version, identifier ?? ''])),
    'Its fonts are subsets of Readex Pro, Markazi Text and Noto Naskh Arabic, under the SIL Open Font License 1.1.',
    '## Separate packages\n\nThese packages are installed with Minbar, each with its license file, and can be replaced:',
    formatTable(listInstalledPackages(root)),
    'The packages of Node contain Node.js (MIT, with the parts named in its LICENSE); `@hyzyla/pdfium` contains PDFium (BSD-3-Clause and Apache-2.0).',
    ...listBundledLibraries(root),
    '## Texts',
    ...packages.map(({ name, version, text }) => `### ${name} ${version}\n\n${indent(text ?? '')}`),
    ...globSync('src/**/*.license.txt', { cwd: root })
      .sort()
      .map((path) => `### Fonts and texts\n\n${indent(readFileSync(join(root, path), 'utf8'))}`),
  ];
  writeFileSync(join(root, 'dist/licenses.md'), `${parts.join('\n\n')}\n`);
}

const formatTable = (rows: string[][]): string =>
  ['| Package | Version | License |', '|---|---|---|', ...rows.map((row) => `| ${row.join(' | ')} |`)].join(
    '\n',
  );

/** Indents every line, so that Markdown renders the text as code. */
const indent = (text: string): string => text.trim().replace(/^/gm, '    ');

/** Lists the packages that npm installs with Minbar, on any system, with version and license. */
function listInstalledPackages(root: string): string[][] {
  const { dependencies, optionalDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
  const names = Object.keys({ ...dependencies, ...optionalDependencies });
  const missingNames = names.filter((name) => !packages[`node_modules/${name}`]);
  if (missingNames.length > 0)
    throw new Error(`package-lock.json has no entry for ${missingNames.join(', ')}. Run npm install.`);
  return Object.entries<{ version: string; license?: string; dev?: boolean }>(packages)
    .filter(([path, { dev }]) => path.startsWith('node_modules/') && !dev)
    .map(([path, { version, license = '' }]) => [path.replace(/^.*node_modules\//, ''), version, license]);
}

/** Returns Markdown with the libraries inside sharp's binary package and their terms; empty if that package is not installed. */
function listBundledLibraries(root: string): string[] {
  const [path] = globSync('node_modules/@img/sharp-libvips-*/README.md', { cwd: root });
  if (!path) return [];
  const lines = readFileSync(join(root, path), 'utf8').match(/^\|.*\|$/gm) ?? [];
  return [
    'sharp links libvips and these libraries dynamically; users may replace `@img/sharp-libvips-…`:',
    lines.join('\n'),
    'Terms: [LGPL 3](https://www.gnu.org/licenses/lgpl-3.0.html), [MPL 1.1](https://www.mozilla.org/MPL/1.1/). Sources and build instructions: https://github.com/lovell/sharp-libvips.',
  ];
}
