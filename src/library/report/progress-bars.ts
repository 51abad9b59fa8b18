import { MultiBar, Presets, type SingleBar } from 'cli-progress';
import { type Progress, silent } from '../apply/apply-plan.ts';
import type { Messages } from '../messages/en.ts';
import { shown } from '../messages/shown.ts';
import type { Change } from '../plan/change.ts';
import type { Screen } from '../screen.ts';

/** Progress as bars on a terminal (one for all, one for each file being sent), else a line now and then. */
export function progressOn(screen: Screen, messages: Messages): Progress {
  return screen.isTerminal ? bars() : lines(screen, messages);
}

function bars(): Progress {
  const format = '{bar} {percentage}% {name}';
  const all = new MultiBar(
    { format, clearOnComplete: true, hideCursor: true, autopadding: true },
    Presets.rect,
  );
  const files = new Map<Change, SingleBar>();
  let total: SingleBar | undefined;
  return {
    begin(changes) {
      if (changes > 0) total = all.create(changes, 0, { name: `0/${changes}` });
    },
    sending(change, bytes) {
      const name = shown(change.source?.fileName ?? '');
      const bar = files.get(change) ?? all.create(change.source?.size ?? 0, 0, { name });
      files.set(change, bar);
      bar.update(bytes);
    },
    done(change, done, count) {
      const bar = files.get(change);
      if (bar) all.remove(bar);
      files.delete(change);
      total?.update(done, { name: `${done}/${count}` });
    },
    end: () => all.stop(),
  };
}

function lines(screen: Screen, messages: Messages): Progress {
  let toldTenth = 0;
  return {
    ...silent,
    done(_change, done, count) {
      const tenth = Math.floor((done * 10) / count);
      if (count >= 20 && tenth > toldTenth) {
        toldTenth = tenth;
        screen.print(messages.publish.progress(done, count));
      }
    },
  };
}
