import { readFile } from 'node:fs/promises';
import { join, normalize } from 'node:path';

/** The site's own files, as they stand in the folder `content`: texts, glossary and logo, those of them that are there. */
export async function siteFiles(contentDir: string): Promise<{ name: string; path: string }[]> {
  const texts = await readFile(join(contentDir, 'site.json'), 'utf8').catch(() => '');
  const names = new Set(['site.json', 'glossary.json', ...logoIn(texts)]);
  const found: { name: string; path: string }[] = [];
  for (const name of names) {
    const path = join(contentDir, name);
    const isThere = await readFile(path).then(
      () => true,
      () => false,
    );
    if (isThere) found.push({ name, path });
  }
  return found;
}

function isWithin(name: unknown): name is string {
  return typeof name === 'string' && name !== '' && normalize(name) === name && !/^([./\\]|\w:)/.test(name);
}

/** Whatever else is wrong with the file, it is backed up as it is. */
function logoIn(texts: string): string[] {
  try {
    const { logo, logoDark } = JSON.parse(texts);
    return [logo, logoDark].filter(isWithin);
  } catch {
    return [];
  }
}
