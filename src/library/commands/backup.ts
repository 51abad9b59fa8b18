import { existsSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import * as v from 'valibot';
import { ConfigError } from '#settings/config-error.ts';
import { writeArchive } from '../copy/archive.ts';
import { checkArchive } from '../copy/check-archive.ts';
import { countLibrary } from '../copy/copy-library.ts';
import { TargetLibrary } from '../copy/library-source.ts';
import { pathWithin } from '../copy/manifest.ts';
import { readNote } from '../note.ts';
import { withTarget } from '../open-target.ts';
import { type Command, endDryRun, everyHundred, exitCode, locked } from './command.ts';

/** Makes one archive of all rows, all files and the site's own texts while the site runs, and checks every hash of it. */
export const backupCommand: Command = async (context) => {
  const { options, messages, screen, signal } = context;
  const path = options.operand;
  if (!path) throw new ConfigError(messages.backup.noFile);
  if (existsSync(path)) throw new ConfigError(messages.backup.exists(path));
  if (!existsSync(dirname(path))) throw new ConfigError(messages.backup.noFolder(dirname(path)));
  await withTarget(options, async ({ target }) => {
    const from = new TargetLibrary(target, options, signal);
    if (options.dryRun) {
      const { rows, files } = await countLibrary(from);
      return screen.print(messages.backup.would(path, rows, files));
    }
    const content = siteFiles(join(options.root, 'content'));
    const onFile = everyHundred(context, messages.backup.copying);
    // Nobody publishes meanwhile: rows and files are of one moment.
    await locked(target, context, () => writeArchive(from, content, path, onFile));
  });
  if (options.dryRun) return endDryRun(context);
  screen.print(messages.backup.checking);
  const { rows, files, missing } = await checkArchive(path);
  screen.print(messages.backup.done(path, rows, files.length, (await stat(path)).size));
  if (missing.length === 0) return exitCode.done;
  screen.print(messages.backup.missing(missing.length));
  return exitCode.attention;
};

/** The site's own files, as they stand in the folder `content`: texts, glossary and logo, those of them that are there. */
function siteFiles(contentDir: string): { name: string; path: string }[] {
  // Whatever else is wrong with the texts, they are backed up as they are.
  const { logo, logoDark } = Object(readNote(join(contentDir, 'site.json')));
  const logos = [logo, logoDark].filter((name) => v.is(pathWithin, name));
  return [...new Set(['site.json', 'glossary.json', ...logos])]
    .map((name) => ({ name, path: join(contentDir, name) }))
    .filter(({ path }) => existsSync(path));
}
