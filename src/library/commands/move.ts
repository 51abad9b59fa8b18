import { ConfigError } from '#settings/config-error.ts';
import { scanLibraryFolder } from '../folder/scan.ts';
import type { Mirror } from '../sync/appwrite.ts';
import { checkLocal, checkMirror, type Fault } from '../sync/check.ts';
import { compareStates, pull } from '../sync/pull.ts';
import { countPush, planPush, push, type RefusedLesson } from '../sync/push.ts';
import {
  askToConfirm,
  createProgress,
  endDryRun,
  exitCode,
  type LibraryCommand,
  type LibraryContext,
} from './command.ts';
import {
  hostedLibrary,
  printUnsentWords,
  readMirror,
  readNewWords,
  recordRemovedLessons,
  reportRefused,
  warnWithoutSite,
} from './mirror.ts';

/** Copies the library of the data folder to the hosted project, or the other way round, and compares both. */
export const moveCommand: LibraryCommand = async (context) => {
  const { options, messages, screen, signal } = context;
  if (options.to !== 'appwrite' && options.to !== 'embedded') throw new ConfigError(messages.move.noTarget);
  if (!options.hosted?.key) throw new ConfigError(messages.move.needsAppwrite);
  const remote = hostedLibrary(options.hosted, signal);
  const locations = [options.dataDir, remote.target.endpoint];
  const [from = '', to = ''] = options.to === 'appwrite' ? locations : locations.reverse();
  screen.print(messages.move.from(from));
  screen.print(messages.move.to(to));
  const mirror = await readMirror(context, remote);
  return options.to === 'appwrite' ? moveToProject(mirror, context) : moveToDataFolder(mirror, context);
};

async function moveToProject(mirror: Mirror, context: LibraryContext) {
  const { options, messages, screen, local } = context;
  const { remote, state, library } = mirror;
  await warnWithoutSite(context, remote);
  const plan = await planPush(local, mirror);
  const { files, rows } = countPush(plan);
  const { lessons: overwrittenLessons } = compareStates(library, state, local.log.mirroredRows(remote.name));
  for (const { fileName } of overwrittenLessons) screen.print(messages.move.onlyOnAppwrite(fileName));
  if (options.dryRun) screen.print(messages.move.dryRun(rows, files));
  await printUnsentWords(context, mirror);
  if (options.dryRun) return endDryRun(context, reportRefused(plan.refusedLessons, context));
  const refusal =
    overwrittenLessons.length > 0
      ? await askToConfirm(messages.prompts.move(overwrittenLessons.length), context)
      : null;
  if (refusal !== null) return refusal;
  const refusedLessons = await push(local, mirror, plan, createProgress(screen, messages.backup.copying));
  recordRemovedLessons(local, options.dataDir);
  await readNewWords(context, remote, { lessons: [] });
  screen.print(messages.move.comparing);
  const faults = await checkMirror(local, { ...mirror, state: await remote.read() }, () => {});
  return reportDifferences(faults, mirror, refusedLessons, context);
}

async function moveToDataFolder(mirror: Mirror, context: LibraryContext) {
  const { state, library } = mirror;
  const { options, messages, screen, signal, pdfs, local } = context;
  const { dryRun: isDryRun, folder } = options;
  const listing = await scanLibraryFolder(local.maxFileBytes(), options, { signal, pdfs });
  const { removedLessons } = compareStates(library, state, {}, true);
  for (const { fileName } of removedLessons) screen.print(messages.move.onlyOnThisComputer(fileName));
  if (!isDryRun && removedLessons.length > 0) {
    const refusal = await askToConfirm(messages.prompts.move(removedLessons.length), context);
    if (refusal !== null) return refusal;
  }
  const onFile = createProgress(screen, messages.backup.copying);
  const pullResult = await pull(local, mirror, {
    isDryRun,
    isWhole: true,
    folder,
    listing,
    onFile,
    signal,
  });
  const refusedLessons = pullResult.damagedNames.map((name) => ({ fileId: '', name, size: 0, limit: null }));
  if (isDryRun) {
    screen.print(messages.move.dryRun(state.lessons.length + state.categories.length, state.files.size));
    return endDryRun(context, reportRefused(refusedLessons, context));
  }
  await readNewWords(context, null, listing);
  screen.print(messages.move.comparing);
  const target = { ...mirror, library: pullResult.library };
  // Ignores files that are missing or damaged only in the project, because the data folder has them.
  const mirrorFaults = await checkMirror(local, target, () => {});
  const faults = [
    ...(await checkLocal(local, () => {}, signal)),
    ...mirrorFaults.filter(({ kind }) => kind === 'differs'),
  ];
  return reportDifferences(faults, target, refusedLessons, context);
}

/** Reports remaining differences between both sides; returns the exit code. */
function reportDifferences(
  faults: Fault[],
  { library }: Mirror,
  refusedLessons: RefusedLesson[],
  context: LibraryContext,
) {
  const { messages, screen } = context;
  const names = new Set(refusedLessons.map(({ name }) => name));
  const differences = faults.filter(({ name }) => !names.has(name));
  for (const { name } of differences) screen.print(messages.move.differs(name));
  if (differences.length > 0) return exitCode.failed;
  const lessons = library.lessons.filter(({ fileName }) => !names.has(fileName));
  screen.print(messages.move.done(lessons.length + library.categories.length, lessons.length));
  return reportRefused(refusedLessons, context);
}
