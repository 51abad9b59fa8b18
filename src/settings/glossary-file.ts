import * as v from 'valibot';
import { settingsMessages } from './messages.ts';
import { failIn, readOwnersFile } from './owners-file.ts';
import { ownersLanguage } from './owners-language.ts';

const word = v.pipe(
  v.string(),
  v.check((text) => text.trim() !== ''),
);
const glossary = v.optional(v.array(v.pipe(v.array(word), v.minLength(2))), []);

const file = 'glossary.json';

/**
 * Reads and checks `content/glossary.json`: groups of words with the same meaning, none if the owner has deleted the file. Throws a
 * `ConfigError` that names the file and the mistake.
 */
export function readGlossaryFile(
  contentDir: string,
  messages = settingsMessages(ownersLanguage(contentDir)),
) {
  const result = v.safeParse(glossary, readOwnersFile(contentDir, file, messages));
  if (result.success) return result.output;
  const group = result.issues[0].path?.[0].key;
  const fail = failIn(file, messages);
  return fail(typeof group === 'number' ? messages.group(group + 1) : messages.groups);
}
