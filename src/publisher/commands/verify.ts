import { AppwriteCatalogue } from '../catalogue/appwrite-catalogue.ts';
import { exitCode } from '../exit-code.ts';
import { openTarget } from '../open-target.ts';
import { checkLibrary } from '../verify/check-library.ts';
import type { Command } from './command.ts';

/** Checks every row, file and hash, from the rows to the files and back. */
export const verifyCommand: Command = async ({ options, messages, screen, signal }) => {
  const { target, close } = await openTarget(options);
  try {
    const catalogue = new AppwriteCatalogue(target, signal);
    const say = messages.verify;
    const report = await checkLibrary(catalogue, target, (done, all) => {
      if (done === all || done % 100 === 0) screen.print(say.reading(done, all));
    });
    for (const { kind, name } of report.faults) screen.print(say[kind](name));
    for (const id of report.unknownFiles) screen.print(say.unknownFile(id));
    if (report.faults.length > 0) return exitCode.failed;
    screen.print(say.good(report.lessons, report.files));
    return exitCode.done;
  } finally {
    await close();
  }
};
