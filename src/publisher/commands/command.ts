import type { ExitCode } from '../exit-code.ts';
import type { Messages } from '../messages/en.ts';
import type { Options } from '../options.ts';
import type { Screen } from '../screen.ts';

/** What every command is given. */
export interface CommandContext {
  options: Options;
  messages: Messages;
  screen: Screen;
  /** Aborted by Ctrl-C. */
  signal: AbortSignal;
}

export type Command = (context: CommandContext) => Promise<ExitCode>;
