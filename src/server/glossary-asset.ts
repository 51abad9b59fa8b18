import { readGlossaryFile } from '#settings/glossary-file.ts';
import { assetOf } from '#site/assets.ts';

/** The owner's glossary, and the file that browsers fetch it from. Throws a `ConfigError`. */
export function readGlossary(contentDir: string) {
  const words = readGlossaryFile(contentDir);
  const asset = assetOf('glossary', 'json', 'application/json; charset=utf-8', JSON.stringify(words));
  return { words, href: asset.path, asset };
}
