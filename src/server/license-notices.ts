import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** A package that Vite put into a bundle. */
interface Bundled {
  name: string;
  version: string;
  /** SPDX. */
  identifier?: string | null;
  text?: string | null;
}

/** Path of the list of bundled packages, below the build's folder. */
export const bundledFile = '.vite/bundled.json';

/** Licenses that the package may contain. Any other stops the build until a maintainer decides. */
const acceptedLicenses = /^(?:MIT|ISC|0BSD|BSD-[23]-Clause|Apache-2\.0|BlueOak-1\.0\.0|Unlicense|MIT OR .*)$/;

/** Writes `dist/licenses.md`: the licenses of bundled and of installed packages. `outputs` are the folders of the builds. */
export function writeLicenses(root: string, outputs: readonly string[]): void {
  const bundled = outputs.flatMap((folder): Bundled[] =>
    JSON.parse(readFileSync(join(root, folder, bundledFile), 'utf8')),
  );
  const packages = [...new Map(bundled.map((each) => [`${each.name} ${each.version}`, each])).values()].sort(
    (a, b) => (a.name < b.name ? -1 : 1),
  );
  const unknownLicenses = packages.filter(
    ({ identifier, text }) => !acceptedLicenses.test(identifier ?? '') || !text,
  );
  if (unknownLicenses.length > 0)
    throw new Error(
      `Look at the license of ${unknownLicenses.map(({ name, identifier }) => `${name} (${identifier})`).join(', ')}.`,
    );
  const parts = [
    '# Licenses of what Minbar ships\n\nMinbar itself is under the MIT license (LICENSE). The package holds parts of these packages:',
    table(packages.map(({ name, version, identifier }) => [name, version, identifier ?? ''])),
    'Its fonts are Readex Pro, Markazi Text and Noto Naskh Arabic, subsets, under the SIL Open Font License 1.1.',
    '## Installed with it\n\nThese come as packages of their own, each with its license next to it, and can be replaced there:',
    table(installed(root)),
    'The packages of Node hold Node.js (MIT, with the parts its LICENSE names); `@hyzyla/pdfium` holds PDFium (BSD-3-Clause and Apache-2.0).',
    ...libraries(root),
    '## Texts',
    ...packages.map(({ name, version, text }) => `### ${name} ${version}\n\n${indented(text ?? '')}`),
    ...globSync('src/**/*.license.txt', { cwd: root })
      .sort()
      .map((path) => `### Fonts and texts\n\n${indented(readFileSync(join(root, path), 'utf8'))}`),
  ];
  writeFileSync(join(root, 'dist/licenses.md'), `${parts.join('\n\n')}\n`);
}

const table = (rows: string[][]): string =>
  ['| Package | Version | License |', '|---|---|---|', ...rows.map((row) => `| ${row.join(' | ')} |`)].join(
    '\n',
  );

/** Every line as code, so that nothing in it is read as Markdown. */
const indented = (text: string): string => text.trim().replace(/^/gm, '    ');

function installed(root: string): string[][] {
  const { dependencies, optionalDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
  const names = Object.keys({ ...dependencies, ...optionalDependencies });
  const missing = names.filter((name) => !packages[`node_modules/${name}`]);
  if (missing.length > 0) throw new Error(`package-lock.json has no license of ${missing.join(', ')}.`);
  return Object.entries<{ version: string; license?: string; dev?: boolean }>(packages)
    .filter(([path, { dev }]) => path.startsWith('node_modules/') && !dev)
    .map(([path, { version, license = '' }]) => [path.replace(/^.*node_modules\//, ''), version, license]);
}

/** The libraries inside the image package, from its own table, which names the LGPL and MPL parts. */
function libraries(root: string): string[] {
  const [path] = globSync('node_modules/@img/sharp-libvips-*/README.md', { cwd: root });
  if (!path) return [];
  const lines = readFileSync(join(root, path), 'utf8').match(/^\|.*\|$/gm) ?? [];
  return [
    'sharp links libvips and these libraries dynamically; a user may put others in the place of `@img/sharp-libvips-…`:',
    lines.join('\n'),
    'Terms: [LGPL 3](https://www.gnu.org/licenses/lgpl-3.0.html), [MPL 1.1](https://www.mozilla.org/MPL/1.1/). Sources, and how they are built: https://github.com/lovell/sharp-libvips.',
  ];
}
