import { ConfigError } from '#settings/config-error.ts';
import type { Messages } from './messages/en.ts';

/** What the owner is told when the site cannot listen where it should; the error itself where nobody foresaw it. */
export function listeningFailure(
  error: NodeJS.ErrnoException,
  { host, port }: { host: string; port: number },
  say: Messages,
): Error {
  switch (error.code) {
    case 'EADDRINUSE':
      return new ConfigError(say.portTaken(port));
    case 'EACCES':
      return new ConfigError(say.portRefused(port));
    case 'ENOTFOUND':
    case 'EADDRNOTAVAIL':
      return new ConfigError(say.noAddress(host));
    default:
      return error;
  }
}
