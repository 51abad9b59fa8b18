import { AppwriteCatalogue } from '../catalogue/appwrite-catalogue.ts';
import { compareLibraries } from '../copy/compare-libraries.ts';
import { copyLibrary, type RefusedFile, takenFiles } from '../copy/copy-library.ts';
import { countLibrary } from '../copy/count-library.ts';
import { tableList } from '../copy/table-list.ts';
import { TargetLibrary } from '../copy/target-library.ts';
import { exitCode } from '../exit-code.ts';
import { type HeldLock, isHeldBy, withLock } from '../journal/lock.ts';
import { hostedTarget, type OpenTarget, withEmbedded } from '../open-target.ts';
import { type Options, UsageError } from '../options.ts';
import type { Command, CommandContext } from './command.ts';

/** Copies the whole library from one backend to the other, with the same ids, and proves it by comparing all of it. */
export const moveCommand: Command = async (context) => {
  const { options, messages, screen } = context;
  if (options.to !== 'appwrite' && options.to !== 'embedded') throw new UsageError(messages.move.noTarget);
  if (!options.hosted?.key) throw new UsageError(messages.move.needsAppwrite);
  const hosted = hostedTarget(options, options.hosted);
  return withEmbedded(options, async (embedded) => {
    const [from, to] = options.to === 'appwrite' ? [embedded, hosted] : [hosted, embedded];
    screen.print(messages.move.from(nameOf(from, options)));
    screen.print(messages.move.to(nameOf(to, options)));
    return options.dryRun ? preview(from, to, context) : move(from, to, context);
  });
};

async function move(from: OpenTarget, to: OpenTarget, { options, messages, screen, signal }: CommandContext) {
  const tables = tableList(options);
  const source = new TargetLibrary(from.target, tables, signal);
  const waiting = () => screen.print(messages.publish.waiting);
  const copy = async ({ held }: HeldLock) => {
    const target = new TargetLibrary(to.target, tables, signal, held);
    const told = (done: number, all: number) => {
      if (done === all || done % 100 === 0) screen.print(messages.move.copying(done, all));
    };
    const refused = await copyLibrary(source, target, tables, told, signal);
    screen.print(messages.move.proving);
    const { rows, files, differences, extra } = await compareLibraries(source, target, tables, refused);
    if (extra > 0) screen.print(messages.move.extra(extra));
    for (const difference of differences) screen.print(messages.move.differs(difference));
    if (differences.length > 0) return exitCode.failed;
    screen.print(messages.move.done(rows, files));
    return sayRefused(refused, { messages, screen });
  };
  const locked = async ({ run }: HeldLock) => {
    // It would wait for itself.
    if (await isHeldBy(new AppwriteCatalogue(to.target, signal), run)) {
      screen.print(messages.move.same);
      return exitCode.usage;
    }
    return withLock(new AppwriteCatalogue(to.target), copy, waiting, signal);
  };
  return withLock(new AppwriteCatalogue(from.target), locked, waiting, signal);
}

/** Says what would be copied. */
async function preview(
  from: OpenTarget,
  to: OpenTarget,
  { options, messages, screen, signal }: CommandContext,
) {
  const tables = tableList(options);
  const source = new TargetLibrary(from.target, tables, signal);
  const { refused } = await takenFiles(source, new TargetLibrary(to.target, tables, signal));
  const { rows, files } = await countLibrary(source, tables, refused);
  screen.print(messages.move.would(rows, files));
  const ended = sayRefused(refused, { messages, screen });
  screen.print(messages.ask.dryRun);
  return ended;
}

function sayRefused(
  refused: readonly RefusedFile[],
  { messages, screen }: Pick<CommandContext, 'messages' | 'screen'>,
) {
  for (const file of refused) screen.print(messages.move.refused(file));
  return refused.length > 0 ? exitCode.attention : exitCode.done;
}

function nameOf({ target }: OpenTarget, options: Options): string {
  return target.embedded ? options.dataDir : target.endpoint;
}
