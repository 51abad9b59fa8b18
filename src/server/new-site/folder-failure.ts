import { ConfigError } from '#settings/config-error.ts';
import type { Messages } from '../messages/en.ts';
import { fileTroubles } from '../opening-failure.ts';

/** What the owner is told when the folder of a site cannot be read or made; the error itself where nobody foresaw it. */
export function folderFailure(error: unknown, folder: string, say: Messages['newSite']): unknown {
  // The one file of the owner that is parsed there.
  if (error instanceof SyntaxError) return new ConfigError(say.brokenManifest(folder));
  const { code = '', path = folder } = error as NodeJS.ErrnoException;
  const trouble = fileTroubles[code];
  return trouble ? new ConfigError(say[trouble](path)) : error;
}
