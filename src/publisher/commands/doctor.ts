import { join } from 'node:path';
import { programVersion } from '#settings/folders.ts';
import { readGlossaryFile } from '#settings/glossary-file.ts';
import { settingsMessages } from '#settings/messages/settings-messages.ts';
import { readSiteFile } from '#settings/site-file.ts';
import { TargetLibrary } from '../copy/library-source.ts';
import { freeSpace } from '../disk-space.ts';
import { errorSentence } from '../error-sentence.ts';
import { scanFolder } from '../folder/scan-folder.ts';
import type { Messages } from '../messages/en.ts';
import { type OpenTarget, withTarget } from '../open-target.ts';
import { textReport } from '../texts/keep-texts.ts';
import { PageTable } from '../texts/page-table.ts';
import { textLines, unreadLines } from '../texts/text-lines.ts';
import { type Command, type CommandContext, exitCode } from './command.ts';
import { unshownRows } from './unshown-rows.ts';

/** One thing looked at, by the name that machines know. `text` says what was found, or what to do. */
interface Finding {
  id: CheckId;
  good: boolean;
  text: string;
}

type CheckId =
  | 'program'
  | 'configuration'
  | 'folder'
  | 'site'
  | 'disk'
  | keyof ReturnType<typeof libraryChecks>;

type Outcome = [good: boolean, text: string];
type Check = () => Promise<Outcome>;

/** Bytes; less is too little to publish into. */
const leastSpace = 200 * 1024 * 1024;

/** Tells whether everything is in order, and what to do if not: in plain words, or as one object for a program. */
export const doctorCommand: Command = async (context) => {
  const { doctor } = context.messages;
  const { print } = context.screen;
  const findings = await checkup(context);
  const good = findings.every((each) => each.good);
  if (context.options.json) print(JSON.stringify({ version: programVersion, good, findings }));
  else {
    for (const { id, good, text } of findings)
      print(
        `${good ? '✓' : '✗'} ${doctor[id]}: ${good ? doctor.good : doctor.bad}${text ? ` – ${text}` : ''}`,
      );
  }
  return good ? exitCode.done : exitCode.failed;
};

/** Looks at the program, its configuration, the folder, the site, the backend, its key, tables and files, and the disk. */
async function checkup(context: CommandContext): Promise<Finding[]> {
  const { options, messages, signal } = context;
  const { folder, dataDir } = options;
  /** `place` is where it is that an error speaks of. */
  const look = async (id: CheckId, place: string, check: Check): Promise<Finding> => {
    try {
      const [good, text] = await check();
      return { id, good, text };
    } catch (error) {
      signal.throwIfAborted();
      return { id, good: false, text: errorSentence(error, messages, place) };
    }
  };
  const ofLibrary = async (open: OpenTarget) => {
    const findings: Finding[] = [];
    // The first that is not in order ends it, since the others would only repeat it.
    for (const [id, check] of Object.entries(libraryChecks(open, context)) as [CheckId, Check][])
      if (findings.every(({ good }) => good)) findings.push(await look(id, open.target.endpoint, check));
    return [await look('site', '', () => site(open, messages)), ...findings];
  };
  const unreached = (error: unknown): Finding[] => {
    signal.throwIfAborted();
    const id = options.hosted ? 'key' : 'backend';
    return [{ id, good: false, text: errorSentence(error, messages, dataDir) }];
  };
  return [
    { id: 'program', good: true, text: `Node ${process.versions.node}` },
    await look('configuration', '', async () => configuration(context)),
    await look('folder', folder, () => lessons(context)),
    ...(await withTarget(options, ofLibrary).catch(unreached)),
    await look('disk', dataDir, () => disk(dataDir, messages)),
  ];
}

/** The very checks the site starts with. */
function configuration({ options: { root, language } }: CommandContext): Outcome {
  const [contentDir, say] = [join(root, 'content'), settingsMessages(language)];
  readSiteFile(contentDir, say);
  readGlossaryFile(contentDir, say);
  return [true, ''];
}

async function lessons({ options: { folder }, messages, signal }: CommandContext): Promise<Outcome> {
  const { doctor } = messages;
  const found = await scanFolder({ folder, largest: Number.POSITIVE_INFINITY, signal });
  if (!found.exists) return [false, doctor.folderMissing(folder)];
  return [true, doctor.folderHolds(found.lessons.length, found.problems.length)];
}

async function site({ kind, target }: OpenTarget, { doctor }: Messages): Promise<Outcome> {
  if (kind !== 'running') return [true, doctor.siteStopped];
  const url = new URL('/', target.endpoint).href;
  const { ok } = await ask(url, 5000).catch(() => ({ ok: false }));
  return [ok, ok ? doctor.siteAnswers(url) : doctor.siteSilent(url)];
}

/** What is looked at in a library, in turn. */
function libraryChecks({ target }: OpenTarget, { options, messages, signal }: CommandContext) {
  const { doctor } = messages;
  const catalogue = new TargetLibrary(target, options, signal);
  const backend = async (): Promise<Outcome> => {
    const { ok, status } = await ask(`${target.endpoint}/ping`, 10_000, {
      'x-appwrite-project': target.projectId,
    });
    return [ok, ok ? '' : doctor.backendSilent(target.endpoint, String(status))];
  };
  // Reading the journal needs the key: visitors may not.
  const key = async (): Promise<Outcome> => {
    await catalogue.journal(['lock']);
    return [true, ''];
  };
  const schema = async (): Promise<Outcome> => {
    await Promise.all([catalogue.categories(), catalogue.largestFile()]);
    return [true, ''];
  };
  const rows = async (): Promise<Outcome> => {
    const ids = unshownRows(await catalogue.rows('categories'), await catalogue.rows('files'));
    return [ids.length === 0, ids.length === 0 ? '' : doctor.rowsLost(ids)];
  };
  const storage = async (): Promise<Outcome> => {
    const lesson = (await catalogue.lessons()).at(-1);
    if (!lesson) return [true, doctor.storageEmpty];
    const stream = await catalogue.open(lesson.fileId);
    await stream?.cancel();
    return stream
      ? [true, doctor.storageSample(lesson.fileName)]
      : [false, doctor.storageBroken(lesson.fileName)];
  };
  /** The words inside the lessons are worth a sentence, and never a fault: the site is in order without them. */
  const texts = async (): Promise<Outcome> => {
    const say = messages.texts;
    const table = new PageTable(target, signal);
    const [lessons, heads] = await Promise.all([catalogue.lessons(), table.heads()]);
    if (!heads) return [true, say.noTable];
    const words = heads.filter(({ found: pages }) => pages > 0).length;
    const lines = [say.found(words), ...unreadLines(lessons, heads, messages)];
    return [true, [...lines, ...textLines(textReport(lessons, heads), messages)].join('\n  ')];
  };
  return { backend, key, schema, rows, storage, texts };
}

async function ask(url: string, patience: number, headers: Record<string, string> = {}): Promise<Response> {
  const answer = await fetch(url, { headers, signal: AbortSignal.timeout(patience) });
  await answer.body?.cancel();
  return answer;
}

async function disk(dataDir: string, { doctor }: Messages): Promise<Outcome> {
  const free = await freeSpace(dataDir);
  const good = free >= leastSpace;
  return [good, good ? doctor.diskFree(free) : doctor.diskFull(free)];
}
