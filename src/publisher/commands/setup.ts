import { readSchema } from '#backend/schema-file.ts';
import { clientOf } from '../catalogue/appwrite-catalogue.ts';
import { exitCode } from '../exit-code.ts';
import { hostedTarget, schemaPath } from '../open-target.ts';
import { provision } from '../setup/provision.ts';
import type { Command } from './command.ts';

/** Makes tables and bucket on a hosted Appwrite, and says what it did. */
export const setupCommand: Command = async ({ options, messages, screen }) => {
  const say = messages.setup;
  if (!options.hosted) {
    screen.print(say.embedded);
    return exitCode.done;
  }
  const { target } = hostedTarget(options, options.hosted);
  let made = 0;
  let different = 0;
  const report = {
    isDryRun: options.dryRun,
    created(what: string) {
      made++;
      screen.print(options.dryRun ? say.would(what) : say.created(what));
    },
    exists: (what: string) => screen.print(say.exists(what)),
    differs(what: string, how: string) {
      different++;
      screen.print(say.differs(what, how));
    },
  };
  await provision(clientOf(target), readSchema(schemaPath(options)), target, report);
  screen.print(options.dryRun ? say.wouldDo(made) : say.done(made));
  return different > 0 ? exitCode.attention : exitCode.done;
};
