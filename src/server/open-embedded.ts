import { type Backend, type BackendOptions, openBackend } from '#backend/backend.ts';
import { readSchema } from '#backend/schema-file.ts';
import { FilesMissing } from '#backend/storage/sweep.ts';
import type { Language } from '#contract/language.ts';
import { messagesIn as libraryMessagesIn, sweptText, upgradeTold } from '#library/messages/messages.ts';
import { finishRestore } from '#library/sync/swap.ts';
import type { Config } from '#settings/config.ts';
import { ConfigError } from '#settings/config-error.ts';
import { schemaFile } from '#settings/folders.ts';
import { messagesIn } from './messages/messages-in.ts';
import { openingFailure } from './opening-failure.ts';

/** Opens the embedded backend for the site. Throws a sentence of what is the matter and what to do. */
export function openEmbedded(
  config: Config,
  key: string,
  language: Language,
  options: Pick<BackendOptions, 'headers'>,
): Backend {
  const schema = readSchema(schemaFile(config.root));
  try {
    finishRestore(config.dataDir);
    return openBackend({
      dataDir: config.dataDir,
      schema: { ...schema, projectId: config.backend.projectId },
      pagesTable: { databaseId: config.backend.databaseId, tableId: config.backend.pagesTableId },
      apiKeys: [key, ...config.apiKeys],
      platformOrigins: [...(config.siteUrl ? [config.siteUrl] : []), ...config.platformOrigins],
      ...options,
      onSwept: (swept) => console.warn(sweptText(swept, language)),
      upgrade: upgradeTold(language, console.log),
    });
  } catch (error) {
    if (error instanceof FilesMissing)
      throw new ConfigError(libraryMessagesIn(language).error.filesMissing(error.count, error.folder));
    throw openingFailure(error, config.dataDir, messagesIn(language));
  }
}
