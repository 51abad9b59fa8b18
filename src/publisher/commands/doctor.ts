import { programVersion } from '#settings/folders.ts';
import { type Checked, checkup } from '../doctor/checkup.ts';

import type { Messages } from '../messages/en.ts';
import { type Command, exitCode } from './command.ts';

const nameOf = (id: Checked, { doctor, texts }: Messages): string =>
  id === 'texts' ? texts.what : doctor[id];

/** Tells whether everything is in order, and what to do if not: in plain words, or as one object for a program. */
export const doctorCommand: Command = async ({ options, messages, screen, signal }) => {
  const findings = await checkup(options, messages, signal);
  const good = findings.every((each) => each.good);
  if (options.json) screen.print(JSON.stringify({ version: programVersion, good, findings }));
  else {
    for (const { id, good, text } of findings) {
      const state = good ? messages.doctor.good : messages.doctor.bad;
      screen.print(`${good ? '✓' : '✗'} ${nameOf(id, messages)}: ${state}${text ? ` – ${text}` : ''}`);
    }
  }
  return good ? exitCode.done : exitCode.failed;
};
