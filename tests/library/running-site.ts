import { join } from 'node:path';
import type { Language } from '#contract/language.ts';
import type { FolderChoices } from '#settings/site-file.ts';
import { listenForCommands, type RunCommand } from '../../src/library/commands/command-port.ts';
import type { ReportStatus } from '../../src/library/letters/letters.ts';
import { runInSite } from '../../src/library/library.ts';
import { messagesIn } from '../../src/library/messages/messages.ts';
import { createSitePublisher } from '../../src/library/site-publisher.ts';
import { type LocalLibrary, openLocalLibrary } from '../../src/library/store/local-library.ts';
import { KEY, type RunningBackend, startBackend } from '../support/backend.ts';

const projectRoot = join(import.meta.dirname, '../..');

export const localIds = {
  databaseId: 'library',
  categoriesTableId: 'categories',
  filesTableId: 'files',
  pagesTableId: 'pages',
  bucketId: 'pdfs',
};

/** A site that publishes when `publish` is called, and runs the owner's commands on its data folder. It has no pages. */
export interface RunningSite extends RunningBackend {
  local: LocalLibrary;
  log: string[];
  publish(mode: 'initial' | 'watch'): ReturnType<ReturnType<typeof createSitePublisher>['publish']>;
}

export interface SiteOptions {
  dataDir?: string;
  /** The folder with `content/`, for commands that the site runs. */
  root?: string;
  folder(): string;
  removalsWaitMs?: number;
  language?: Language;
  choices?: Partial<FolderChoices>;
}

export async function startSite(options: SiteOptions): Promise<RunningSite> {
  const running = await startBackend(options.dataDir === undefined ? {} : { dataDir: options.dataDir });
  const local = openLocalLibrary(running.backend, localIds);
  const log: string[] = [];
  const stopController = new AbortController();
  const language = options.language ?? 'en';
  const publisher = createSitePublisher({
    ...options,
    choices: () => ({
      statusLetter: false,
      fridayLetter: false,
      inboxCategory: undefined,
      hijriOffset: 0,
      preacherName: { en: 'Sheikh Example', ar: 'الشيخ فلان' },
      ...options.choices,
    }),
    origin: 'https://example.org',
    local,
    dataDir: running.dataDir,
    language,
    log: (line) => void log.push(line),
    signal: stopController.signal,
  });
  const runCommand: RunCommand = (request, screen, signal) => {
    const { root = projectRoot, folder } = options;
    const settings = { root, dataDir: running.dataDir, libraryDir: folder(), siteUrl: undefined };
    const siteUrl = running.endpoint.replace('/v1', '/');
    const command = (report: ReportStatus) =>
      runInSite(request, screen, signal, settings, { local, siteUrl, report });
    return publisher.run(command, () => screen.print(messagesIn(language).publish.waiting));
  };
  const commands = await listenForCommands(KEY, runCommand, stopController.signal);
  running.backend.announce({ endpoint: running.endpoint, key: KEY, commandPort: commands.port });
  const stop = async () => {
    stopController.abort();
    await publisher.close();
    commands.close();
    await running.stop();
  };
  let stopping: Promise<void> | undefined;
  return { ...running, local, log, publish: publisher.publish, stop: () => (stopping ??= stop()) };
}
