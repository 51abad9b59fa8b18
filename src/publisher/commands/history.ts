import { AppwriteCatalogue } from '../catalogue/appwrite-catalogue.ts';
import { exitCode } from '../exit-code.ts';
import { type PublicationRecord, readHistory } from '../journal/history.ts';
import type { Messages } from '../messages/en.ts';
import { withTarget } from '../open-target.ts';
import { dateText } from '../report/date-text.ts';
import type { Command } from './command.ts';

/** What was published when, the latest first. */
export const historyCommand: Command = async ({ options, messages, screen, signal }) => {
  return withTarget(options, async ({ target }) => {
    const history = await readHistory(new AppwriteCatalogue(target, signal));
    if (history.length === 0) screen.print(messages.history.none);
    for (const record of history.reverse()) {
      screen.print(`${dateText(record.at, options.language)}  ${told(record, messages)}`);
    }
    return exitCode.done;
  });
};

function told({ counts, finished, undone, undoes }: PublicationRecord, messages: Messages): string {
  const say = messages.history;
  if (!finished) return say.open;
  const changes = [...counts].map(([kind, count]) => say.count(kind, count));
  const text = changes.length > 0 ? changes.join(', ') : say.nothing;
  const remark = undone ? say.undone : undoes ? say.undo : null;
  return remark ? `${text} (${remark})` : text;
}
