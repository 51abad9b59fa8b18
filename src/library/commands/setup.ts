import type { Dirent } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { readSchema } from '#backend/schema-file.ts';
import { schemaFile } from '#settings/folders.ts';
import { provision } from '../sync/provision.ts';
import { type Command, exitCode } from './command.ts';
import { hostedLibrary } from './mirror.ts';

/** Creates tables and bucket on a hosted Appwrite, and reports them. */
export const setupCommand: Command = async ({ options, messages, screen, signal }) => {
  const say = messages.setup;
  if (!options.hosted) {
    screen.print(say.embedded);
    return exitCode.done;
  }
  const { target } = hostedLibrary(options.hosted, signal);
  let [made, different] = [0, 0];
  const largest = await provision(readSchema(schemaFile(options.root)), target, {
    isDryRun: options.dryRun,
    created(what) {
      made++;
      screen.print(options.dryRun ? say.would(what) : say.created(what));
    },
    exists: (what) => screen.print(say.exists(what)),
    differs(what, how) {
      different++;
      screen.print(say.differs(what, how));
    },
  });
  screen.print(options.dryRun ? say.wouldDo(made) : say.done(made));
  const tooLarge = largest === null ? [] : await lessonsAbove(largest, options.folder);
  if (largest !== null) screen.print(say.limited(largest, tooLarge));
  return different + tooLarge.length > 0 ? exitCode.attention : exitCode.done;
};

/** The PDFs of a folder that are larger (in bytes) than a server takes, the largest first. None when the folder is not there. */
async function lessonsAbove(limit: number, folder: string): Promise<{ name: string; size: number }[]> {
  const found = await readdir(folder, { recursive: true, withFileTypes: true }).catch((): Dirent[] => []);
  const pdfs = found.filter((entry) => entry.isFile() && /\.pdf$/i.test(entry.name));
  const sizes = pdfs.map(async ({ name, parentPath }) => ({
    name,
    size: (await stat(join(parentPath, name))).size,
  }));
  return (await Promise.all(sizes)).filter(({ size }) => size > limit).sort((a, b) => b.size - a.size);
}
