import { readSchema } from '#backend/schema-file.ts';
import { clientOf } from '../catalogue/appwrite-catalogue.ts';
import { exitCode } from '../exit-code.ts';
import { hostedTarget, schemaPath } from '../open-target.ts';
import { lessonsAbove } from '../setup/lessons-above.ts';
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
  let limit: number | null = null;
  const report = {
    isDryRun: options.dryRun,
    created(what: string) {
      made++;
      screen.print(options.dryRun ? say.would(what) : say.created(what));
    },
    limited(largest: number) {
      limit = largest;
    },
    exists: (what: string) => screen.print(say.exists(what)),
    differs(what: string, how: string) {
      different++;
      screen.print(say.differs(what, how));
    },
  };
  await provision(clientOf(target), readSchema(schemaPath(options)), target, report);
  screen.print(options.dryRun ? say.wouldDo(made) : say.done(made));
  const tooLarge = limit === null ? [] : await lessonsAbove(limit, options.folder);
  if (limit !== null) screen.print(say.limited(limit, tooLarge));
  return different + tooLarge.length > 0 ? exitCode.attention : exitCode.done;
};
