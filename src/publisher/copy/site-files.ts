import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join, normalize } from 'node:path';

/** The site's own files, as they stand in the folder `content`: texts, glossary and logo, those of them that are there. */
export async function siteFiles(contentDir: string): Promise<{ name: string; path: string }[]> {
  const texts = await readFile(join(contentDir, 'site.json'), 'utf8').catch(() => '');
  const names = new Set(['site.json', 'glossary.json', ...logosIn(texts)]);
  return [...names]
    .map((name) => ({ name, path: join(contentDir, name) }))
    .filter(({ path }) => existsSync(path));
}

function isWithin(name: unknown): name is string {
  return typeof name === 'string' && name !== '' && normalize(name) === name && !/^([./\\]|\w:)/.test(name);
}

/** Whatever else is wrong with the file, it is backed up as it is. */
function logosIn(texts: string): string[] {
  try {
    const { logo, logoDark } = JSON.parse(texts);
    return [logo, logoDark].filter(isWithin);
  } catch {
    return [];
  }
}
