import { readSchema } from '#backend/schema-file.ts';
import { clientOf } from '../catalogue/target.ts';
import { hostedTarget, schemaPath } from '../open-target.ts';
import { lessonsAbove } from '../setup/lessons-above.ts';
import { provision } from '../setup/provision.ts';
import { type Command, exitCode } from './command.ts';

/** Makes tables and bucket on a hosted Appwrite, and says what it did. */
export const setupCommand: Command = async ({ options, messages, screen }) => {
  const say = messages.setup;
  if (!options.hosted) {
    screen.print(say.embedded);
    return exitCode.done;
  }
  const { target } = hostedTarget(options, options.hosted);
  let [made, different] = [0, 0];
  const largest = await provision(clientOf(target), readSchema(schemaPath(options)), target, {
    isDryRun: options.dryRun,
    created(what) {
      made++;
      screen.print(options.dryRun ? say.would(what) : say.created(what));
    },
    exists: (what) => screen.print(say.exists(what)),
    differs(what, how) {
      different++;
      screen.print(say.differs(what, how));
    },
  });
  screen.print(options.dryRun ? say.wouldDo(made) : say.done(made));
  const tooLarge = largest === null ? [] : await lessonsAbove(largest, options.folder);
  if (largest !== null) screen.print(say.limited(largest, tooLarge));
  return different + tooLarge.length > 0 ? exitCode.attention : exitCode.done;
};
