import { basename, dirname } from 'node:path';
import { describe, expect, test } from 'vitest';
import { importsOf, isTest, partOf, readTree } from './support/source-tree.ts';

/** The parts that each part may import: downward only (ARCHITECTURE.md). */
const parts: Record<string, readonly string[]> = {
  contract: [],
  text: ['contract'],
  http: [],
  reader: ['contract', 'text'],
  settings: ['contract', 'text'],
  backend: ['contract', 'text', 'http', 'reader'],
  web: ['contract', 'text', 'settings'],
  library: ['contract', 'text', 'http', 'reader', 'settings', 'backend'],
  site: ['contract', 'text', 'http', 'reader', 'settings', 'backend', 'web', 'library'],
  pages: ['contract', 'text', 'http', 'settings', 'backend', 'web', 'site'],
  server: ['contract', 'text', 'http', 'reader', 'settings', 'backend', 'web', 'library', 'site', 'pages'],
};

/** The folders of `src/web` that each folder there may import. */
const webFolders: Record<string, readonly string[]> = {
  fonts: [],
  styles: ['fonts'],
  i18n: [],
  page: ['i18n'],
  library: ['page', 'i18n'],
  components: ['page', 'i18n'],
  shell: ['components', 'page', 'i18n'],
};

const files = readTree('src', /\.tsx?$/);
const imports = files.flatMap(importsOf);
const show = ({ from, specifier }: { from: string; specifier: string }): string => `${from} → ${specifier}`;
const webFolder = (path: string): string | undefined => /^src\/web\/([^/]+)\//.exec(path)?.[1];
const page = (path: string): string | undefined => /^src\/pages\/([^/]+)\//.exec(path)?.[1];

describe('the source tree', () => {
  test('has every part, and every import of a TypeScript file in it leads to an existing one', () => {
    expect(new Set(files.map(({ path }) => partOf(path)))).toEqual(new Set(Object.keys(parts)));
    const paths = new Set(files.map(({ path }) => path));
    const missingFiles = imports.filter(
      ({ target }) => /^src\/.*\.tsx?$/.test(target ?? '') && !paths.has(target ?? ''),
    );
    expect(missingFiles.map(show)).toEqual([]);
    expect(imports.length).toBeGreaterThan(files.length);
  });
});

describe('imports', () => {
  test('go downward from part to part', () => {
    const upwardImports = imports.filter(({ from, target }) => {
      const [part = '', targetPart] = [partOf(from), partOf(target ?? '')];
      return targetPart !== undefined && targetPart !== part && !parts[part]?.includes(targetPart);
    });
    expect(upwardImports.map(show)).toEqual([]);
  });

  test('form no cycle between files', () => {
    const everyFile = ['src', 'tests', 'content', 'bench'].flatMap((folder) => readTree(folder, /\.tsx?$/));
    const unsorted = new Map(
      everyFile.map((file) => [file.path, importsOf(file).flatMap(({ target }) => target ?? [])]),
    );
    const isRemovable = (targets: string[]) => !targets.some((target) => unsorted.has(target));
    // Repeatedly removes files that import no remaining file, until only cycles and their importers are left.
    for (let removable = ['']; removable.length > 0; ) {
      removable = [...unsorted].filter(([, targets]) => isRemovable(targets)).map(([path]) => path);
      for (const path of removable) unsorted.delete(path);
    }
    expect([...unsorted.keys()]).toEqual([]);
  });

  test('form no cycle between the folders of a part', () => {
    // Tests may import any folder. Files directly in a part are not checked, because they combine its folders.
    const folderOf = (path: string) => /^(src\/[^/]+\/[^/]+)\//.exec(path)?.[1];
    const edges = imports.flatMap(({ from, target = '' }) => {
      const [folder, targetFolder] = [folderOf(from), folderOf(target)];
      const isInside = !isTest(from) && partOf(from) === partOf(target) && folder !== targetFolder;
      return isInside && folder && targetFolder ? [[folder, targetFolder] as const] : [];
    });
    const collectReachable = (start: string, visited = new Set<string>()): Set<string> => {
      for (const [from, to] of edges)
        if (from === start && !visited.has(to)) {
          visited.add(to);
          collectReachable(to, visited);
        }
      return visited;
    };
    const cyclicFolders = [...new Set(edges.map(([from]) => from))].filter((folder) =>
      collectReachable(folder).has(folder),
    );
    expect(cyclicFolders).toEqual([]);
  });

  test('go downward inside src/web, and no page imports another', () => {
    const upwardImports = imports.filter(({ from, target = '' }) => {
      const [folder, targetFolder] = [webFolder(from), webFolder(target)];
      if (folder === undefined || targetFolder === undefined || folder === targetFolder) return false;
      return !webFolders[folder]?.includes(targetFolder);
    });
    expect(upwardImports.map(show)).toEqual([]);
    const importsBetweenPages = imports.filter(({ from, target = '' }) => {
      const [importer, imported] = [page(from), page(target)];
      return importer !== undefined && imported !== undefined && importer !== imported;
    });
    expect(importsBetweenPages.map(show)).toEqual([]);
  });

  test('of another part start with its name, and those inside a part are relative', () => {
    const misnamedImports = imports.filter(({ from, specifier, target = '' }) =>
      specifier.startsWith('#')
        ? partOf(from) === partOf(target)
        : specifier.startsWith('.') && target.startsWith('src/') && partOf(from) !== partOf(target),
    );
    expect(misnamedImports.map(show)).toEqual([]);
  });

  test('of client code reach no server file', () => {
    const reachedPaths = new Set([
      'src/pages/client.tsx',
      'src/pages/lesson/client.ts',
      'src/pages/poster/client.ts',
    ]);
    // The loop also visits paths that it adds to the set. Type imports are removed before bundling.
    for (const path of reachedPaths) {
      for (const { from, target, isType } of imports)
        if (from === path && target && !isType) reachedPaths.add(target);
    }
    expect([...reachedPaths].filter((path) => /\.server\.tsx?$/.test(path))).toEqual([]);
    expect(reachedPaths.size).toBeGreaterThan(50);
  });

  test('never lead from product code to tests', () => {
    const tested = imports.filter(
      ({ from, target = '' }) => !isTest(from) && (isTest(target) || target.startsWith('tests/')),
    );
    expect(tested.map(show)).toEqual([]);
  });

  test('of settings in src/web are type imports, because the code of settings needs files', () => {
    const values = files.filter(
      ({ path, text }) => partOf(path) === 'web' && /^import (?!type\b)[^;]*'#settings\//m.test(text),
    );
    expect(values.map(({ path }) => path)).toEqual([]);
  });

  test('of the contract are relative, so that it uses no package', () => {
    const foreignImports = imports.filter(
      ({ from, specifier }) => partOf(from) === 'contract' && !isTest(from) && !specifier.startsWith('.'),
    );
    expect(foreignImports.map(show)).toEqual([]);
  });
});

describe('settings', () => {
  const readers = (pattern: RegExp): string[] =>
    files.filter(({ path, text }) => !isTest(path) && pattern.test(text)).map(({ path }) => path);

  test('of the process are read in environment.ts only', () => {
    expect(readers(/\bprocess\.env\b|\bloadEnvFile\b/)).toEqual(['src/settings/environment.ts']);
  });

  test('of the build are read in page-facts.ts only', () => {
    expect(readers(/\bimport\.meta\.env\b/).filter((path) => path !== 'src/web/page/page-facts.ts')).toEqual(
      [],
    );
  });
});

describe('files', () => {
  const allFiles = ['src', 'tests', 'content', 'bench'].flatMap((folder) =>
    readTree(folder, /\.(tsx?|mjs|css)$/),
  );
  const paths = allFiles.map(({ path }) => path);

  test('have descriptive names in kebab-case', () => {
    expect(paths.filter((path) => /(^|[/-])(utils?|helpers?|common|misc)([/.-]|$)/.test(path))).toEqual([]);
    const name = /^[a-z0-9]+(-[a-z0-9]+)*(\.server)?(\.(test|d|spec|bench))?\.(tsx?|mjs|css)$/;
    expect(paths.filter((path) => !name.test(basename(path)))).toEqual([]);
  });

  test('are not barrels', () => {
    const barrels = files.filter(
      ({ path, text }) =>
        /^index\.tsx?$/.test(basename(path)) ||
        text.replaceAll(/^\s*(\/\/.*|export\s[^;]*?from\s*['"][^'"]+['"];?)\s*$/gm, '').trim() === '',
    );
    expect(barrels.map(({ path }) => path)).toEqual([]);
  });

  test('of tests are next to the code they test', () => {
    const stem = (path: string): string => `${dirname(path)}/${basename(path).split('.')[0]}`;
    const tree = readTree('src', /./).map(({ path }) => path);
    const tested = new Set(tree.filter((path) => !isTest(path)).map(stem));
    expect(tree.filter((path) => isTest(path) && !tested.has(stem(path)))).toEqual([]);
  });

  test('contain no open tasks', () => {
    // Split so that the pattern does not match this line.
    const openTask = /\bTO(?:)DO\b|\bFIX(?:)ME\b|not (?:)implemented/i;
    expect(allFiles.filter(({ text }) => openTask.test(text)).map(({ path }) => path)).toEqual([]);
  });
});
