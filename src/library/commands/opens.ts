import { isolate } from '../messages/format.ts';
import { readOpens } from '../opens/opens.ts';
import { exitCode, type LibraryCommand } from './command.ts';

/** Lines without `--all`. */
const MAX_LESSONS = 30;

/** Prints how often each lesson was opened: as a list, or as one object for a program. */
export const opensCommand: LibraryCommand = async ({ options, messages, screen, local }) => {
  const { period, dataDir, json, all } = options;
  const { opens: texts } = messages;
  const { lessons, removed } = local.read();
  const byId = new Map([...removed, ...lessons].map((lesson) => [lesson.id, lesson]));
  const opens = readOpens(dataDir, period).map(({ lesson: id, count }) => {
    const { fileName = id, category = '' } = byId.get(id) ?? {};
    return { id, title: fileName.replace(/\.pdf$/i, ''), category, count };
  });
  if (json) {
    screen.print(JSON.stringify({ period, opens }));
    return exitCode.done;
  }
  const total = opens.reduce((sum, { count }) => sum + count, 0);
  screen.print(opens.length === 0 ? texts.none[period] : texts.heading[period](total));
  const rows = all ? opens : opens.slice(0, MAX_LESSONS);
  const width = String(opens[0]?.count ?? '').length;
  for (const { title, category, count } of rows)
    screen.print(
      `  ${String(count).padStart(width)}  ${[category, title].filter(Boolean).map(isolate).join(' / ')}`,
    );
  if (rows.length < opens.length) screen.print(`  ${messages.plan.more(opens.length - rows.length)}`);
  return exitCode.done;
};
