import { ConfigError } from '#settings/config-error.ts';
import { AppwriteCatalogue } from '../catalogue/appwrite-catalogue.ts';
import type { Target } from '../catalogue/target.ts';
import { compareLibraries } from '../copy/compare-libraries.ts';
import { copyLibrary, countLibrary, type RefusedFile, takenFiles } from '../copy/copy-library.ts';
import { TargetLibrary } from '../copy/library-source.ts';
import { isHeldBy } from '../journal/lock.ts';
import { openEmbedded } from '../open-target.ts';
import { type Command, type CommandContext, endDryRun, everyHundred, exitCode, locked } from './command.ts';

/** Copies the whole library from one backend to the other, with the same ids, and proves it by comparing all of it. */
export const moveCommand: Command = async (context) => {
  const { options, messages, screen } = context;
  if (options.to !== 'appwrite' && options.to !== 'embedded') throw new ConfigError(messages.move.noTarget);
  if (!options.hosted?.key) throw new ConfigError(messages.move.needsAppwrite);
  const { hosted } = options;
  const nameOf = (target: Target) => (target.embedded ? options.dataDir : target.endpoint);
  await using open = await openEmbedded(options);
  const [from, to] = options.to === 'appwrite' ? [open.target, hosted] : [hosted, open.target];
  screen.print(messages.move.from(nameOf(from)));
  screen.print(messages.move.to(nameOf(to)));
  return await (options.dryRun ? preview(from, to, context) : move(from, to, context));
};

async function move(from: Target, to: Target, context: CommandContext) {
  const { options, messages, screen, signal } = context;
  const source = new TargetLibrary(from, options, signal);
  return locked(from, context, async ({ run }) => {
    // It would wait for itself.
    if (await isHeldBy(new AppwriteCatalogue(to, signal), run)) {
      screen.print(messages.move.same);
      return exitCode.usage;
    }
    return locked(to, context, async ({ held }) => {
      const copy = new TargetLibrary(to, options, signal, held);
      const refused = await copyLibrary(source, copy, everyHundred(context, messages.backup.copying));
      screen.print(messages.move.proving);
      const { rows, files, differences, extra } = await compareLibraries(source, copy, refused);
      if (extra > 0) screen.print(messages.move.extra(extra));
      for (const difference of differences) screen.print(messages.move.differs(difference));
      if (differences.length > 0) return exitCode.failed;
      screen.print(messages.move.done(rows, files));
      return sayRefused(refused, context);
    });
  });
}

/** Says what would be copied. */
async function preview(from: Target, to: Target, context: CommandContext) {
  const { options, messages, screen, signal } = context;
  const source = new TargetLibrary(from, options, signal);
  const { refused } = await takenFiles(source, new TargetLibrary(to, options, signal));
  const { rows, files } = await countLibrary(source, refused);
  screen.print(messages.move.would(rows, files));
  return endDryRun(context, sayRefused(refused, context));
}

function sayRefused(refused: readonly RefusedFile[], { messages, screen }: CommandContext) {
  for (const file of refused) screen.print(messages.move.refused(file));
  return refused.length > 0 ? exitCode.attention : exitCode.done;
}
